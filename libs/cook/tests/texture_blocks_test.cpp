#include "kinds/texture/texture_blocks.h"

#include <gtest/gtest.h>

#include "galley/base/byte_pieces.h"
#include "galley/texel/image_check.h"

namespace galley {
namespace {

constexpr std::uint32_t kWidth = 2048;  // slices of 32 rows
constexpr std::uint32_t kHeight = 70;

Image noise(std::uint8_t channels, SampleType type = SampleType::unorm8) {
    Image image{
        .width = kWidth, .height = kHeight, .channels = channels, .type = type, .pixels = {}};
    image.pixels.resize(image.row_bytes() * kHeight);
    std::uint32_t state = 1;
    for (std::byte& byte : image.pixels) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::byte>(state >> 24);
    }
    return image;
}

/// Opaque down to the row.
Image noise_below(std::uint32_t opaque_rows) {
    Image image = noise(4);
    for (std::size_t i = 0; i < std::size_t{opaque_rows} * kWidth; ++i)
        image.pixels[4 * i + 3] = std::byte{255};
    return image;
}

TextureSettings settings_of(TextureUsage usage, std::optional<TextureCompression> compression) {
    TextureSettings settings;
    settings.usage = usage;
    settings.compression = compression;
    settings.quality = TextureQuality::fast;
    return settings;
}

using Levels = std::vector<Bytes>;

Levels copy_of(const BytePieces& pieces) {
    Levels levels;
    for (const ByteSpan piece : spans_of(pieces)) levels.emplace_back(piece.begin(), piece.end());
    return levels;
}

/// The blocks of every level, each encoded as a whole.
Levels whole(const Image& image, TextureUsage usage, PixelFormat format,
             const texel::BlockEncodeOptions& options) {
    JobPool pool(1);
    const auto built = texel::build_texture(image, channel_use(usage), {}, pool).value();
    Levels levels;
    for (std::uint32_t i = 0; i < built.levels.size(); ++i) {
        const texel::PlainPixels pixels{built.levels[i], built.layout.format, mip_size(kWidth, i),
                                        mip_size(kHeight, i)};
        levels.push_back(texel::encode_blocks(pixels, format, options).value());
    }
    return levels;
}

/// Those that come while rows do, no level larger than the settings allow.
Levels streamed(const Image& image, const TextureSettings& settings, PixelFormat format,
                unsigned threads, bool by_rows) {
    JobPool pool(threads);
    TextureBlocks blocks(settings, image, true, pool);
    for (std::uint32_t y = 1; by_rows && y <= image.height; ++y) blocks.rows_decoded(y);
    blocks.encode_picture(format);
    EXPECT_EQ(blocks.transparent(), texel::has_transparency(image));
    const texel::MipOptions options{
        .picture = false, .transparent = blocks.transparent(), .max_size = settings.max_size};
    const auto built =
        texel::build_texture(image, channel_use(*settings.usage), options, pool).value();
    EXPECT_EQ(built.levels[0].empty(), settings.max_size == 0);
    blocks.encode_levels(built);
    return copy_of(blocks.finish().value());
}

void expect_whole(const Image& image, TextureSettings settings, PixelFormat format,
                  texel::BlockAlpha alpha) {
    texel::BlockEncodeOptions options;
    options.quality = texel::BlockQuality::fast;
    options.alpha = alpha;
    if (*settings.usage == TextureUsage::color) options.metric = texel::BlockMetric::perceptual;
    const Levels all = whole(image, *settings.usage, format, options);
    for (const unsigned left_out : {0U, 1U, 5U}) {
        settings.max_size = left_out == 0 ? 0 : kWidth >> left_out;
        const Levels expected(all.begin() + left_out, all.end());
        for (const unsigned threads : {1U, 3U})
            for (const bool by_rows : {false, true})
                EXPECT_EQ(streamed(image, settings, format, threads, by_rows), expected)
                    << threads << " threads, by rows " << by_rows << ", without the largest "
                    << left_out;
    }
}

TEST(TextureBlocks, OfRowsAsTheyComeAreThoseOfWholeLevelsWithinTheCap) {
    using enum TextureCompression;
    using texel::BlockAlpha;
    const auto color = TextureUsage::color;
    expect_whole(noise(3), settings_of(color, {}), PixelFormat::bc7_srgb, BlockAlpha::ignored);
    expect_whole(noise(2), settings_of(color, bc3), PixelFormat::bc3_srgb,
                 BlockAlpha::weighs_color);
    expect_whole(noise(1), settings_of(TextureUsage::data, {}), PixelFormat::bc4_unorm,
                 BlockAlpha::ignored);
    expect_whole(noise(3), settings_of(TextureUsage::normal, {}), PixelFormat::bc5_unorm,
                 BlockAlpha::ignored);
    expect_whole(noise(1, SampleType::unorm16), settings_of(TextureUsage::data, bc4),
                 PixelFormat::bc4_unorm, BlockAlpha::ignored);
}

// The first slices are taken as opaque before the last row tells otherwise.
TEST(TextureBlocks, KnowOfTransparencyThatComesLate) {
    using enum TextureCompression;
    using texel::BlockAlpha;
    for (const std::uint32_t rows : {0U, 40U, kHeight - 1, kHeight}) {
        const Image image = noise_below(rows);
        const bool opaque = !texel::has_transparency(image);
        const auto color = TextureUsage::color;
        expect_whole(image, settings_of(color, bc7), PixelFormat::bc7_srgb,
                     opaque ? BlockAlpha::ignored : BlockAlpha::weighs_color);
        expect_whole(image, settings_of(color, bc3), PixelFormat::bc3_srgb,
                     opaque ? BlockAlpha::ignored : BlockAlpha::weighs_color);
        expect_whole(image, settings_of(color, bc1), PixelFormat::bc1_srgb,
                     opaque ? BlockAlpha::ignored : BlockAlpha::one_bit);
    }
}

TEST(TextureBlocks, OfADecodeThatFailsAreDropped) {
    JobPool pool(2);
    const Image image = noise(3);
    const TextureSettings settings = settings_of(TextureUsage::color, {});
    TextureBlocks blocks(settings, image, true, pool);
    blocks.rows_decoded(64);
}

TEST(JobStream, RunsEveryJobOnceBeforeItIsFinished) {
    for (const unsigned threads : {1U, 4U}) {
        JobPool pool(threads);
        std::vector<int> runs(100);
        JobStream jobs(pool);
        for (int& run : runs) jobs.add([&run] { ++run; });
        jobs.finish();
        EXPECT_EQ(runs, std::vector<int>(100, 1));
        jobs.add([&runs] { ++runs[0]; });
        jobs.finish();
        EXPECT_EQ(runs[0], 2);
    }
}

}  // namespace
}  // namespace galley
