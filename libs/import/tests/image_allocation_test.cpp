// Small files that promise large pictures must fail before memory is taken for them. This counts
// the largest block that `operator new` is asked for on this thread; the replaced operators do
// nothing else. Sanitizers bring their own.
#include <algorithm>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "galley/test/corpus.h"
#include "image_exr_builder.h"
#include "image_png_builder.h"
#include "image_test_support.h"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace {
thread_local std::size_t largest_block = 0;
}  // namespace

void* operator new(std::size_t size) {
    largest_block = std::max(largest_block, size);
    if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
    throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace galley {
namespace {

using namespace test;

void expect_small_failure(const Bytes& file, std::string_view extension) {
    largest_block = 0;
    EXPECT_NE(decode_error(file, extension), "none");
    EXPECT_LE(largest_block, 64u << 10) << extension;
}

TEST(ImageAllocation, SmallFilesThatPromiseLargePicturesTakeLittleMemory) {
    expect_small_failure(png_file({.width = 16384, .height = 16384, .raw = from_hex("00 80")}),
                         "png");
    expect_small_failure(from_hex("ffd8 ffc0 0011 08 4000 4000 03 012200 021100 031100 ffd9"),
                         "jpg");
    expect_small_failure(from_hex("0000 0a00 0000 0000 0000 0000 0040 0040 2008 ff01020304"),
                         "tga");
    expect_small_failure(
        from_hex("424d 00000000 00000000 36000000 28000000 00400000 00400000 0100 1800 00000000 "
                 "00000000 00000000 00000000 00000000 00000000 000000"),
        "bmp");
    // DXT1, and RGBA8 whose one level of 16 bytes is to expand to a gigabyte.
    const std::string fields(88, '0');
    expect_small_failure(from_hex("44445320 7c000000 07100000 00400000 00400000" + fields +
                                  "0000000000000000" + "20000000 04000000 44585431" + fields +
                                  "00ff"),
                         "dds");
    for (const char* scheme : {"00", "02", "03"})
        expect_small_failure(
            from_hex("ab4b5458203230bb0d0a1a0a 25000000 01000000 00400000 00400000 00000000" +
                     std::string("00000000 01000000 01000000") + scheme + "000000" +
                     std::string(64, '0') + "6800000000000000 1000000000000000 0000004000000000" +
                     std::string(32, '0')),
            "ktx2");
    // Rows, and tiles of one pixel with a table of 2^28 chunks; in halves, 1.5 GiB.
    const ExrSpec rows{.data = {0, 0, 16383, 16383},
                       .display = {0, 0, 8191, 8191},
                       .compression = 9,
                       .sample = 1,
                       .chunks = false};
    ExrSpec tiles = rows;
    tiles.version = 0x202;
    tiles.tile = {1, 1};
    expect_small_failure(exr_file(rows), "exr");
    expect_small_failure(exr_file(tiles), "exr");
    expect_small_failure(to_bytes("#?RADIANCE\n\n-Y 16384 +X 16384\n\1\1\1\1"), "hdr");
}

TEST(ImageAllocation, HostileFilesTakeNoMoreThanTheirPictures) {
    GALLEY_NEEDS_CORPUS();
    for (const auto& entry :
         std::filesystem::directory_iterator(corpus_dir() / "hostile/image/made")) {
        const Bytes file = read_file(entry.path());
        largest_block = 0;
        Ledger ledger;
        const auto result =
            decode_image(file, entry.path().extension().string().substr(1), {}, ledger);
        const std::size_t decoded = result ? result->pixels.size() : 0;
        // A cut file may be refused only when its rows run out: 128 x 85 floats are the largest
        // such.
        EXPECT_LE(largest_block, std::max<std::size_t>(decoded, 128 << 10)) << entry.path();
    }
}

}  // namespace
}  // namespace galley

#endif
