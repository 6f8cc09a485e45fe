#include <cmath>

#include <gmock/gmock.h>

#include "cook_fixture.h"
#include "galley/asset/cooked_file.h"
#include "galley/asset/texture.h"
#include "galley/cook/errors.h"
#include "galley/export/texture_file.h"
#include "galley/texel/block_encode.h"

namespace galley::test {
namespace {

using ::testing::IsEmpty;

constexpr std::uint32_t kSide = 64;

/// A picture of `channels` bytes a pixel; `at` tells them.
template <class At>
Bytes pixels(std::size_t channels, At at) {
    Bytes out;
    for (std::uint32_t y = 0; y < kSide; ++y)
        for (std::uint32_t x = 0; x < kSide; ++x)
            for (std::size_t c = 0; c < channels; ++c)
                out.push_back(static_cast<std::byte>(at(x, y, c)));
    return out;
}

Bytes slope() {
    return pixels(1, [](std::uint32_t x, std::uint32_t y, std::size_t) { return 2 * x + y; });
}

/// x and y of the normals of round bumps, green up.
Bytes bumps() {
    return pixels(2, [](std::uint32_t x, std::uint32_t y, std::size_t c) {
        const double u = x * 3.14159265 / 8;
        const double v = y * 3.14159265 / 8;
        const double across = -std::sin(u) * std::cos(v) / 2;
        const double down = -std::cos(u) * std::sin(v) / 2;
        const double length = std::sqrt(across * across + down * down + 1);
        return std::lround(((c == 0 ? -across : down) / length + 1) * 127.5);
    });
}

class TextureDepth : public CookTest {
protected:
    void put_file(const std::string& name, PixelFormat format, const Bytes& level) {
        TextureInfo info;
        info.format = format;
        info.usage = TextureUsage::data;
        info.width = info.height = kSide;
        const ByteSpan levels[] = {level};
        const auto file =
            name.ends_with("dds") ? write_dds(info, levels) : write_ktx2(info, levels);
        put(name, std::string(as_text(file.value())));
    }

    /// A file of blocks made from `plain`.
    void put_blocks(const std::string& name, PixelFormat format, PixelFormat from,
                    const Bytes& plain) {
        const texel::PlainPixels picture{plain, from, kSide, kSide};
        put_file(name, format, texel::encode_blocks(picture, format, {}).value());
    }

    void put_settings(const std::string& settings) {
        put("project.json", R"({"import": [{"match": "*", "settings": {)" + settings + "}}]}");
    }

    PixelFormat cooked(const std::string& name) {
        EXPECT_TRUE(cook_all().ok());
        const Manifest rows = manifest();
        const auto* row = rows.find_name(name);
        EXPECT_NE(row, nullptr) << name;
        const Bytes file = fs.read("p/cooked/" + store_path(row->key), 1 << 20).value();
        return view_texture(open_cooked_file(file).value().body).value().info.format;
    }
};

TEST_F(TextureDepth, blocks_of_one_and_two_channels_stay_such_blocks) {
    for (const std::string file : {"assets/a.dds", "assets/a.ktx2"}) {
        put_settings(R"("usage": "normal")");
        put_blocks(file, PixelFormat::bc5_unorm, PixelFormat::rg8_unorm, bumps());
        EXPECT_EQ(cooked(file), PixelFormat::bc5_unorm);
        EXPECT_THAT(told.assets[file].diagnostics, IsEmpty());
        EXPECT_FALSE(told.assets[file].ledger.lossy());
        put_settings(R"("usage": "data")");
        put_blocks(file, PixelFormat::bc4_unorm, PixelFormat::r8_unorm, slope());
        EXPECT_EQ(cooked(file), PixelFormat::bc4_unorm);
        EXPECT_FALSE(told.assets[file].ledger.lossy());
        put_settings(R"("usage": "color")");
        EXPECT_EQ(cooked(file), PixelFormat::bc7_srgb);
        EXPECT_FALSE(told.assets[file].ledger.lossy());
        fs.remove_file("p/" + file).value();
    }
}

TEST_F(TextureDepth, a_named_compression_wins_over_that_of_the_file) {
    put_settings(R"("usage": "normal", "compression": "none")");
    put_blocks("assets/a.dds", PixelFormat::bc5_unorm, PixelFormat::rg8_unorm, bumps());
    EXPECT_EQ(cooked("assets/a.dds"), PixelFormat::rg16_unorm);
}

TEST_F(TextureDepth, samples_of_sixteen_bits_stay_plain) {
    put_settings(R"("usage": "data")");
    Bytes deep;
    for (const std::byte value : slope()) deep.insert(deep.end(), {std::byte{7}, value});
    put_file("assets/a.dds", PixelFormat::r16_unorm, deep);
    EXPECT_EQ(cooked("assets/a.dds"), PixelFormat::r16_unorm);
}

TEST_F(TextureDepth, of_packed_channels_is_that_of_the_deepest_file) {
    put_settings(R"("usage": "data", "channels": ["assets/x.dds:r", "assets/y.dds:r", "0"])");
    put_blocks("assets/x.dds", PixelFormat::bc4_unorm, PixelFormat::r8_unorm, slope());
    put_blocks("assets/y.dds", PixelFormat::bc4_unorm, PixelFormat::r8_unorm, slope());
    EXPECT_EQ(cooked("assets/x.dds"), PixelFormat::bc7_unorm);
    Bytes deep;
    for (const std::byte value : slope()) deep.insert(deep.end(), {std::byte{7}, value});
    put_file("assets/y.dds", PixelFormat::r16_unorm, deep);
    EXPECT_EQ(cooked("assets/x.dds"), PixelFormat::rgba16_unorm);
}

TEST_F(TextureDepth, smooth_alpha_that_bc1_takes_is_told) {
    const auto with_alpha = [this](auto alpha) {
        put_file("assets/a.dds", PixelFormat::rgba8_unorm,
                 pixels(4, [&](std::uint32_t x, std::uint32_t, std::size_t c) {
                     return c == 3 ? alpha(x) : 2 * x;
                 }));
    };
    const auto gradient = [](std::uint32_t x) { return 4 * x; };
    put_settings(R"("compression": "bc1")");
    with_alpha(gradient);
    EXPECT_EQ(cooked("assets/a.dds"), PixelFormat::bc1_srgb);
    const AssetOutcome& outcome = told.assets["assets/a.dds"];
    ASSERT_EQ(outcome.diagnostics.size(), 1U);
    EXPECT_EQ(outcome.diagnostics[0].error.code, kAlphaOneBit);
    EXPECT_EQ(outcome.diagnostics[0].severity, Severity::warning);
    EXPECT_TRUE(outcome.ledger.lossy());

    with_alpha([](std::uint32_t x) { return x < 32 ? 0U : 255U; });
    cooked("assets/a.dds");
    EXPECT_THAT(told.assets["assets/a.dds"].diagnostics, IsEmpty());
    EXPECT_FALSE(told.assets["assets/a.dds"].ledger.lossy());

    put_settings(R"("compression": "bc3")");
    with_alpha(gradient);
    EXPECT_EQ(cooked("assets/a.dds"), PixelFormat::bc3_srgb);
    EXPECT_THAT(told.assets["assets/a.dds"].diagnostics, IsEmpty());

    // A material that cuts at a cutoff wants one bit.
    put_settings(R"("compression": "bc1", "alpha_cutoff": 0.5)");
    EXPECT_EQ(cooked("assets/a.dds"), PixelFormat::bc1_srgb);
    EXPECT_THAT(told.assets["assets/a.dds"].diagnostics, IsEmpty());
    EXPECT_TRUE(told.assets["assets/a.dds"].ledger.lossy());
}

}  // namespace
}  // namespace galley::test
