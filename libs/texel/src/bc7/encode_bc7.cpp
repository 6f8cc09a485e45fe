#include "bc7/encode_bc7.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <vector>

#include "bc7/bc7_kernels.h"
#include "bc7/bc7_modes.h"
#include "bc7/pack_bc7.h"
#include "bc7/solid_bc7.h"
#include "blocks/bptc_tables.h"

namespace galley::texel {
namespace {

/// Blocks that are sorted together: enough that the ways that many of them take fill vectors.
constexpr std::size_t kBatch = 4096;

/// How much is tried for a block. Figures are those at which more gains little for its time.
struct Effort {
    int partitions;     ///< of two subsets, ranked
    float two_above;    ///< they are ranked where the estimate for the rest is above this
    float three_above;  ///< the same for those of three subsets
    int kept;           ///< of the ranked ways, solved: 3, 8 or 32
    int first_rounds;   ///< for each of them
    int finalists;      ///< the best of those, solved again by `search`
    Bc7Search search;
};

/// Above any estimate.
constexpr float kNever = 1e30f;

constexpr Effort effort_of(Bc7Level level) {
    switch (level) {
    case Bc7Level::fast: return {32, 14.0f, kNever, 3, 0, 1, {1, 1, false}};
    case Bc7Level::normal: return {64, 12.0f, 300.0f, 8, 1, 1, {1, 1, true}};
    case Bc7Level::high: break;
    }
    return {64, 0.0f, 100.0f, 32, 1, 8, {2, 2, true}};
}

/// By how much alpha weighs more where it is to be kept exactly: in opaque blocks so that one step
/// outweighs any gain in colour; among others that a transparent or opaque pixel stays so where the
/// mode can hold it.
constexpr int kExactOpaque = 1024;
constexpr int kExactExtremes = 8;

float estimate_of_key(std::int32_t key) { return std::bit_cast<float>(key & ~511); }

Bc7Shape shape_of(int way) {
    const int subsets = kBc7Modes[bc7_way::mode(way)].subsets;
    const auto partition = static_cast<std::size_t>(subsets == 1 ? 0 : bc7_way::partition(way));
    Bc7Shape shape{};
    std::uint8_t at = 0;
    for (unsigned subset = 0; subset < 3; ++subset)
        for (unsigned pixel = 0; pixel < 16; ++pixel) {
            unsigned of = 0;
            if (subsets == 2) of = kTwoSubsets[partition] >> pixel & 1;
            if (subsets == 3) of = kThreeSubsets[partition] >> (2 * pixel) & 3;
            if (of != subset) continue;
            shape.position[pixel] = at++;
            ++shape.counts[subset];
        }
    return shape;
}

const std::array<Bc7Shape, bc7_way::kCount>& shapes() {
    static const std::array<Bc7Shape, bc7_way::kCount> kShapes = [] {
        std::array<Bc7Shape, bc7_way::kCount> all{};
        for (int way = 0; way < bc7_way::kCount; ++way)
            all[static_cast<std::size_t>(way)] = shape_of(way);
        return all;
    }();
    return kShapes;
}

struct Job {
    std::uint32_t block;
    std::int32_t way;
};

struct Finalist {
    std::int32_t error;
    std::int32_t way;
};

class Encoder {
public:
    Encoder(const Bc7Settings& settings, InstructionSet set)
        : effort_(effort_of(settings.level)), set_(set), exact_alpha_(settings.exact_alpha),
          alpha_is_opacity_(settings.alpha_is_opacity), settings_weights_(settings.weights) {}

    void encode(std::span<const PixelBlock> blocks, std::byte* out) {
        blocks_ = blocks;
        if (alpha_is_opacity_ && std::ranges::any_of(blocks, has_unseen)) fill_unseen();
        Bc7Encoding none{};
        none.error = kNone;
        encodings_.assign(blocks.size(), none);
        keys_.resize(blocks.size() * kept());
        classify();
        encode_alike(opaque_, true, exact_alpha_ ? kExactOpaque : 1);
        encode_alike(extremes_, false, kExactExtremes);
        encode_alike(other_, false, 1);
        for (std::size_t i = 0; i < blocks.size(); ++i) pack_bc7(encodings_[i], out + 16 * i);
    }

private:
    static constexpr std::int32_t kNone = 0x7fffffff;

    [[nodiscard]] std::size_t kept() const { return static_cast<std::size_t>(effort_.kept); }
    [[nodiscard]] const std::uint32_t* pixels() const { return blocks_.front().pixels.data(); }

    static bool has_unseen(const PixelBlock& block) {
        return std::ranges::any_of(block.pixels,
                                   [](std::uint32_t pixel) { return pixel >> 24 == 0; });
    }

    /// Gives pixels that aren't seen the mean colour of those that are, which costs least to
    /// encode.
    void fill_unseen() {
        filled_.assign(blocks_.begin(), blocks_.end());
        for (PixelBlock& block : filled_) {
            std::array<std::uint32_t, 3> sums{};
            std::uint32_t seen = 0;
            for (const std::uint32_t pixel : block.pixels) {
                if (pixel >> 24 == 0) continue;
                ++seen;
                for (unsigned channel = 0; channel < 3; ++channel)
                    sums[channel] += pixel >> (8 * channel) & 255;
            }
            if (seen == 16) continue;
            std::uint32_t mean = 0;
            for (unsigned channel = 0; seen != 0 && channel < 3; ++channel)
                mean |= (sums[channel] + seen / 2) / seen << (8 * channel);
            for (std::uint32_t& pixel : block.pixels)
                if (pixel >> 24 == 0) pixel = mean;
        }
        blocks_ = filled_;
    }

    /// Solid blocks are done; sorts the others by how their alpha is to be kept.
    void classify() {
        opaque_.clear();
        extremes_.clear();
        other_.clear();
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            const auto& pixels = blocks_[i].pixels;
            std::uint32_t different = 0;
            std::uint32_t everywhere = pixels[0];
            for (const std::uint32_t pixel : pixels) {
                different |= pixel ^ pixels[0];
                everywhere &= pixel;
            }
            const auto index = static_cast<std::uint32_t>(i);
            if (different == 0)
                encodings_[i] = solid_bc7(pixels[0]);
            else if (everywhere >> 24 == 255)
                opaque_.push_back(index);
            else if (exact_alpha_ && has_extremes(blocks_[i]))
                extremes_.push_back(index);
            else
                other_.push_back(index);
        }
    }

    static bool has_extremes(const PixelBlock& block) {
        return std::ranges::any_of(block.pixels, [](std::uint32_t pixel) {
            return pixel >> 24 == 0 || pixel >> 24 == 255;
        });
    }

    void encode_alike(const std::vector<std::uint32_t>& blocks, bool opaque, int alpha_times) {
        if (blocks.empty()) return;
        std::copy(settings_weights_.begin(), settings_weights_.end(), weights_);
        weights_[3] *= alpha_times;
        jobs_.clear();
        rank(blocks, opaque);
        choose_finalists();
        solve_finalists();
    }

    /// Finds the ways that are worth solving.
    void rank(const std::vector<std::uint32_t>& blocks, bool opaque) {
        rank_stage(Bc7RankStage::whole, blocks, opaque);
        select_above(effort_.two_above, blocks);
        rank_stage(Bc7RankStage::two_subsets, selected_, opaque);
        if (opaque) {
            select_above(effort_.three_above, blocks);
            rank_stage(Bc7RankStage::three_subsets, selected_, opaque);
        }
        for (const std::uint32_t block : blocks)
            for (std::size_t k = 0; k < kept(); ++k) {
                const std::int32_t key = keys_[block * kept() + k];
                if (key != kNone) jobs_.push_back({block, way_of_key(key)});
            }
    }

    void select_above(float estimate, const std::vector<std::uint32_t>& blocks) {
        selected_.clear();
        for (const std::uint32_t block : blocks)
            if (estimate_of_key(keys_[block * kept()]) > estimate) selected_.push_back(block);
    }

    void rank_stage(Bc7RankStage stage, const std::vector<std::uint32_t>& blocks, bool opaque) {
        if (blocks.empty()) return;
        Bc7Ranking ranking{.pixels = pixels(),
                           .blocks = blocks.data(),
                           .count = static_cast<int>(blocks.size()),
                           .stage = stage,
                           .opaque = opaque,
                           .weights = {},
                           .partitions = effort_.partitions,
                           .two_subsets = kTwoSubsets.data(),
                           .three_subsets = kThreeSubsets.data(),
                           .kept = effort_.kept,
                           .keys = keys_.data()};
        std::copy_n(weights_, 4, ranking.weights);
        GALLEY_SIMD_CHOOSE(set_, rank_bc7)(ranking);
    }

    /// Sorts the jobs by way; `starts_[way]` is the first of each.
    void sort_jobs() {
        starts_.fill(0);
        for (const Job& job : jobs_) ++starts_[static_cast<std::size_t>(job.way) + 1];
        for (std::size_t way = 1; way < starts_.size(); ++way) starts_[way] += starts_[way - 1];
        std::array<std::uint32_t, bc7_way::kCount + 1> next = starts_;
        job_blocks_.resize(jobs_.size());
        for (const Job& job : jobs_)
            job_blocks_[next[static_cast<std::size_t>(job.way)]++] = job.block;
    }

    /// Solves the jobs way by way and gives `take(first, count, way)` each run of results.
    template <class Take>
    void solve(const Bc7Search& search, std::int32_t* errors, Bc7Encoding* encodings,
               const Take& take) {
        sort_jobs();
        for (std::size_t way = 0; way < bc7_way::kCount; ++way) {
            const std::size_t first = starts_[way];
            const std::size_t count = starts_[way + 1] - first;
            if (count == 0) continue;
            Bc7Jobs jobs{.pixels = pixels(),
                         .blocks = job_blocks_.data() + first,
                         .count = static_cast<int>(count),
                         .way = static_cast<int>(way),
                         .shape = &shapes()[way],
                         .weights = {},
                         .search = search,
                         .errors = errors == nullptr ? nullptr : errors + first,
                         .encodings = encodings == nullptr ? nullptr : encodings + first};
            std::copy_n(weights_, 4, jobs.weights);
            GALLEY_SIMD_CHOOSE(set_, solve_bc7)(jobs);
            take(first, count, static_cast<std::int32_t>(way));
        }
    }

    void choose_finalists() {
        const auto count = static_cast<std::size_t>(effort_.finalists);
        finalists_.assign(blocks_.size() * count, {kNone, 0});
        errors_.resize(jobs_.size());
        solve({effort_.first_rounds, 0, false}, errors_.data(), nullptr,
              [&](std::size_t first, std::size_t jobs, std::int32_t way) {
                  for (std::size_t i = first; i < first + jobs; ++i) {
                      Finalist entry{errors_[i], way};
                      Finalist* best = finalists_.data() + job_blocks_[i] * count;
                      for (std::size_t k = 0; k < count; ++k)
                          if (entry.error < best[k].error) std::swap(entry, best[k]);
                  }
              });
        jobs_.clear();
        for (std::size_t i = 0; i < finalists_.size(); ++i)
            if (finalists_[i].error != kNone)
                jobs_.push_back({static_cast<std::uint32_t>(i / count), finalists_[i].way});
    }

    void solve_finalists() {
        solved_.resize(jobs_.size());
        solve(effort_.search, nullptr, solved_.data(),
              [&](std::size_t first, std::size_t jobs, std::int32_t) {
                  for (std::size_t i = first; i < first + jobs; ++i) {
                      Bc7Encoding& best = encodings_[job_blocks_[i]];
                      if (solved_[i].error < best.error) best = solved_[i];
                  }
              });
    }

    Effort effort_;
    InstructionSet set_;
    bool exact_alpha_;
    bool alpha_is_opacity_;
    std::array<std::uint8_t, 4> settings_weights_;
    std::int32_t weights_[4] = {};
    std::span<const PixelBlock> blocks_;
    std::vector<PixelBlock> filled_;
    std::vector<std::uint32_t> opaque_;
    std::vector<std::uint32_t> extremes_;
    std::vector<std::uint32_t> other_;
    std::vector<std::uint32_t> selected_;
    std::vector<std::int32_t> keys_;
    std::vector<Job> jobs_;
    std::array<std::uint32_t, bc7_way::kCount + 1> starts_{};
    std::vector<std::uint32_t> job_blocks_;
    std::vector<std::int32_t> errors_;
    std::vector<Finalist> finalists_;
    std::vector<Bc7Encoding> solved_;
    std::vector<Bc7Encoding> encodings_;
};

}  // namespace

void encode_bc7(std::span<const PixelBlock> blocks, const Bc7Settings& settings,
                std::span<std::byte> out, InstructionSet set) {
    assert(out.size() == 16 * blocks.size());
    assert(instruction_set_available(set));
    Encoder encoder(settings, set);
    for (std::size_t first = 0; first < blocks.size(); first += kBatch)
        encoder.encode(blocks.subspan(first, std::min(kBatch, blocks.size() - first)),
                       out.data() + 16 * first);
}

void encode_bc7(std::span<const PixelBlock> blocks, const Bc7Settings& settings,
                std::span<std::byte> out) {
    encode_bc7(blocks, settings, out, best_instruction_set());
}

}  // namespace galley::texel
