#include <algorithm>
#include <cstring>

#include <gmock/gmock.h>

#include "art.h"
#include "child_process.h"
#include "galley/export/png.h"
#include "galley/export/texture_file.h"
#include "galley/import/image_file.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/temp_dir.h"

namespace galley::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::size_t count(std::string_view text, std::string_view word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
    return found;
}

std::filesystem::path golden(std::string_view name) {
    return source_dir() / "tests/golden/images" / name;
}

/// Pictures that something is wrong with, and galley run beside them.
class Pictures : public testing::Test {
protected:
    ChildResult galley(const std::vector<std::string>& arguments) {
        ChildResult result =
            run_galley(arguments, {.directory = dir_.path(), .home = dir_ / "home"});
        EXPECT_FALSE(result.timed_out);
        return result;
    }
    ChildResult good(const std::vector<std::string>& arguments) {
        ChildResult result = galley(arguments);
        EXPECT_EQ(result.exit_code, 0) << testing::PrintToString(arguments) << result.error;
        return result;
    }
    /// A JPEG whose last bytes are missing: its upper rows can be decoded.
    void write_cut(const std::string& name) {
        Bytes file = read_file(golden("baseline_420.jpg"));
        file.resize(file.size() - 40);
        std::filesystem::create_directories((dir_ / name).parent_path());
        write_file(dir_ / name, file);
    }

    TempDir dir_;
};

TEST_F(Pictures, OfWhichOnlyAPartCouldBeReadAreAWarningOfTheCookThatMakesThem) {
    write_cut("art/cut.jpg");
    const auto warned_of = [](std::string_view name) {
        return AllOf(HasSubstr(std::string(name) + ": warning G2203: "),
                     HasSubstr("Premature end of JPEG file"));
    };
    const ChildResult first = good({"cook", "art", "--out", "cooked"});
    EXPECT_THAT(first.error, warned_of("cut.jpg"));
    EXPECT_EQ(count(first.error, "warning"), 1U) << first.error;
    EXPECT_THAT(good({"cook", "art", "--out", "cooked"}).error, IsEmpty());  // it is fresh
    // The same bytes again are not cooked, and are as damaged.
    write_cut("art/twin.jpg");
    const ChildResult twin = good({"cook", "art", "--out", "cooked"});
    EXPECT_THAT(twin.out, HasSubstr("0 cooked, 1 fresh, 1 restored"));
    EXPECT_THAT(twin.error, AllOf(warned_of("twin.jpg"), Not(HasSubstr("cut.jpg"))));
    EXPECT_THAT(good({"cook", "art", "--out", "other", "--quiet"}).error, IsEmpty());
    const ChildResult json = good({"cook", "art", "--out", "cooked", "--force", "--json"});
    EXPECT_THAT(json.error, IsEmpty());
    EXPECT_EQ(at(parse(json.out), "asset_outcomes/0/diagnostics/0/code"), Json("G2203"));
    EXPECT_EQ(at(parse(json.out), "asset_outcomes/0/diagnostics/0/severity"), Json("warning"));
}

TEST_F(Pictures, OfWhichOnlyAPartCouldBeReadAreAWarningOfViewInspectExportAndImport) {
    write_cut("cut.jpg");
    good({"new", "game"});
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"view", "cut.jpg", "-o", "a.png"},
          {"view", "cut.jpg", "--against", "cut.jpg", "-o", "a.png"},
          {"inspect", "cut.jpg"},
          {"inspect", "cut.jpg", "--json"},
          {"export", "texture", "cut.jpg", "-o", "a.dds"},
          {"import", "cut.jpg", "--into", "game"}}) {
        const ChildResult made = good(arguments);
        EXPECT_THAT(made.error, HasSubstr("cut.jpg: warning G2203: ")) << arguments.front();
        EXPECT_EQ(count(made.error, "warning"), 1U) << made.error;
    }
    EXPECT_THAT(good({"inspect", "cut.jpg"}).out, HasSubstr("  partial: the JPEG decoder says"));
    const Json json = parse(good({"inspect", "cut.jpg", "--json"}).out);
    EXPECT_EQ(at(json, "ledger/lossy"), Json(true));
    EXPECT_NE(at(json, "ledger/partial"), Json());
    good({"cook", "game"});
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"view", "game/assets/cut.jpg", "--cooked", "--against",
                                   "game/assets/cut.jpg", "-o", "a.png"},
          {"inspect", "game/assets/cut.jpg", "--cooked", "--against", "game/assets/cut.jpg"}}) {
        EXPECT_EQ(count(good(arguments).error, "game/assets/cut.jpg: warning G2203"), 1U);
    }
}

/// Of three panels of `view --against`, the largest sample of the third.
int largest_difference(const Image& panels) {
    const std::uint32_t side = (panels.width - 4) / 3;  // gaps of two pixels
    int largest = 0;
    for (std::uint32_t y = 0; y < panels.height; ++y) {
        for (std::uint32_t x = 2 * (side + 2); x < panels.width; ++x) {
            const std::byte* pixel =
                panels.pixels.data() + y * panels.row_bytes() + x * panels.pixel_bytes();
            for (std::size_t c = 0; c < 3; ++c)
                largest = std::max(largest, std::to_integer<int>(pixel[c]));
        }
    }
    return largest;
}

// Sides that halve with a rest, a source that is larger than what it was cooked to, alpha.
TEST_F(Pictures, AreComparedWithTheLevelThatWasMadeOfThem) {
    good({"new", "game"});
    Image image{37, 21, 4, SampleType::unorm8, Bytes(std::size_t{37} * 21 * 4)};
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        image.pixels[i] = static_cast<std::byte>(i * i % 251);
    write_file(dir_ / "game/assets/odd.png", write_png(image).value());
    for (const std::string_view size : {"0", "16"}) {
        write_file(dir_ / "game/project.json",
                   R"({"name": "game", "import": [{"match": "*.png", "settings":)"
                   R"( {"compression": "none", "max_size": )" +
                       std::string(size) + "}}]}");
        good({"cook", "game"});
        for (const char* level : {"0", "1", "3"}) {
            good({"view", "game/assets/odd.png", "--cooked", "--against", "game/assets/odd.png",
                  "--level", level, "-o", "apart.png"});
            Ledger ledger;
            const Image apart =
                decode_image(read_file(dir_ / "apart.png"), "png", {}, ledger).value();
            EXPECT_EQ(largest_difference(apart), 0) << "cap " << size << ", level " << level;
        }
    }
    const ChildResult none = galley({"view", "game/assets/odd.png", "--cooked", "--against",
                                     "game/assets/odd.png", "--level", "5", "-o", "apart.png"});
    EXPECT_NE(none.exit_code, 0);
    write_file(dir_ / "small.png", write_png({1, 1, 3, SampleType::unorm8, Bytes(3)}).value());
    EXPECT_THAT(galley({"view", "game/assets/odd.png", "--cooked", "--against", "small.png", "-o",
                        "apart.png"})
                    .error,
                HasSubstr("the picture has no level of 9 x 5"));
}

TEST_F(Pictures, ThatAreReadAreNotWrittenOver) {
    std::filesystem::copy(golden("cmyk.jpg"), dir_ / "a.png");
    std::filesystem::create_hard_link(dir_ / "a.png", dir_ / "same.png");
    std::filesystem::copy(golden("cmyk.jpg"), dir_ / "b.png");
    const Bytes before = read_file(dir_ / "a.png");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"view", "a.png", "-o", "a.png"},
          {"view", "a.png", "-o", "./same.png"},
          {"view", "b.png", "--against", "a.png", "-o", "a.png"},
          {"convert", "a.png", "-o", "a.png"},
          {"vda", "dump", "a.png", "-o", "a.png"}}) {
        EXPECT_NE(galley(arguments).exit_code, 0) << arguments.front();
        EXPECT_EQ(read_file(dir_ / "a.png"), before) << arguments.front();
    }
    EXPECT_THAT(galley({"view", "a.png", "-o", "a.png"}).error, HasSubstr("G5008"));
}

TEST_F(Pictures, OfModelsAreLookedIntoToo) {
    write_sign(dir_ / "art", "sign", "tex/cut.jpg");
    write_cut("art/tex/cut.jpg");
    good({"new", "game"});
    const ChildResult imported = good({"import", "art/sign.gltf", "--into", "game"});
    EXPECT_THAT(imported.error, HasSubstr("art/tex/cut.jpg: warning G2203"));
    const ChildResult seen =
        good({"view", "game/assets/sign.gltf", "-o", "a.png", "--size", "32x32"});
    EXPECT_EQ(count(seen.error, "cut.jpg: warning G2203"), 1U) << seen.error;
    const ChildResult part =
        good({"view", "game/assets/sign.gltf:texture/~0", "-o", "a.png", "--size", "32x32"});
    EXPECT_EQ(count(part.error, "cut.jpg: warning G2203"), 1U) << part.error;
}

TEST_F(Pictures, ThatLoseSomethingAreToldByImportAndInspect) {
    std::filesystem::create_directories(dir_ / "art");
    std::filesystem::copy(golden("cmyk.jpg"), dir_ / "art/ink.jpg");
    std::filesystem::copy(golden("animated.webp"), dir_ / "art/run.webp");
    // 0x7e00 is no number, 0x7c00 infinity, 0x3c00 one.
    const std::uint16_t halves[] = {0x7e00, 0x7c00, 0x3c00, 0x3c00};
    TextureInfo info;
    info.format = PixelFormat::rgba16_float;
    info.usage = TextureUsage::data;
    info.width = info.height = info.levels = 1;
    const ByteSpan level = std::as_bytes(std::span(halves));
    write_file(dir_ / "art/odd.dds", write_dds(info, {&level, 1}).value());
    good({"new", "game"});

    const ChildResult ink = good({"import", "art/ink.jpg", "--into", "game"});
    EXPECT_THAT(ink.out, HasSubstr("          approximated: CMYK colours"));
    EXPECT_THAT(ink.error, IsEmpty());
    EXPECT_LE(count(ink.out, "\n"), 4U) << ink.out;
    EXPECT_THAT(good({"import", "art/run.webp", "--into", "game"}).out,
                HasSubstr("dropped: further frames of an animation"));
    const std::string floats =
        "approximated: samples outside 16-bit float: a cook clamps 1 to 65504, and makes 1 that "
        "are no number 0";
    EXPECT_THAT(good({"import", "art/odd.dds", "--into", "game"}).out, HasSubstr(floats));
    const std::string folder = good({"import", "art", "--into", "game"}).out;
    EXPECT_THAT(folder, AllOf(HasSubstr("ink.jpg: approximated: CMYK colours"),
                              HasSubstr("run.webp: dropped: further frames of an animation"),
                              HasSubstr("odd.dds: " + floats)));

    EXPECT_THAT(good({"inspect", "art/ink.jpg"}).out, HasSubstr("  approximated: CMYK colours"));
    const Json json = parse(good({"inspect", "art/run.webp", "--json"}).out);
    EXPECT_EQ(at(json, "ledger/lossy"), Json(true));
    EXPECT_EQ(at(json, "ledger/entries/0/verdict"), Json("dropped"));
    // Its name says nothing: what decoding finds is told all the same.
    std::filesystem::copy(golden("cmyk.jpg"), dir_ / "nameless");
    EXPECT_EQ(at(parse(good({"inspect", "nameless", "--json"}).out), "ledger/lossy"), Json(true));
}

TEST_F(Pictures, WhosePixelsCannotBeDecodedFailInspectAfterItsHeaderIsTold) {
    Bytes file = read_file(golden("rgbe.hdr"));
    file.pop_back();
    write_file(dir_ / "a.hdr", file);
    const ChildResult text = galley({"inspect", "a.hdr"});
    EXPECT_EQ(text.exit_code, 1);
    EXPECT_THAT(text.out, HasSubstr("Radiance HDR of RGBE, 9 x 7, RGB"));
    EXPECT_THAT(text.error, HasSubstr("error G2203"));
    const ChildResult json = galley({"inspect", "a.hdr", "--json"});
    EXPECT_EQ(json.exit_code, 1);
    EXPECT_EQ(at(parse(json.out), "type"), Json("image"));
    EXPECT_EQ(at(parse(json.out), "width"), Json(9));
    EXPECT_EQ(at(parse(json.out), "error/code"), Json("G2203"));
    good({"new", "game"});
    EXPECT_THAT(good({"import", "a.hdr", "--into", "game"}).error, HasSubstr("warning G2203"));
}

TEST_F(Pictures, ThatAreTooLargeToDecodeKeepToTheLimitOfInspect) {
    write_picture(dir_ / "a.png");
    EXPECT_THAT(galley({"inspect", "a.png", "--max-decoded", "1"}).error, HasSubstr("G2204"));
}

TEST_F(Pictures, AreInspectedAsTheyAreStoredAndAsTheyAreDecoded) {
    std::filesystem::copy(golden("rgbe.hdr"), dir_ / "a.hdr");
    EXPECT_THAT(good({"inspect", "a.hdr"}).out,
                AllOf(HasSubstr("Radiance HDR of RGBE, "),
                      HasSubstr("RGB, 8 bits and a shared exponent, "),
                      HasSubstr(" decoded to 32-bit floats\n")));
    const Json light = parse(good({"inspect", "a.hdr", "--json"}).out);
    EXPECT_EQ(at(light, "stored_as"), Json("RGBE"));
    EXPECT_EQ(at(light, "bits"), Json(8));
    EXPECT_EQ(at(light, "decoded_bits"), Json(32));
    EXPECT_EQ(at(light, "levels"), Json());

    write_picture(dir_ / "a.png");
    EXPECT_THAT(good({"inspect", "a.png"}).out, HasSubstr("RGB, 8 bits, 768 B decoded\n"));
    good({"export", "texture", "a.png", "-o", "a.dds", "--format", "bc4"});
    EXPECT_THAT(good({"inspect", "a.dds"}).out,
                HasSubstr("DDS of BC4, 16 x 16, 5 levels, grey, 512 B decoded to 16 bits\n"));
    const Json blocks = parse(good({"inspect", "a.dds", "--json"}).out);
    EXPECT_EQ(at(blocks, "bits"), Json());
    EXPECT_EQ(at(blocks, "decoded_bits"), Json(16));
    EXPECT_EQ(at(blocks, "decoded_bytes"), Json(512));
    EXPECT_EQ(at(blocks, "levels"), Json(5));
}

TEST_F(Pictures, OfCubesAndArraysAreCounted) {
    struct Case {
        TextureShape shape;
        std::uint32_t stored;
        std::string words;
        int layers, faces;
    };
    for (const Case& one : {Case{TextureShape::cube, 6, "6 faces", 1, 6},
                            {TextureShape::array, 3, "3 layers", 3, 1}}) {
        TextureInfo info;
        info.usage = TextureUsage::data;
        info.shape = one.shape;
        info.width = info.height = 2;
        info.layers = one.stored;
        info.levels = 2;
        const Bytes large(std::size_t{one.stored} * 16);
        const Bytes small(std::size_t{one.stored} * 4);
        const std::vector<ByteSpan> levels = {large, small};
        write_file(dir_ / "a.dds", write_dds(info, levels).value());
        write_file(dir_ / "a.ktx2", write_ktx2(info, levels).value());
        for (const std::string file : {"a.dds", "a.ktx2"}) {
            EXPECT_THAT(good({"inspect", file}).out,
                        HasSubstr("2 x 2, 2 levels, " + one.words + ", RGBA, 8 bits"));
            const Json json = parse(good({"inspect", file, "--json"}).out);
            EXPECT_EQ(at(json, "levels"), Json(2));
            EXPECT_EQ(at(json, "layers"), Json(one.layers));
            EXPECT_EQ(at(json, "faces"), Json(one.faces));
            EXPECT_EQ(at(json, "slices"), Json(1));
        }
    }
}

}  // namespace
}  // namespace galley::test
