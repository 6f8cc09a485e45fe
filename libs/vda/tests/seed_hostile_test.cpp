// Damaged bodies: refused with a rule, or accepted and encoded again to the same bytes; and never
// more memory than the bytes that are there justify. The memory is counted by replaced operators,
// which do nothing else; sanitizers bring their own.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/tsv.h"
#include "galley/test/vda_repair.h"
#include "galley/vda/seed_body.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GALLEY_COUNTS_MEMORY 1

namespace {
thread_local std::size_t allocated = 0;
}  // namespace

void* operator new(std::size_t size) {
    allocated += size;
    if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
    throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

#endif

namespace galley::vda {
namespace {

struct Sample {
    std::string name;
    Bytes file;
    std::string chunk;
    Bytes payload;
};

/// The smallest file of each kind, and one with every list and option.
std::vector<Sample> samples() {
    const auto dir = test::source_dir() / "tests/golden/vda_kinds";
    std::vector<Sample> found;
    for (const auto& row : test::read_tsv(dir / "index.tsv")) {
        if (row.size() < 8 || row[2] != "good") continue;
        if (!row[7].starts_with("rich file") && !row[7].starts_with("minimal file")) continue;
        Sample sample{
            .name = row[0], .file = test::read_file(dir / row[0]), .chunk = {}, .payload = {}};
        const auto asset = read_asset_file(sample.file);
        sample.chunk = asset.value().body.type;
        sample.payload = Bytes(asset->body.payload.begin(), asset->body.payload.end());
        found.push_back(std::move(sample));
    }
    EXPECT_EQ(found.size(), 14U);
    return found;
}

/// What an element takes in memory over its smallest size in a file, with the growth of vectors.
constexpr std::size_t kMemoryPerByte = 40;
constexpr std::size_t kMemoryOfAnError = 16384;

/// True when it was accepted.
bool check_body(std::string_view chunk, ByteSpan payload, const std::string& what) {
#ifdef GALLEY_COUNTS_MEMORY
    allocated = 0;
#endif
    const auto body = decode_seed_body(chunk, payload);
#ifdef GALLEY_COUNTS_MEMORY
    EXPECT_LE(allocated, kMemoryPerByte * payload.size() + kMemoryOfAnError) << what;
#endif
    if (!body) {
        EXPECT_FALSE(rule_of(body.error()).empty()) << what << body.error().to_string();
        EXPECT_EQ(body.error().place.chunk, chunk) << what;
        EXPECT_LE(body.error().place.offset, payload.size()) << what;
        return false;
    }
    const auto again = encode_seed_body(*body);
    EXPECT_TRUE(again && std::ranges::equal(*again, payload)) << what;
    return true;
}

TEST(SeedHostile, ABodyCutAnywhereIsRefused) {
    for (const Sample& sample : samples()) {
        test::for_each_truncation(sample.payload, [&](ByteSpan payload, std::size_t size) {
            EXPECT_FALSE(
                check_body(sample.chunk, payload, fmt::format("{} {}", sample.name, size)));
        });
    }
}

TEST(SeedHostile, AFileCutAnywhereIsRefused) {
    for (const Sample& sample : samples()) {
        test::for_each_truncation(sample.file, [&](ByteSpan file, std::size_t size) {
            const auto asset = read_asset_file(file);
            ASSERT_FALSE(asset) << sample.name << size;
            EXPECT_FALSE(rule_of(asset.error()).empty()) << asset.error().to_string();
        });
    }
}

// A chunk's type is under its CRC as well, so nothing but the magic is left to V1.
TEST(SeedHostile, EveryFlippedBitOfAFileIsNoticed) {
    for (const Sample& sample : samples()) {
        Bytes file = sample.file;
        for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
            const auto flip = std::byte{static_cast<unsigned char>(1U << (bit % 8))};
            file[bit / 8] ^= flip;
            EXPECT_FALSE(read_asset_file(file)) << sample.name << " bit " << bit;
            file[bit / 8] ^= flip;
        }
    }
}

TEST(SeedHostile, EveryFlippedBitUnderARightCrcIsRefusedOrKept) {
    for (const Sample& sample : samples()) {
        std::size_t accepted = 0;
        for (std::size_t bit = 0; bit < 8 * sample.file.size(); ++bit) {
            Bytes file = sample.file;
            file[bit / 8] ^= std::byte{static_cast<unsigned char>(1U << (bit % 8))};
            test::repair_crcs(file);
            const auto asset = read_asset_file(file);
            if (!asset) {
                EXPECT_FALSE(rule_of(asset.error()).empty()) << asset.error().to_string();
            } else if (is_seed_body_type(asset->body.type)) {
                accepted += check_body(asset->body.type, asset->body.payload,
                                       fmt::format("{} bit {}", sample.name, bit));
            }
        }
        EXPECT_GT(accepted, 0U) << sample.name;
    }
}

// Every count is at one of these places, whatever else is too.
TEST(SeedHostile, EveryFourBytesAtTheirExtremes) {
    for (const Sample& sample : samples()) {
        for (std::size_t at = 0; at + 4 <= sample.payload.size(); ++at) {
            for (const std::uint32_t value :
                 {0U, 1U, 2U, 0x7fffffffU, 0x80000000U, 0xfffffffeU, 0xffffffffU}) {
                Bytes payload = sample.payload;
                test::store_little(payload, at, value, 4);
                check_body(sample.chunk, payload,
                           fmt::format("{} byte {} value {}", sample.name, at, value));
            }
        }
    }
}

TEST(SeedHostile, BytesThatFollowAreRefused) {
    for (Sample& sample : samples()) {
        sample.payload.push_back(std::byte{0});
        const auto body = decode_seed_body(sample.chunk, sample.payload);
        ASSERT_FALSE(body) << sample.name;
        EXPECT_EQ(rule_of(body.error()), "P4");
        EXPECT_EQ(body.error().place.offset, sample.payload.size() - 1);
    }
}

}  // namespace
}  // namespace galley::vda
