#include <cstring>

#include <gmock/gmock.h>

#include "export_call.h"
#include "galley/export/exr.h"
#include "galley/export/texture_file.h"
#include "galley/import/image_file.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"

namespace galley::test {
namespace {

using testing::HasSubstr;

/// A DDS with the DX10 header of 2 x 2 pixels of a DXGI format, all alike.
void write_dds_of(const std::filesystem::path& path, std::uint32_t dxgi, std::string_view pixel) {
    TextureInfo info;
    info.width = info.height = 2;
    const Bytes blank(16);
    const ByteSpan level = blank;
    Bytes file = write_dds(info, {&level, 1}).value();
    file[128] = static_cast<std::byte>(dxgi);
    file.resize(148);
    for (int i = 0; i < 4; ++i) {
        const Bytes bytes = from_hex(pixel);
        file.insert(file.end(), bytes.begin(), bytes.end());
    }
    write_file(path, file);
}

// DXGI_FORMAT_B8G8R8A8_UNORM 87, B8G8R8X8_UNORM 88, B8G8R8A8_UNORM_SRGB 91.
TEST(ExportOfTextures, ADdsHasItsChannelsInOrder) {
    const TempDir dir;
    for (const auto& [dxgi, alpha] : {std::pair{87u, 0x80}, {88u, 255}, {91u, 0x80}}) {
        write_dds_of(dir / "bgra.dds", dxgi, "01020380");
        for (const std::vector<std::string>& more :
             {std::vector<std::string>{}, {"--format", "plain"}, {"--no-mips"}}) {
            std::vector<std::string> arguments = {"bgra.dds", "-o", "a.dds"};
            arguments.insert(arguments.end(), more.begin(), more.end());
            const ChildResult made = export_texture(dir, arguments);
            ASSERT_EQ(made.exit_code, 0) << made.error;
            const Bytes file = read_file(dir / "a.dds");
            const std::vector<std::byte> pixel(file.begin() + 148, file.begin() + 152);
            EXPECT_EQ(pixel, (from_hex("030201" + std::string(alpha == 255 ? "ff" : "80"))))
                << dxgi;
        }
    }
}

TEST(ExportOfTextures, TexturesWhosePixelsMustChangeBecomePlain) {
    GALLEY_NEEDS_CORPUS();
    const TempDir dir;
    const ChildResult made = export_texture(
        dir, {(corpus_dir() / "image/ktx2/rgb-mipmap-reference-u.ktx2").string(), "-o", "a.dds"});
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_THAT(made.out, HasSubstr("rgba8_srgb, 7 levels"));
    EXPECT_EQ(made.error, "");
}

TEST(ExportOfTextures, SlicesThatAVolumeLosesAreToldAndTheFirstIsPlain) {
    const TempDir dir;
    write_dds_of(dir / "a.dds", 28, "01020304");
    Bytes file = read_file(dir / "a.dds");
    file[10] |= std::byte{0x80};  // DDSD_DEPTH
    file[24] = std::byte{2};      // slices
    file[132] = std::byte{4};     // D3D10_RESOURCE_DIMENSION_TEXTURE3D
    const Bytes slice(file.begin() + 148, file.end());
    file.insert(file.end(), slice.begin(), slice.end());
    write_file(dir / "a.dds", file);
    const ChildResult made = export_texture(dir, {"a.dds", "-o", "b.ktx2"});
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_THAT(made.out, HasSubstr("rgba8_unorm"));
    EXPECT_THAT(made.error, HasSubstr("further slices of a volume"));
}

TEST(ExportOfTextures, FacesAndLayersThatAPictureLeavesOutAreTold) {
    const TempDir dir;
    TextureInfo info;
    info.width = info.height = 2;
    info.levels = 2;
    for (const auto& [shape, layers, words] :
         {std::tuple{TextureShape::cube, 6u, "dropped: further faces of a cube (5 times)"},
          {TextureShape::array, 3u, "dropped: further layers (2 times)"}}) {
        info.shape = shape;
        info.layers = layers;
        const Bytes large(16u * layers);
        const Bytes small(4u * layers);
        const ByteSpan levels[] = {large, small};
        write_file(dir / "a.dds", write_dds(info, levels).value());
        for (const std::string name : {"b.png", "b.exr"})
            for (const std::vector<std::string>& how :
                 {std::vector<std::string>{"--level", "1"}, {"--format", "plain"}, {}}) {
                std::vector<std::string> arguments = {"a.dds", "-o", name};
                arguments.insert(arguments.end(), how.begin(), how.end());
                EXPECT_THAT(export_texture(dir, arguments).error, HasSubstr(words)) << name;
            }
    }
}

/// Red of the first pixel of an OpenEXR file.
float red_of(const std::filesystem::path& path) {
    Ledger ledger;
    const auto image = decode_image(read_file(path), "exr", {}, ledger);
    EXPECT_TRUE(image) << image.error().to_string();
    float red = -1;
    if (image) std::memcpy(&red, image->pixels.data(), sizeof red);
    return red;
}

// DXGI_FORMAT_R32G32B32A32_FLOAT 2: infinite red of no alpha.
TEST(ExportOfTextures, ColoursThatAlphaHidesAreToldAndNoNaN) {
    const TempDir dir;
    write_dds_of(dir / "a.dds", 2, "0000807f 0000803f 00000000 00000000");
    const ChildResult made = export_texture(dir, {"a.dds", "-o", "a.exr"});
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_THAT(made.error, HasSubstr("dropped: colours where alpha is 0 (4 times)"));
    EXPECT_EQ(red_of(dir / "a.exr"), 0);
}

TEST(ExportOfTextures, LightWithoutAlphaStaysInOpenExr) {
    const TempDir dir;
    Image glow{.width = 1,
               .height = 1,
               .channels = 4,
               .type = SampleType::float32,
               .pixels = from_hex("00008040 00000000 00000000 00000000")};
    JobPool pool(1);
    write_file(dir / "a.exr", write_exr({&glow, 1}, ExrDepth::half, pool).value());
    const ChildResult made = export_texture(dir, {"a.exr", "-o", "b.exr"});
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_THAT(made.error, HasSubstr("they stay as they are"));
    EXPECT_EQ(red_of(dir / "b.exr"), 4);
}

}  // namespace
}  // namespace galley::test
