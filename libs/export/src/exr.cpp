#include "galley/export/exr.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <libdeflate.h>

#include "galley/base/byte_writer.h"
#include "galley/base/pixel_format.h"
#include "galley/base/try.h"
#include "galley/export/errors.h"
#include "galley/texel/half.h"
#include "galley/texel/image_check.h"

namespace galley {
namespace {

constexpr std::uint32_t kZipRows = 16;
constexpr std::uint32_t kTile = 64;
constexpr int kDeflateLevel = 6;

/// Names in the order in which chunks hold them, and where each stands in a pixel.
struct Channels {
    std::string_view names;
    std::uint8_t from[4];
};
constexpr Channels kChannels[] = {
    {"Y", {0}}, {"AY", {1, 0}}, {"BGR", {2, 1, 0}}, {"ABGR", {3, 2, 1, 0}}};

/// A rectangle of a level that is one chunk.
struct Block {
    const Image* level = nullptr;
    std::uint32_t number = 0;  ///< of the level
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

/// Not a NaN where the colour is a number. Colours without alpha are light without a surface.
float multiplied(float color, float alpha) {
    if (!(alpha > 0)) return color;
    const float product = color * alpha;
    return std::isnan(product) && !std::isnan(color) ? 0 : product;
}

class ExrWriter {
public:
    ExrWriter(std::span<const Image> levels, ExrDepth depth)
        : levels_(levels), half_(depth == ExrDepth::half),
          channels_(kChannels[levels[0].channels - 1]) {}

    Bytes run(JobPool& pool) {
        list_blocks();
        chunks_.resize(blocks_.size());
        pool.parallel_for(blocks_.size(), 4, [this](std::size_t begin, std::size_t end) {
            const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)>
                deflater(libdeflate_alloc_compressor(kDeflateLevel), libdeflate_free_compressor);
            for (std::size_t i = begin; i < end; ++i)
                write_chunk(blocks_[i], *deflater, chunks_[i]);
        });
        ByteWriter out;
        write_header(out);
        std::uint64_t offset = out.size() + 8 * chunks_.size();
        for (const Bytes& chunk : chunks_) {
            out.u64(offset);
            offset += chunk.size();
        }
        out.reserve(offset);
        for (const Bytes& chunk : chunks_) out.bytes(chunk);
        return out.take();
    }

private:
    bool tiled() const { return levels_.size() > 1; }

    void list_blocks() {
        for (std::uint32_t number = 0; number < levels_.size(); ++number) {
            const Image& level = levels_[number];
            const std::uint32_t across = tiled() ? kTile : level.width;
            const std::uint32_t down = tiled() ? kTile : kZipRows;
            for (std::uint32_t y = 0; y < level.height; y += down)
                for (std::uint32_t x = 0; x < level.width; x += across)
                    blocks_.push_back({&level, number, x, y, std::min(across, level.width - x),
                                       std::min(down, level.height - y)});
        }
    }

    void write_header(ByteWriter& out) const {
        const auto attribute = [&out](std::string_view name, std::string_view type,
                                      std::uint32_t size) {
            out.text(name);
            out.u8(0);
            out.text(type);
            out.u8(0);
            out.u32(size);
        };
        out.u32(20000630);
        out.u32(tiled() ? 0x202 : 2);
        attribute("channels", "chlist",
                  static_cast<std::uint32_t>(18 * channels_.names.size() + 1));
        for (const char name : channels_.names) {
            out.u8(static_cast<std::uint8_t>(name));
            out.u8(0);
            out.u32(half_ ? 1 : 2);
            out.u32(0);  // pLinear, which only B44 looks at, and three bytes kept free
            out.u32(1);
            out.u32(1);
        }
        out.u8(0);
        attribute("compression", "compression", 1);
        out.u8(3);  // ZIP
        for (const std::string_view window : {"dataWindow", "displayWindow"}) {
            attribute(window, "box2i", 16);
            out.zeros(8);
            out.u32(levels_[0].width - 1);
            out.u32(levels_[0].height - 1);
        }
        attribute("lineOrder", "lineOrder", 1);
        out.u8(0);
        attribute("pixelAspectRatio", "float", 4);
        out.f32(1);
        attribute("screenWindowCenter", "v2f", 8);
        out.zeros(8);
        attribute("screenWindowWidth", "float", 4);
        out.f32(1);
        if (tiled()) {
            attribute("tiles", "tiledesc", 9);
            out.u32(kTile);
            out.u32(kTile);
            out.u8(1);  // a mip map, sides rounded down
        }
        out.u8(0);
    }

    void write_chunk(const Block& block, libdeflate_compressor& deflater, Bytes& chunk) const {
        const Bytes samples = samples_of(block);
        const Bytes packed = deflated(samples, deflater);
        const Bytes& body = packed.empty() ? samples : packed;
        ByteWriter out;
        if (tiled()) {
            for (const std::uint32_t value :
                 {block.x / kTile, block.y / kTile, block.number, block.number})
                out.u32(value);
        } else {
            out.u32(block.y);
        }
        out.u32(static_cast<std::uint32_t>(body.size()));
        out.bytes(body);
        chunk = out.take();
    }

    /// Row by row, and in a row channel by channel.
    Bytes samples_of(const Block& block) const {
        const Image& level = *block.level;
        const std::size_t count = level.channels;
        const bool alpha = count % 2 == 0;
        ByteWriter out;
        out.reserve(std::size_t{block.width} * block.height * count * (half_ ? 2 : 4));
        for (std::uint32_t y = block.y; y < block.y + block.height; ++y) {
            for (std::size_t c = 0; c < count; ++c) {
                const std::byte* pixel =
                    level.pixels.data() + y * level.row_bytes() + block.x * level.pixel_bytes();
                for (std::uint32_t x = 0; x < block.width; ++x, pixel += level.pixel_bytes()) {
                    float values[4];
                    std::memcpy(values, pixel, level.pixel_bytes());
                    float value = values[channels_.from[c]];
                    if (alpha && channels_.from[c] != count - 1)
                        value = multiplied(value, values[count - 1]);
                    if (half_)
                        out.u16(texel::float_to_half(value));
                    else
                        out.f32(value);
                }
            }
        }
        return out.take();
    }

    /// As ZIP has it: even bytes, then odd ones, each as the difference to the one before, deflated
    /// with zlib's frame. Empty where that is no smaller, as chunks then hold their samples.
    static Bytes deflated(const Bytes& samples, libdeflate_compressor& deflater) {
        Bytes apart(samples.size());
        const std::size_t evens = (samples.size() + 1) / 2;
        for (std::size_t i = 0; i < samples.size(); ++i)
            apart[i / 2 + (i % 2 == 0 ? 0 : evens)] = samples[i];
        unsigned before = std::to_integer<unsigned>(apart[0]);
        for (std::size_t i = 1; i < apart.size(); ++i) {
            const auto value = std::to_integer<unsigned>(apart[i]);
            apart[i] = static_cast<std::byte>((value - before + 128) & 0xff);
            before = value;
        }
        Bytes out(samples.size() - 1);
        out.resize(libdeflate_zlib_compress(&deflater, apart.data(), apart.size(), out.data(),
                                            out.size()));
        return out;
    }

    std::span<const Image> levels_;
    bool half_;
    const Channels& channels_;
    std::vector<Block> blocks_;  // in the order of the table: tiles level by level
    std::vector<Bytes> chunks_;
};

Result<void> check_chain(std::span<const Image> levels) {
    if (levels.empty()) return fail(kExrWrite, "no picture is given");
    const Image& first = levels[0];
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const Image& level = levels[i];
        if (const auto checked = texel::check_image(level); !checked)
            return std::unexpected(because(kExrWrite, "not a picture", checked.error()));
        if (level.type != SampleType::float32)
            return fail(kExrWrite, "only pictures of floats are written as OpenEXR");
        const auto number = static_cast<std::uint32_t>(i);
        if (level.width != mip_size(first.width, number) ||
            level.height != mip_size(first.height, number) || level.channels != first.channels)
            return fail(kExrWrite, fmt::format("level {} is no half of the one before", i));
    }
    if (levels.size() > 1 && (levels.back().width > 1 || levels.back().height > 1))
        return fail(kExrWrite, "a mip map of OpenEXR ends with 1 x 1", {}, "write one level");
    return {};
}

}  // namespace

Result<Bytes> write_exr(std::span<const Image> levels, ExrDepth depth, JobPool& pool) {
    TRY(check_chain(levels));
    return ExrWriter(levels, depth).run(pool);
}

}  // namespace galley
