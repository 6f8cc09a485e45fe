#include <cstring>

#include <gmock/gmock.h>

#include "art.h"
#include "child_process.h"
#include "export_call.h"
#include "galley/export/texture_file.h"
#include "galley/import/image_file.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/temp_dir.h"
#include "galley/texel/half.h"

namespace galley::test {
namespace {

using testing::HasSubstr;

TEST(Export, PlainFilesReadBackAsThePictureWas) {
    const TempDir dir;
    write_picture(dir / "a.png");
    ASSERT_EQ(export_texture(dir, {"a.png", "-o", "again.png"}).exit_code, 0);
    const Image source = read_picture(dir / "again.png");
    for (const std::string name : {"a.dds", "a.ktx2"}) {
        const ChildResult made = export_texture(dir, {"a.png", "-o", name, "--format", "plain"});
        ASSERT_EQ(made.exit_code, 0) << made.error;
        EXPECT_THAT(made.out, HasSubstr("rgba8_srgb"));
        ASSERT_EQ(export_texture(dir, {name, "-o", "back.png"}).exit_code, 0);
        const Image back = read_picture(dir / "back.png");
        ASSERT_EQ(back.width, source.width);
        ASSERT_EQ(back.channels, 4);
        for (std::size_t i = 0; i < std::size_t{source.width} * source.height; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                ASSERT_EQ(back.pixels[i * 4 + c], source.pixels[i * source.channels + c]) << name;
    }
}

TEST(Export, InspectNamesTheFormatThatWasAskedFor) {
    const TempDir dir;
    write_picture(dir / "a.png");
    for (const std::string file : {"a.dds", "a.ktx2"}) {
        for (const auto& [format, words] : {std::pair{"bc1", "BC1 sRGB"},
                                            {"bc3", "BC3 sRGB"},
                                            {"bc4", "BC4"},
                                            {"bc5", "BC5"},
                                            {"bc7", "BC7 sRGB"}}) {
            ASSERT_EQ(
                export_texture(dir, {"a.png", "-o", file, "--format", format, "--quality", "fast"})
                    .exit_code,
                0);
            const ChildResult seen =
                run_galley({"inspect", file}, {.directory = dir.path(), .home = {}});
            EXPECT_THAT(seen.out, HasSubstr(std::string("of ") + words + ","));
        }
        ASSERT_EQ(export_texture(dir, {"a.png", "-o", file, "--linear"}).exit_code, 0);
        EXPECT_THAT(run_galley({"inspect", file}, {.directory = dir.path(), .home = {}}).out,
                    HasSubstr("of BC7,"));
    }
}

TEST(Export, ALevelOfATextureIsAPicture) {
    const TempDir dir;
    write_picture(dir / "a.png");
    ASSERT_EQ(export_texture(dir, {"a.png", "-o", "again.png"}).exit_code, 0);
    const Image source = read_picture(dir / "again.png");
    ASSERT_EQ(export_texture(dir, {"a.png", "-o", "b.png", "--level", "1"}).exit_code, 0);
    EXPECT_EQ(read_picture(dir / "b.png").width, source.width / 2);
    const ChildResult beyond = export_texture(dir, {"a.png", "-o", "b.png", "--level", "20"});
    EXPECT_EQ(beyond.exit_code, 1);
    EXPECT_THAT(beyond.error, HasSubstr("there is no level 20"));
}

Image decoded(const std::filesystem::path& path, Ledger& ledger) {
    auto image = decode_image(read_file(path), path.extension().string().substr(1), {}, ledger);
    EXPECT_TRUE(image) << image.error().to_string();
    return image ? *std::move(image) : Image();
}

// OpenEXR reads what is written: the writer is our own.
TEST(Export, FloatsKeepTheirBitsThroughOpenExr) {
    const TempDir dir;
    const auto golden = source_dir() / "tests/golden/images";
    for (const auto& [from, words] : {std::pair{"rgbe.hdr", "16-bit floats"},
                                      {"exr_rgba_half_zip.exr", "16-bit floats"},
                                      {"exr_rgba_float_dwaa.exr", "16-bit floats"},
                                      {"exr_grey_alpha.exr", "16-bit floats"},
                                      {"exr_whole.exr", "32-bit floats"}}) {
        const ChildResult made = export_texture(dir, {(golden / from).string(), "-o", "a.exr"});
        ASSERT_EQ(made.exit_code, 0) << made.error;
        EXPECT_THAT(made.out, HasSubstr(words)) << from;
        Ledger ledger;
        const Image source = decoded(golden / from, ledger);
        const Image back = decoded(dir / "a.exr", ledger);
        EXPECT_EQ(back.channels, source.channels);
        EXPECT_EQ(back.pixels, source.pixels) << from;
    }
}

// The pixels are OpenImageIO's (tests/oracles/block_pixels.py).
TEST(Export, BlocksOfHalvesBecomeTheirPixelsInOpenExr) {
    const TempDir dir;
    const auto golden = source_dir() / "tests/golden/blocks";
    for (const auto& [name, format] : {std::pair{"bc6h_ufloat", PixelFormat::bc6h_ufloat},
                                       {"bc6h_sfloat", PixelFormat::bc6h_sfloat}}) {
        const Bytes blocks = read_file(golden / (std::string(name) + ".blocks"));
        TextureInfo info;
        info.format = format;
        info.width = 4;
        info.height = static_cast<std::uint32_t>(blocks.size() / 16 * 4);
        info.levels = 1;
        const ByteSpan level = blocks;
        write_file(dir / "a.dds", write_dds(info, {&level, 1}).value());
        const ChildResult made = export_texture(dir, {"a.dds", "-o", "a.exr"});
        ASSERT_EQ(made.exit_code, 0) << made.error;
        EXPECT_THAT(made.out, HasSubstr("16-bit floats"));
        Ledger ledger;
        const Image back = decoded(dir / "a.exr", ledger);
        const Bytes expected = read_file(golden / (std::string(name) + ".pixels"));
        ASSERT_EQ(back.type, SampleType::float32);
        ASSERT_EQ(back.pixels.size() / back.pixel_bytes(), expected.size() / 6);
        for (std::size_t i = 0; i < expected.size() / 2; ++i) {
            std::uint16_t half;
            float value;
            std::memcpy(&half, &expected[2 * i], sizeof half);
            std::memcpy(&value, &back.pixels[i / 3 * back.pixel_bytes() + i % 3 * sizeof value],
                        sizeof value);
            ASSERT_EQ(texel::float_to_half(value), half) << name << ", sample " << i;
        }
    }
}

TEST(Export, AnOpenExrOfCodesHoldsTheirLight) {
    const TempDir dir;
    write_picture(dir / "a.png");
    const Image source = read_picture(dir / "a.png");
    ASSERT_EQ(export_texture(dir, {"a.png", "-o", "a.exr"}).exit_code, 0);
    ASSERT_EQ(export_texture(dir, {"a.exr", "-o", "back.png"}).exit_code, 0);
    const Image back = read_picture(dir / "back.png");
    ASSERT_EQ(back.width, source.width);
    for (std::size_t i = 0; i < std::size_t{source.width} * source.height; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            ASSERT_EQ(back.pixels[i * back.channels + c], source.pixels[i * source.channels + c]);
}

TEST(Export, ATextureIsAMipMapOfOpenExr) {
    const TempDir dir;
    write_picture(dir / "a.png");
    const Image source = read_picture(dir / "a.png");
    const ChildResult made = export_texture(dir, {"a.png", "-o", "a.exr", "--format", "bc7"});
    ASSERT_EQ(made.exit_code, 0) << made.error;
    Ledger ledger;
    EXPECT_EQ(decoded(dir / "a.exr", ledger).width, source.width);
    EXPECT_THAT(ledger.entries(),
                testing::Contains(testing::Field(&LedgerEntry::what, "smaller levels")));
    const ChildResult one =
        export_texture(dir, {"a.png", "-o", "b.exr", "--format", "bc7", "--level", "1"});
    EXPECT_THAT(one.out, HasSubstr("1 level,"));
    EXPECT_EQ(decoded(dir / "b.exr", ledger).width, source.width / 2);
}

TEST(Export, AFolderWithAnOpenExrIsCookedShownAndWrittenAgain) {
    const TempDir dir;
    const ChildOptions here{.directory = dir.path(), .home = {}};
    std::filesystem::create_directory(dir / "art");
    std::filesystem::copy(source_dir() / "tests/golden/images/exr_rgba_half_piz.exr",
                          dir / "art/glow.exr");
    const ChildResult cooked = run_galley({"cook", "art"}, here);
    ASSERT_EQ(cooked.exit_code, 0) << cooked.error << cooked.out;
    const ChildResult seen = run_galley({"inspect", "art/glow.exr"}, here);
    EXPECT_THAT(seen.out, HasSubstr("OpenEXR of 16-bit floats, 40 x 40, RGBA"));
    ASSERT_EQ(
        run_galley({"view", "art/glow.exr", "-o", "glow.png", "--exposure", "1"}, here).exit_code,
        0);
    EXPECT_GT(count_colors(read_picture(dir / "glow.png")), 10u);
}

TEST(Export, DdsAndKtx2KeepTheirLevelsAndTheirTag) {
    const TempDir dir;
    write_picture(dir / "a.png");
    for (const std::string tag : {"--srgb", "--linear"}) {
        ASSERT_EQ(export_texture(
                      dir, {"a.png", "-o", "a.ktx2", "--format", "bc7", "--quality", "fast", tag})
                      .exit_code,
                  0);
        for (const std::string name : {"b.dds", "b.ktx2"})
            ASSERT_EQ(export_texture(dir, {"a.ktx2", "-o", name}).exit_code, 0);
        ASSERT_EQ(export_texture(dir, {"b.dds", "-o", "c.ktx2"}).exit_code, 0);
        EXPECT_EQ(read_file(dir / "b.ktx2"), read_file(dir / "a.ktx2")) << tag;
        EXPECT_EQ(read_file(dir / "c.ktx2"), read_file(dir / "a.ktx2")) << tag;
    }
}

// Level 1 is blue in a picture that is red: whoever makes levels anew gives red.
TEST(Export, ALevelOfADdsIsTheFiles) {
    const TempDir dir;
    TextureInfo info;
    info.width = info.height = 2;
    info.levels = 2;
    const Bytes red = from_hex("ff0000ffff0000ffff0000ffff0000ff");
    const Bytes blue = from_hex("0000ffff");
    const ByteSpan levels[] = {red, blue};
    write_file(dir / "a.dds", write_dds(info, levels).value());
    const ChildOptions here{.directory = dir.path(), .home = {}};
    ASSERT_EQ(export_texture(dir, {"a.dds", "-o", "a.png", "--level", "1"}).exit_code, 0);
    ASSERT_EQ(run_galley({"view", "a.dds", "-o", "b.png", "--level", "1"}, here).exit_code, 0);
    for (const std::string name : {"a.png", "b.png"}) {
        const Image level = read_picture(dir / name);
        EXPECT_EQ(std::to_integer<int>(level.pixels[0]), 0) << name;
        EXPECT_EQ(std::to_integer<int>(level.pixels[2]), 255) << name;
    }
}

TEST(Export, OneLevelOfADdsGetsSmallerOnesWithAnotherFormat) {
    const TempDir dir;
    write_picture(dir / "a.png");
    ASSERT_EQ(
        export_texture(dir, {"a.png", "-o", "a.dds", "--format", "plain", "--no-mips"}).exit_code,
        0);
    EXPECT_THAT(export_texture(dir, {"a.dds", "-o", "b.ktx2"}).out, HasSubstr("1 level,"));
    EXPECT_THAT(export_texture(dir, {"a.dds", "-o", "b.ktx2", "--format", "bc1"}).out,
                HasSubstr(" levels,"));
}

TEST(Export, EveryFormatIsMadeOfEveryOther) {
    const TempDir dir;
    write_picture(dir / "a.png");
    for (const std::string from : {"plain", "bc1", "bc3", "bc4", "bc5", "bc7"}) {
        ASSERT_EQ(
            export_texture(dir, {"a.png", "-o", "a.dds", "--format", from, "--quality", "fast"})
                .exit_code,
            0);
        for (const std::string to : {"plain", "bc1", "bc3", "bc4", "bc5", "bc7"}) {
            const ChildResult made =
                export_texture(dir, {"a.dds", "-o", "b.ktx2", "--format", to, "--quality", "fast"});
            EXPECT_EQ(made.exit_code, 0) << from << " to " << to << ": " << made.error;
        }
    }
}

TEST(Export, WhatDecodingLosesIsTold) {
    const TempDir dir;
    const ChildResult made = export_texture(
        dir, {(source_dir() / "tests/golden/images/animated.webp").string(), "-o", "a.png"});
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_THAT(made.error, HasSubstr("dropped: "));
}

TEST(Export, ALevelOfAPictureIsMadeOfPlainSamples) {
    const TempDir dir;
    write_picture(dir / "a.png");
    ASSERT_EQ(export_texture(dir, {"a.png", "-o", "a.dds", "--format", "plain"}).exit_code, 0);
    ASSERT_EQ(export_texture(dir, {"a.dds", "-o", "plain.png", "--level", "1"}).exit_code, 0);
    ASSERT_EQ(export_texture(dir, {"a.png", "-o", "level.png", "--level", "1"}).exit_code, 0);
    EXPECT_EQ(read_file(dir / "level.png"), read_file(dir / "plain.png"));
    ASSERT_EQ(export_texture(dir, {"a.dds", "-o", "plain.exr", "--level", "1"}).exit_code, 0);
    ASSERT_EQ(export_texture(dir, {"a.png", "-o", "level.exr", "--level", "1"}).exit_code, 0);
    EXPECT_EQ(read_file(dir / "level.exr"), read_file(dir / "plain.exr"));
}

TEST(Export, WhatDecodingOfFloatsLosesIsToldOnce) {
    const TempDir dir;
    const auto golden = source_dir() / "tests/golden/images";
    const ChildResult made =
        export_texture(dir, {(golden / "exr_parts.exr").string(), "-o", "a.png"});
    ASSERT_EQ(made.exit_code, 0) << made.error;
    EXPECT_THAT(made.error, HasSubstr("dropped: further parts"));
    EXPECT_THAT(made.error, testing::Not(HasSubstr("(2 times)")));
}

TEST(Export, ADdsStartsAtTheLevelThatIsAskedFor) {
    const TempDir dir;
    write_picture(dir / "a.png");
    const std::uint32_t width = read_picture(dir / "a.png").width;
    for (const std::string name : {"a.dds", "a.ktx2"}) {
        const ChildResult beyond = export_texture(dir, {"a.png", "-o", name, "--level", "99"});
        EXPECT_EQ(beyond.exit_code, 1);
        EXPECT_THAT(beyond.error, HasSubstr("there is no level 99; the last is "));
        ASSERT_EQ(export_texture(dir, {"a.png", "-o", name, "--level", "1"}).exit_code, 0);
        Ledger ledger;
        EXPECT_EQ(decoded(dir / name, ledger).width, width / 2);
        EXPECT_THAT(export_texture(dir, {"a.png", "-o", name, "--level", "1", "--no-mips"}).out,
                    HasSubstr(" 1 level,"));
    }
}

TEST(Export, SixteenBitColourSaysThatItIsLight) {
    const TempDir dir;
    const auto golden = source_dir() / "tests/golden/images";
    const std::string deep = (golden / "rgba16_interlaced.png").string();
    for (const std::string name : {"a.dds", "a.ktx2"}) {
        EXPECT_THAT(export_texture(dir, {deep, "-o", name}).error, HasSubstr("16-bit colour"));
        EXPECT_EQ(export_texture(dir, {deep, "-o", name, "--linear"}).error, "");
        EXPECT_EQ(export_texture(dir, {deep, "-o", name, "--format", "bc7"}).error, "");
    }
    EXPECT_EQ(export_texture(dir, {deep, "-o", "a.png"}).error, "");
}

TEST(Export, ASourceIsNotWrittenOver) {
    const TempDir dir;
    write_picture(dir / "a.png");
    const Bytes before = read_file(dir / "a.png");
    const ChildResult made =
        export_texture(dir, {"a.png", "-o", (dir / "a.png").string(), "--format", "bc1"});
    EXPECT_EQ(made.exit_code, 1);
    EXPECT_THAT(made.error, HasSubstr("G5008"));
    EXPECT_EQ(read_file(dir / "a.png"), before);
}

TEST(Export, WhatCannotBeWrittenSaysWhy) {
    const TempDir dir;
    write_picture(dir / "a.png");
    EXPECT_THAT(export_texture(dir, {"a.png", "-o", "a.tga"}).error, HasSubstr("G5003"));
    EXPECT_THAT(export_texture(dir, {"a.png", "-o", "a.dds", "--format", "bc4", "--srgb"}).error,
                HasSubstr("G4053"));
    EXPECT_EQ(export_texture(dir, {"a.png", "-o", "a.dds", "--format", "bc9"}).exit_code, 2);
    EXPECT_EQ(export_texture(dir, {"a.png", "-o", "a.dds", "--srgb", "--linear"}).exit_code, 2);
    const ChildResult help = run_galley({"export", "texture", "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.out, HasSubstr("Examples:\n  galley export texture "));
}

}  // namespace
}  // namespace galley::test
