#pragma once

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galley/cook/cook.h"
#include "galley/cook/cooker.h"
#include "galley/core/memory_file_system.h"
#include "galley/project/project.h"
#include "galley/vfs/manifest.h"

namespace galley::test {

/// An uncompressed 24-bit TGA of one colour.
inline std::string tga(std::uint8_t width, std::uint8_t height, std::uint8_t red,
                       std::uint8_t green = 0, std::uint8_t blue = 0) {
    std::string file(18, '\0');
    file[2] = 2;
    file[12] = static_cast<char>(width);
    file[14] = static_cast<char>(height);
    file[16] = 24;
    file[17] = 0x20;
    for (int i = 0; i < width * height; ++i) {
        file += static_cast<char>(blue);
        file += static_cast<char>(green);
        file += static_cast<char>(red);
    }
    return file;
}

/// The buffer of one triangle with corners at the origin, `size` along x and along y.
inline std::string triangle_buffer(float size) {
    const float positions[9] = {0, 0, 0, size, 0, 0, 0, size, 0};
    std::string bytes(sizeof(positions), '\0');
    std::memcpy(bytes.data(), positions, sizeof(positions));
    return bytes;
}

/// A glTF of one triangle in `tri.bin`, with one material whose slots name images by URI.
/// `textures` is a list of (slot JSON key, image URI): `baseColorTexture`, `normalTexture`, ...
inline std::string
triangle_gltf(const std::vector<std::pair<std::string, std::string>>& textures = {},
              const std::string& mesh_name = "Tri", const std::string& buffer = "tri.bin") {
    std::string images;
    std::string list;
    std::string pbr;
    std::string slots;
    for (std::size_t i = 0; i < textures.size(); ++i) {
        const std::string comma = i == 0 ? "" : ",";
        images += comma + R"({"uri":")" + textures[i].second + R"("})";
        list += comma + R"({"source":)" + std::to_string(i) + "}";
        const std::string slot =
            "\"" + textures[i].first + R"(":{"index":)" + std::to_string(i) + "}";
        const bool in_pbr = textures[i].first == "baseColorTexture" ||
                            textures[i].first == "metallicRoughnessTexture";
        std::string& where = in_pbr ? pbr : slots;
        where += (where.empty() ? "" : ",") + slot;
    }
    std::string json = R"({"asset":{"version":"2.0"},"buffers":[{"uri":")" + buffer +
                       R"(","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
                       R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,)"
                       R"("type":"VEC3","min":[0,0,0],"max":[9,9,0]}],)"
                       R"("meshes":[{"name":")" +
                       mesh_name +
                       R"(","primitives":[{"attributes":{"POSITION":0},"material":0}]}],)"
                       R"("materials":[{"name":"Mat","pbrMetallicRoughness":{)" +
                       pbr + "}" + (slots.empty() ? "" : "," + slots) + "}]";
    if (!textures.empty()) {
        json += ",\"images\":[" + images + "],\"textures\":[" + list + "]";
    }
    return json + "}";
}

/// Remembers what a cook told.
class Recorder final : public CookObserver {
public:
    void asset(const AssetOutcome& outcome) override { assets[outcome.name] = outcome; }
    void source(const SourceOutcome& outcome) override { sources[outcome.source] = outcome; }

    std::map<std::string, AssetOutcome> assets;
    std::map<std::string, SourceOutcome> sources;
};

/// A project in memory.
class CookTest : public ::testing::Test {
protected:
    CookTest() {
        register_builtin_importers(importers);
        put("project.json", "{\n  \"name\": \"p\"\n}\n");
        fs.make_directories("p/assets").value();
        options.jobs = 1;
        options.memory = std::uint64_t{1} << 30;
    }

    /// Writes a file of the project, and lets so much time pass that its stamp is settled.
    void put(const std::string& path, const std::string& text) {
        fs.put("p/" + path, text);
        fs.advance(10'000'000'000);
    }

    Project project() {
        Diagnostics diagnostics;
        auto opened = open_project(fs, "p", "", diagnostics);
        EXPECT_TRUE(opened) << opened.error().to_string();
        return *opened;
    }

    CookReport cook_all() {
        told = Recorder();
        auto report = cook_with(fs, project(), importers, cookers, options, told);
        EXPECT_TRUE(report) << report.error().to_string();
        fs.advance(10'000'000'000);
        return report ? *report : CookReport{};
    }

    Manifest manifest() {
        const auto bytes = fs.read("p/cooked/desktop.manifest", 1 << 20);
        EXPECT_TRUE(bytes);
        return bytes ? Manifest::read(*bytes).value() : Manifest();
    }

    /// The changes that were given as the reason for cooking an asset, as `input: from -> to`.
    std::vector<std::string> why(const std::string& name) {
        std::vector<std::string> inputs;
        for (const Change& change : told.assets[name].why) {
            inputs.push_back(change.input);
        }
        return inputs;
    }

    MemoryFileSystem fs;
    ImporterRegistry importers;
    std::span<const Cooker> cookers = builtin_cookers();
    CookOptions options;
    Recorder told;
};

}  // namespace galley::test
