#include "galley/export/exr.h"

#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "galley/export/errors.h"
#include "galley/export/linear_picture.h"
#include "galley/test/bytes.h"

namespace galley {
namespace {

using namespace test;

Image floats(std::uint32_t width, std::uint32_t height, std::uint8_t channels,
             const std::vector<float>& values) {
    Image image{.width = width,
                .height = height,
                .channels = channels,
                .type = SampleType::float32,
                .pixels = Bytes(values.size() * sizeof(float))};
    if (!image.pixels.empty()) std::memcpy(image.pixels.data(), values.data(), image.pixels.size());
    return image;
}

std::vector<float> values(const Image& image) {
    std::vector<float> out(image.pixels.size() / sizeof(float));
    std::memcpy(out.data(), image.pixels.data(), image.pixels.size());
    return out;
}

std::string to_hex(ByteSpan bytes) {
    std::string out;
    for (const std::byte byte : bytes)
        out += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return out;
}

Result<Bytes> write(std::span<const Image> levels, ExrDepth depth = ExrDepth::float32,
                    unsigned threads = 1) {
    JobPool pool(threads);
    return write_exr(levels, depth, pool);
}

// Every attribute as "OpenEXR File Layout" has it; the one chunk holds its samples, as they are too
// few to be made smaller. What OpenEXR itself makes of files is in tests/e2e/export_test.cpp.
TEST(WriteExr, APixelHasTheBytesOfThePage) {
    const Image pixel = floats(1, 1, 4, {1, 0.5f, 0.25f, 0.5f});
    const Bytes file = write({&pixel, 1}, ExrDepth::half).value();
    const auto name = [](std::string_view text) { return to_hex(to_bytes(text)) + "00"; };
    const std::string one = "0000803f";
    const std::string channel = "0001000000 00000000 01000000 01000000";
    const std::string header =
        "762f3101 02000000" + name("channels") + name("chlist") + "49000000" + "41" + channel +
        "42" + channel + "47" + channel + "52" + channel + "00" + name("compression") +
        name("compression") + "01000000 03" + name("dataWindow") + name("box2i") +
        "10000000 00000000 00000000 00000000 00000000" + name("displayWindow") + name("box2i") +
        "10000000 00000000 00000000 00000000 00000000" + name("lineOrder") + name("lineOrder") +
        "01000000 00" + name("pixelAspectRatio") + name("float") + "04000000" + one +
        name("screenWindowCenter") + name("v2f") + "08000000 00000000 00000000" +
        name("screenWindowWidth") + name("float") + "04000000" + one + "00";
    Bytes expected = from_hex(header);
    const auto at = static_cast<std::uint8_t>(expected.size() + 8);
    ASSERT_LT(expected.size(), 0x200u);
    // A 0.5, then B, G and R times it: 0.125, 0.25 and 0.5.
    for (const Bytes& part :
         {Bytes{std::byte{at}, std::byte{static_cast<std::uint8_t>((expected.size() + 8) >> 8)}},
          from_hex("000000000000 00000000 08000000 0038 0030 0034 0038")})
        expected.insert(expected.end(), part.begin(), part.end());
    EXPECT_EQ(to_hex(file), to_hex(expected));
}

// ABGR of one pixel, the last 16 bytes of the file: floats, too few to be made smaller.
std::vector<float> written(const std::vector<float>& rgba) {
    const Image pixel = floats(1, 1, 4, rgba);
    const Bytes file = write({&pixel, 1}).value();
    std::vector<float> out(4);
    std::memcpy(out.data(), file.data() + file.size() - 16, 16);
    return out;
}

TEST(WriteExr, ColoursWithoutAlphaStayAndNoNumberBecomesNone) {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    EXPECT_THAT(written({kInfinite, 4, 0, 0}), testing::ElementsAre(0, 0, 4, kInfinite));
    EXPECT_THAT(written({kInfinite, 4, 0, 0.5f}), testing::ElementsAre(0.5f, 0, 2, kInfinite));
    EXPECT_THAT(written({1, 0, 0, kInfinite}), testing::ElementsAre(kInfinite, 0, 0, kInfinite));
    EXPECT_THAT(written({1, 2, 3, -1}), testing::ElementsAre(-1, 3, 2, 1));
    EXPECT_TRUE(std::isnan(written({std::numeric_limits<float>::quiet_NaN(), 0, 0, 0.5f})[3]));
}

TEST(WriteExr, ThreadsDoNotChangeTheFile) {
    std::vector<float> samples(std::size_t{70} * 130 * 3);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<float>(i % 977);
    const Image image = floats(70, 130, 3, samples);
    EXPECT_EQ(write({&image, 1}, ExrDepth::float32, 1).value(),
              write({&image, 1}, ExrDepth::float32, 3).value());
}

TEST(WriteExr, WhatIsNoPictureOrChainIsRefused) {
    const auto error = [](const std::vector<Image>& levels) {
        const auto file = write(levels);
        return file ? std::string("none") : std::string(file.error().code.id);
    };
    const Image two = floats(2, 1, 1, {0, 0});
    const Image one = floats(1, 1, 1, {0});
    EXPECT_EQ(error({two, one}), "none");
    EXPECT_EQ(error({}), "G4054");
    EXPECT_EQ(error({one, one, two}), "G4054");
    EXPECT_EQ(error({floats(4, 1, 1, {0, 0, 0, 0}), two}), "G4054");
    EXPECT_EQ(error({two, floats(1, 1, 2, {0, 0})}), "G4054");
    EXPECT_EQ(error({floats(0, 1, 1, {})}), "G4054");
    Image eight = one;
    eight.type = SampleType::unorm8;
    eight.pixels.resize(1);
    EXPECT_EQ(error({eight}), "G4054");
}

// sRGB code 188 is 0.5029 (IEC 61966-2-1); alpha is never encoded.
TEST(LinearPicture, CodesBecomeLightAndAlphaStays) {
    const Image image{.width = 1,
                      .height = 1,
                      .channels = 2,
                      .type = SampleType::unorm8,
                      .pixels = from_hex("bc bc")};
    EXPECT_THAT(values(to_linear_floats(image, true)),
                testing::ElementsAre(testing::FloatNear(0.5029f, 0.0001f), 188 / 255.0f));
    EXPECT_THAT(values(to_linear_floats(image, false)),
                testing::ElementsAre(188 / 255.0f, 188 / 255.0f));
}

TEST(LinearPicture, ALevelIsSeenThroughItsSwizzle) {
    TextureInfo info;
    info.format = PixelFormat::rg8_unorm;
    info.usage = TextureUsage::data;
    info.swizzle = {Swizzle::r, Swizzle::r, Swizzle::r, Swizzle::g};
    const Image grey = level_floats(info, 0, from_hex("ff 33")).value();
    EXPECT_EQ(grey.channels, 2);
    EXPECT_THAT(values(grey), testing::ElementsAre(1, 0.2f));
    info.swizzle = {Swizzle::g, Swizzle::r, Swizzle::zero, Swizzle::one};
    EXPECT_THAT(values(level_floats(info, 0, from_hex("ff 33")).value()),
                testing::ElementsAre(0.2f, 1, 0));
    info.usage = TextureUsage::normal;
    info.swizzle = {Swizzle::r, Swizzle::g, Swizzle::zero, Swizzle::one};
    // x = 0.6 and y = 0 leave z = 0.8.
    EXPECT_THAT(values(level_floats(info, 0, from_hex("cc 80")).value()),
                testing::ElementsAre(0.8f, 128 / 255.0f, testing::FloatNear(0.9f, 0.0001f)));
    EXPECT_FALSE(level_floats(info, 0, from_hex("cc")));
}

TEST(LinearPicture, ColoursThatAlphaHidesAreClearedAndCounted) {
    Image image = floats(3, 1, 2, {5, 0, 6, 0.5f, 0, 0});
    EXPECT_EQ(clear_invisible(image), 1u);
    EXPECT_THAT(values(image), testing::ElementsAre(0, 0, 6, 0.5f, 0, 0));
    Image opaque = floats(1, 1, 3, {1, 2, 0});
    EXPECT_EQ(clear_invisible(opaque), 0u);
    EXPECT_THAT(values(opaque), testing::ElementsAre(1, 2, 0));
}

TEST(LinearPicture, HalvesAreToldFromFloats) {
    EXPECT_TRUE(are_halves(floats(1, 1, 3, {65504, 0x1p-24f, -0.0f})));
    EXPECT_FALSE(are_halves(floats(1, 1, 1, {65505})));
    EXPECT_FALSE(are_halves(floats(1, 1, 1, {0.1f})));
}

}  // namespace
}  // namespace galley
