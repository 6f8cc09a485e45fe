#include <gmock/gmock.h>

#include "art.h"
#include "child_process.h"
#include "galley/test/temp_dir.h"

namespace galley::test {
namespace {

using testing::HasSubstr;

ChildResult export_texture(const TempDir& dir, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"export", "texture"});
    return run_galley(arguments, {.directory = dir.path(), .home = {}});
}

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
