#include "art.h"

#include <charconv>
#include <cstring>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "galley/export/png.h"
#include "galley/import/image_file.h"
#include "galley/test/bytes.h"

namespace galley::test {
namespace {

void append_floats(Bytes& bytes, std::initializer_list<float> values) {
    for (const float value : values) {
        std::byte raw[4];
        std::memcpy(raw, &value, 4);
        bytes.insert(bytes.end(), raw, raw + 4);
    }
}

constexpr std::string_view kSign = R"({{
  "asset": {{"version": "2.0", "generator": "by hand"}},
  "scene": 0,
  "scenes": [{{"nodes": [0]}}],
  "nodes": [{{"name": "Post", "children": [1]}}, {{"name": "Board", "mesh": 0}}],
  "meshes": [{{"name": "Sign", "primitives": [
    {{"attributes": {{"POSITION": 0, "TEXCOORD_0": 1}}, "indices": 2, "material": 0}}]}}],
  "materials": [{{"name": "Paint", "doubleSided": true, "pbrMetallicRoughness": {{
    "baseColorTexture": {{"index": 0}}, "metallicFactor": 0}}}}],
  "textures": [{{"source": 0}}],
  "images": [{{"uri": "{1}"}}],
  "buffers": [{{"uri": "{0}.bin", "byteLength": 92}}],
  "bufferViews": [
    {{"buffer": 0, "byteOffset": 0, "byteLength": 48}},
    {{"buffer": 0, "byteOffset": 48, "byteLength": 32}},
    {{"buffer": 0, "byteOffset": 80, "byteLength": 12}}],
  "accessors": [
    {{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
     "min": [-1, -1, 0], "max": [1, 1, 0]}},
    {{"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2"}},
    {{"bufferView": 2, "componentType": 5123, "count": 6, "type": "SCALAR"}}]
}}
)";

}  // namespace

void write_sign(const std::filesystem::path& directory, const std::string& stem,
                const std::string& texture) {
    std::filesystem::create_directories(directory);
    Bytes bin;
    append_floats(bin, {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0});
    append_floats(bin, {0, 1, 1, 1, 1, 0, 0, 0});
    for (const int index : {0, 1, 2, 0, 2, 3}) {
        bin.push_back(static_cast<std::byte>(index));
        bin.push_back(std::byte{0});
    }
    write_file(directory / (stem + ".bin"), bin);
    write_file(directory / (stem + ".gltf"), fmt::format(fmt::runtime(kSign), stem, texture));
}

void write_picture(const std::filesystem::path& path, unsigned tint) {
    constexpr std::uint32_t side = 16;
    Image image{side, side, 3, SampleType::unorm8, {}};
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            image.pixels.push_back(static_cast<std::byte>(x * 16));
            image.pixels.push_back(static_cast<std::byte>(y * 16));
            image.pixels.push_back(static_cast<std::byte>(tint));
        }
    }
    const auto png = write_png(image);
    ASSERT_TRUE(png);
    std::filesystem::create_directories(path.parent_path());
    write_file(path, *png);
}

Image read_picture(const std::filesystem::path& path) {
    Ledger ledger;
    auto image = decode_image(read_file(path), "png", {}, ledger);
    if (!image) {
        ADD_FAILURE() << path << ": " << image.error().to_string();
        return {};
    }
    return *std::move(image);
}

std::size_t count_colors(const Image& image) {
    std::set<std::vector<std::byte>> colors;
    const std::size_t size = image.pixel_bytes();
    for (std::size_t i = 0; i + size <= image.pixels.size(); i += size) {
        const auto from = image.pixels.begin() + static_cast<std::ptrdiff_t>(i);
        colors.emplace(from, from + static_cast<std::ptrdiff_t>(size));
    }
    return colors.size();
}

Json parse(std::string_view text) {
    auto document = parse_json(text, "output");
    if (!document) {
        ADD_FAILURE() << document.error().to_string() << "\n" << text;
        return {};
    }
    return document->root;
}

Json at(const Json& root, std::string_view path) {
    const Json* value = &root;
    while (!path.empty() && value != nullptr) {
        const std::size_t slash = path.find('/');
        const std::string_view key = path.substr(0, slash);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
        if (const Json::Array* array = value->if_array()) {
            std::size_t index = 0;
            std::from_chars(key.data(), key.data() + key.size(), index);
            value = index < array->size() ? &(*array)[index] : nullptr;
        } else {
            value = value->find(key);
        }
    }
    if (value == nullptr) return {};
    return *value;
}

}  // namespace galley::test
