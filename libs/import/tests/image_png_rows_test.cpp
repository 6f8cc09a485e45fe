// What inflating and unfiltering have to give, against the formulas of W3C PNG section 9.
#include <cstdlib>

#include <gtest/gtest.h>

#include "galley/import/image_file.h"
#include "image_png_builder.h"

namespace galley {
namespace {

using test::PngParts;

/// A picture whose filtered bytes are noise, and what it is.
struct Filtered {
    PngParts parts;
    std::vector<int> pixels;  ///< bytes as they are stored
};

int paeth(int a, int b, int c) {
    const int p = a + b - c;
    const int pa = std::abs(p - a);
    const int pb = std::abs(p - b);
    const int pc = std::abs(p - c);
    if (pa <= pb && pa <= pc) return a;
    return pb <= pc ? b : c;
}

Filtered filtered(std::uint8_t color_type, std::uint8_t bits, std::size_t pixel) {
    constexpr std::uint32_t kWidth = 37;
    constexpr std::uint32_t kHeight = 25;
    Filtered out;
    out.parts.width = kWidth;
    out.parts.height = kHeight;
    out.parts.bits = bits;
    out.parts.color_type = color_type;
    const std::size_t row_bytes = kWidth * pixel;
    std::uint32_t state = 7;
    for (std::size_t y = 0; y < kHeight; ++y) {
        const int filter = static_cast<int>(y % 5);
        out.parts.raw.push_back(static_cast<std::byte>(filter));
        for (std::size_t x = 0; x < row_bytes; ++x) {
            state = state * 1664525u + 1013904223u;
            const int stored = static_cast<int>(state >> 24);
            out.parts.raw.push_back(static_cast<std::byte>(stored));
            const auto at = [&](bool left, bool up) {
                if ((left && x < pixel) || (up && y == 0)) return 0;
                return out.pixels[(y - (up ? 1 : 0)) * row_bytes + x - (left ? pixel : 0)];
            };
            const int a = at(true, false);
            const int b = at(false, true);
            const int predictions[] = {0, a, b, (a + b) / 2, paeth(a, b, at(true, true))};
            out.pixels.push_back((stored + predictions[filter]) % 256);
        }
    }
    return out;
}

std::vector<int> stored_bytes(const Image& image) {
    std::vector<int> bytes;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        const bool wide = image.type == SampleType::unorm16;
        const std::size_t from = wide && std::endian::native == std::endian::little ? i ^ 1 : i;
        bytes.push_back(static_cast<int>(image.pixels[from]));
    }
    return bytes;
}

TEST(PngRows, EveryFilterOfEveryPixelSizeGivesWhatTheSpecificationSays) {
    struct Case {
        std::uint8_t color_type, bits;
        std::size_t pixel;
    };
    for (const Case& one : {Case{0, 8, 1}, Case{0, 16, 2}, Case{4, 8, 2}, Case{2, 8, 3},
                            Case{6, 8, 4}, Case{4, 16, 4}, Case{2, 16, 6}, Case{6, 16, 8}}) {
        const Filtered picture = filtered(one.color_type, one.bits, one.pixel);
        Ledger ledger;
        const auto image = decode_image(test::png_file(picture.parts), "png", {}, ledger);
        ASSERT_TRUE(image) << image.error().to_string();
        EXPECT_EQ(stored_bytes(*image), picture.pixels) << one.pixel;
    }
}

/// The file with its data cut into chunks of `size` bytes, and an empty one before each.
Bytes with_small_chunks(const PngParts& parts, std::size_t size, std::size_t drop = 0) {
    PngParts none = parts;
    none.raw = {};
    const Bytes data = test::deflated(parts.raw);
    Bytes file = test::png_file(none);
    // The signature and IHDR come first: 8 + 25 bytes.
    Bytes out(file.begin(), file.begin() + 33);
    const std::size_t end = data.size() - drop;
    for (std::size_t at = 0; at < end; at += size) {
        test::append(out, test::png_chunk("IDAT", {}));
        test::append(out,
                     test::png_chunk("IDAT", ByteSpan(data).subspan(at, std::min(size, end - at))));
    }
    test::append(out, test::png_chunk("IEND", {}));
    return out;
}

TEST(PngRows, DataMayLieInChunksOfAnySize) {
    const Filtered picture = filtered(2, 8, 3);
    for (const std::size_t size : {1, 2, 5, 100, 100000}) {
        Ledger ledger;
        const auto image = decode_image(with_small_chunks(picture.parts, size), "png", {}, ledger);
        ASSERT_TRUE(image) << size << image.error().to_string();
        EXPECT_EQ(stored_bytes(*image), picture.pixels) << size;
    }
}

TEST(PngRows, DataThatEndsEarlyIsAnErrorEvenIfOnlyItsChecksumIsMissing) {
    const Filtered picture = filtered(2, 8, 3);
    const std::size_t size = test::deflated(picture.parts.raw).size();
    for (std::size_t drop = 1; drop < size; ++drop) {
        Ledger ledger;
        EXPECT_FALSE(decode_image(with_small_chunks(picture.parts, 64, drop), "png", {}, ledger))
            << drop;
    }
}

TEST(PngRows, AWrongChecksumOrFilterIsAnError) {
    Filtered picture = filtered(2, 8, 3);
    Bytes data = test::deflated(picture.parts.raw);
    data.back() ^= std::byte{1};
    PngParts none = picture.parts;
    none.raw = {};
    const Bytes file = test::png_file(none);
    Bytes wrong(file.begin(), file.begin() + 33);
    test::append(wrong, test::png_chunk("IDAT", data));
    test::append(wrong, test::png_chunk("IEND", {}));
    Ledger ledger;
    const auto refused = decode_image(wrong, "png", {}, ledger);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("checksum"), std::string::npos);

    picture.parts.raw[0] = std::byte{5};
    const auto filter = decode_image(test::png_file(picture.parts), "png", {}, ledger);
    ASSERT_FALSE(filter);
    EXPECT_NE(filter.error().message.find("filter 5"), std::string::npos);
}

TEST(PngRows, AChunkWithAWrongChecksumIsSaidToHaveItWhateverItsDataBecame) {
    const Filtered picture = filtered(2, 8, 3);
    const Bytes file = with_small_chunks(picture.parts, 64);
    const Bytes garbage(100, std::byte{0x5a});
    Bytes beyond = file;
    const Bytes extra = test::png_chunk("IDAT", garbage);
    beyond.insert(beyond.end() - 12, extra.begin(), extra.end());
    Ledger ledger;
    ASSERT_TRUE(decode_image(file, "png", {}, ledger));
    ASSERT_TRUE(decode_image(beyond, "png", {}, ledger));
    for (std::size_t chunk = 33; chunk < beyond.size() - 12;) {
        const std::size_t size = std::to_integer<std::size_t>(beyond[chunk + 2]) << 8 |
                                 std::to_integer<std::size_t>(beyond[chunk + 3]);
        const std::size_t end = chunk + 12 + size;
        for (std::size_t at = chunk + 8; at < end; ++at) {
            Bytes damaged = beyond;
            damaged[at] ^= std::byte{4};
            const auto image = decode_image(damaged, "png", {}, ledger);
            ASSERT_FALSE(image) << at;
            EXPECT_EQ(image.error().message, "the checksum of chunk IDAT is wrong") << at;
            EXPECT_EQ(image.error().place.offset, chunk) << at;
        }
        chunk = end;
    }
}

}  // namespace
}  // namespace galley
