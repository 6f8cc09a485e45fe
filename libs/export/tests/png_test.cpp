#include "galley/export/png.h"

#include <cstring>
#include <memory>

#include <gtest/gtest.h>
#include <spng.h>

#include "galley/export/errors.h"

namespace galley {
namespace {

Image made_picture(std::uint32_t width, std::uint32_t height, std::uint8_t channels,
                   SampleType type) {
    Image image{.width = width, .height = height, .channels = channels, .type = type, .pixels = {}};
    image.pixels.resize(image.row_bytes() * height);
    std::uint32_t state = 7;
    for (std::byte& byte : image.pixels) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<std::byte>(state >> 24);
    }
    return image;
}

// What libspng reads from a file, in the file's own layout and native byte order.
struct ReadBack {
    spng_ihdr header = {};
    Bytes pixels;
};

ReadBack read_back(const Bytes& file) {
    const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context(spng_ctx_new(0), spng_ctx_free);
    ReadBack result;
    EXPECT_EQ(spng_set_png_buffer(context.get(), file.data(), file.size()), 0);
    EXPECT_EQ(spng_get_ihdr(context.get(), &result.header), 0);
    std::size_t size = 0;
    EXPECT_EQ(spng_decoded_image_size(context.get(), SPNG_FMT_PNG, &size), 0);
    result.pixels.resize(size);
    EXPECT_EQ(spng_decode_image(context.get(), result.pixels.data(), size, SPNG_FMT_PNG, 0), 0);
    return result;
}

TEST(WritePng, EveryLayoutReadsBackAsItWas) {
    // PNG section 11.2.1: colour types 0, 4, 2 and 6 for 1 to 4 channels.
    constexpr std::uint8_t kTypes[] = {0, 4, 2, 6};
    for (const SampleType type : {SampleType::unorm8, SampleType::unorm16}) {
        for (std::uint8_t channels = 1; channels <= 4; ++channels) {
            const Image image = made_picture(33, 17, channels, type);
            const ReadBack back = read_back(write_png(image).value());
            EXPECT_EQ(back.header.width, 33u);
            EXPECT_EQ(back.header.height, 17u);
            EXPECT_EQ(back.header.bit_depth, type == SampleType::unorm8 ? 8 : 16);
            EXPECT_EQ(back.header.color_type, kTypes[channels - 1]);
            EXPECT_EQ(back.pixels, image.pixels);
        }
    }
}

TEST(WritePng, EqualPicturesGiveEqualFiles) {
    const Image image = made_picture(64, 64, 4, SampleType::unorm8);
    EXPECT_EQ(write_png(image).value(), write_png(image).value());
}

TEST(WritePng, FloatsAndImpossibleShapesAreRefused) {
    EXPECT_EQ(write_png(made_picture(2, 2, 3, SampleType::float32)).error().code, kPngWrite);
    Image image = made_picture(2, 2, 3, SampleType::unorm8);
    image.pixels.pop_back();
    EXPECT_EQ(write_png(image).error().code, kPngWrite);
    EXPECT_EQ(write_png(Image{}).error().code, kPngWrite);
}

}  // namespace
}  // namespace galley
