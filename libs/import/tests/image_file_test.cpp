#include "galley/import/image_file.h"

#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "galley/core/sha256.h"
#include "galley/test/corpus.h"
#include "image_exr_builder.h"
#include "image_png_builder.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;

// Rows of tab-separated text without its comments.
std::vector<std::vector<std::string>> read_rows(const std::filesystem::path& path) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(read_text(path));
    for (std::string line; std::getline(text, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string>& row = rows.emplace_back();
        std::istringstream fields(line);
        for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    }
    return rows;
}

std::string extension_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

// Sizes and samples as ImageMagick reads them: tests/oracles/image_pixels.sh made the table.
TEST(ImageFile, PixelsAreThoseThatImageMagickReads) {
    const std::map<std::string, int> channels = {
        {"gray", 1}, {"graya", 2}, {"rgb", 3}, {"rgba", 4}};
    int compared = 0;
    for (const auto& row : read_rows(source_dir() / "tests/golden/images/expected_pixels.tsv")) {
        ASSERT_EQ(row.size(), 6u);
        const bool golden = row[0].starts_with("golden/");
        if (!golden && !have_corpus()) continue;
        const std::filesystem::path path =
            golden ? source_dir() / "tests/golden/images" / row[0].substr(7)
                   : corpus_dir() / row[0];
        const Image image = decode_ok(read_file(path), extension_of(row[0])).image;
        EXPECT_EQ(std::to_string(image.width), row[1]) << row[0];
        EXPECT_EQ(std::to_string(image.height), row[2]) << row[0];
        EXPECT_EQ(image.channels, channels.at(row[3])) << row[0];
        EXPECT_EQ(image.type, row[4] == "16" ? SampleType::unorm16 : SampleType::unorm8) << row[0];
        EXPECT_EQ(sha256(image.pixels).to_hex(), row[5]) << row[0];
        ++compared;
    }
    EXPECT_GE(compared, 17);
}

using Facts = std::map<std::string, std::map<std::string, std::string>>;

Facts corpus_facts(std::string_view prefix) {
    Facts facts;
    for (const auto& row : read_rows(corpus_dir() / "expected.tsv"))
        if (row.size() == 4 && row[0].starts_with(prefix)) facts[row[0]][row[2]] = row[3];
    return facts;
}

TEST(ImageFile, SizesAreThoseOfTheCorpus) {
    GALLEY_NEEDS_CORPUS();
    int compared = 0;
    for (const auto& [file, facts] : corpus_facts("image/")) {
        if (!facts.contains("width")) continue;
        const auto info = probe_image(read_file(corpus_dir() / file), extension_of(file));
        if (!info && extension_of(file) == "ktx2") {
            // Basis by the facts' own colour model (163 ETC1S, 166 UASTC) and ASTC (162).
            const std::string& model = facts.at("colorModel");
            EXPECT_EQ(info.error().code, model == "162" ? kImageUnsupported : kImageBasis) << file;
            continue;
        }
        ASSERT_TRUE(info) << file << info.error().to_string();
        // The fact is the stored size; this one is turned by a quarter.
        const bool turned = file == "image/jpeg/exif_orient6.jpg";
        EXPECT_EQ(std::to_string(turned ? info->height : info->width), facts.at("width")) << file;
        EXPECT_EQ(std::to_string(turned ? info->width : info->height), facts.at("height")) << file;
        ++compared;
    }
    EXPECT_GE(compared, 40);
}

// The corpus's own pixel facts, but for two rules: ImageMagick converts files whose gAMA chunk says
// that they are linear (their colorspace fact is RGB or LinearGray), and leaves the origin of
// bottom_right.tga to the viewer. Both are compared through expected_pixels.tsv.
TEST(ImageFile, EightBitPixelsAreThoseOfTheCorpus) {
    GALLEY_NEEDS_CORPUS();
    int compared = 0;
    for (const auto& [file, facts] : corpus_facts("image/")) {
        if (!facts.contains("rgba8_sha256") || file == "image/tga/bottom_right.tga" ||
            facts.at("colorspace") == "RGB" || facts.at("colorspace") == "LinearGray")
            continue;
        const Image image = decode_ok(read_file(corpus_dir() / file), extension_of(file)).image;
        const auto samples = samples8(image);
        std::vector<std::uint8_t> rgba;
        for (std::size_t i = 0; i < samples.size(); i += image.channels) {
            const bool grey = image.channels < 3;
            for (std::size_t c = 0; c < 3; ++c) rgba.push_back(samples[grey ? i : i + c]);
            rgba.push_back(image.channels % 2 == 0 ? samples[i + image.channels - 1] : 255);
        }
        EXPECT_EQ(sha256(std::as_bytes(std::span(rgba))).to_hex(), facts.at("rgba8_sha256"))
            << file;
        ++compared;
    }
    EXPECT_GE(compared, 13);
}

TEST(ImageFile, HostileFilesHaveTheOutcomeTheyMustHave) {
    GALLEY_NEEDS_CORPUS();
    int compared = 0;
    for (const auto& [file, facts] : corpus_facts("hostile/image/")) {
        if (!facts.contains("must")) continue;
        const std::string& must = facts.at("must");
        const Bytes bytes = read_file(corpus_dir() / file);
        Ledger ledger;
        const auto result = decode_image(bytes, extension_of(file), {}, ledger);
        const std::string error = result ? "none" : std::string(result.error().code.id);
        if (must.find("partial") != std::string::npos) {
            EXPECT_TRUE(!result || ledger.partial()) << file;
        } else if (must.starts_with("must fail") && must.find("or handle") == std::string::npos) {
            EXPECT_NE(error, "none") << file;
        } else if (must == "import by content or clear message") {
            EXPECT_NE(find_entry(ledger, "contents of another format than the name says"), nullptr);
        } else if (must == "must import 1x1, text ignored") {
            EXPECT_TRUE(result && result->width == 1 && result->height == 1) << file;
        }
        ++compared;
    }
    EXPECT_GE(compared, 22);
}

TEST(ImageFile, EveryKnownFormatIsNamedWhenItIsRefused) {
    const std::pair<const char*, const char*> magics[] = {
        {"474946383961", "GIF"},
        {"38425053 0001", "Photoshop"},
        {"49492a00 08000000", "TIFF"},
        {"4d4d002a 00000008", "TIFF"},
        {"0000001c 66747970 61766966", "AVIF"},
        {"ab4b5458 203131bb 0d0a1a0a", "KTX"},
    };
    for (const auto& [hex, name] : magics) {
        const auto info = probe_image(from_hex(hex), "tga");
        ASSERT_FALSE(info) << name;
        EXPECT_EQ(info.error().code, kImageNotReadYet) << name;
        EXPECT_NE(info.error().message.find(name), std::string::npos) << info.error().message;
    }
}

/// Files of one grey value or colour, in formats that are easily written.
std::vector<std::pair<std::string, Bytes>> files_of_size(std::uint32_t width,
                                                         std::uint32_t height) {
    const auto little = [](std::uint32_t value, std::size_t bytes) {
        std::string hex;
        for (std::size_t i = 0; i < bytes; ++i)
            hex += fmt::format("{:02x}", value >> (8 * i) & 255);
        return hex;
    };
    const std::size_t pixels = std::size_t{width} * height;
    const auto with = [](Bytes head, const Bytes& rest) {
        head.insert(head.end(), rest.begin(), rest.end());
        return head;
    };
    Bytes rows;
    for (std::uint32_t y = 0; y < height; ++y) {
        rows.push_back({});
        rows.insert(rows.end(), width, std::byte{128});
    }
    const std::size_t padding = (4 - 3 * width % 4) % 4;
    const Bytes grey(pixels, std::byte{128});
    const Bytes plain(pixels * 4, std::byte{128});
    const Bytes bgr((std::size_t{3} * width + padding) * height, std::byte{128});
    Bytes rgbe;
    for (std::size_t i = 0; i < pixels; ++i)
        for (const int byte : {128, 128, 128, 129}) rgbe.push_back(static_cast<std::byte>(byte));
    const std::string nothing(112, '0');
    const std::array<std::int32_t, 4> window = {0, 0, static_cast<std::int32_t>(width) - 1,
                                                static_cast<std::int32_t>(height) - 1};
    return {
        {"png", png_file({.width = width, .height = height, .raw = rows})},
        {"tga", with(from_hex("000003 0000000000 00000000" + little(width, 2) + little(height, 2) +
                              "0820"),
                     grey)},
        {"bmp", with(from_hex("424d 00000000 00000000 36000000 28000000" + little(width, 4) +
                              little(height, 4) + "0100 1800" + std::string(48, '0')),
                     bgr)},
        {"hdr", with(to_bytes(fmt::format("#?RADIANCE\n\n-Y {} +X {}\n", height, width)), rgbe)},
        {"dds", with(from_hex("44445320 7c000000 07100000" + little(height, 4) + little(width, 4) +
                              nothing + "20000000 41000000 00000000 20000000" +
                              "000000ff 0000ff00 00ff0000 ff000000" + std::string(40, '0')),
                     plain)},
        {"exr", exr_file({.channels = "Y",
                          .data = window,
                          .display = window,
                          .values = std::vector<float>(pixels, 0.5f)})},
    };
}

TEST(ImageFile, PicturesOfOnePixelAndOfTheLongestSidesAreRead) {
    const std::pair<std::uint32_t, std::uint32_t> sizes[] = {{1, 1}, {16384, 1}, {1, 16384}};
    for (const auto& [width, height] : sizes)
        for (const auto& [extension, file] : files_of_size(width, height)) {
            const Image image = decode_ok(file, extension).image;
            EXPECT_EQ(image.width, width) << extension;
            EXPECT_EQ(image.height, height) << extension;
            ASSERT_FALSE(image.pixels.empty()) << extension;
            EXPECT_EQ(
                Bytes(image.pixels.begin(),
                      image.pixels.begin() + std::ptrdiff_t(image.pixel_bytes())),
                Bytes(image.pixels.end() - std::ptrdiff_t(image.pixel_bytes()), image.pixels.end()))
                << extension;
        }
    for (const auto& [width, height] : {std::pair{16385u, 1u}, {1u, 16385u}})
        for (const auto& [extension, file] : files_of_size(width, height))
            EXPECT_EQ(decode_error(file, extension), "G2204") << extension;
}

// oiiotool wrote these; a side of WebP has 14 bits of its length less one, of which libwebp takes
// 16383.
TEST(ImageFile, LongPicturesOfCodecsAreRead) {
    for (const auto& [name, side] : {std::pair{"wide.jpg", 16384u}, {"wide.webp", 16383u}}) {
        const Bytes file = read_file(source_dir() / "tests/golden/images" / name);
        const Image image = decode_ok(file, extension_of(name)).image;
        EXPECT_EQ(image.width, side);
        EXPECT_EQ(image.height, 1u);
    }
}

TEST(ImageFile, BytesOfNoFormatAreUnknown) {
    EXPECT_EQ(decode_error({}, "png"), "G2201");
    EXPECT_EQ(decode_error({}, "tga"), "G2201");
    EXPECT_EQ(decode_error(to_bytes("BM is how this text begins"), "bmp"), "G2201");
    EXPECT_EQ(decode_error(to_bytes("version https://git-lfs.github.com/spec/v1\n"), "tga"),
              "G2201");
}

TEST(ImageFile, TheDecoderVersionNamesTheLibrariesThatComputePixels) {
    const std::string_view version = image_decoder_version();
    EXPECT_NE(version.find("galley-image/"), std::string_view::npos);
    EXPECT_NE(version.find("libjpeg-turbo/2"), std::string_view::npos);
    EXPECT_NE(version.find("libwebp/1"), std::string_view::npos);
    EXPECT_NE(version.find("openexr/3.1"), std::string_view::npos);
}

}  // namespace
}  // namespace galley
