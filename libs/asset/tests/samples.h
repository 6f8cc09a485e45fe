#pragma once

#include <cstring>
#include <filesystem>
#include <string>

#include "galley/asset/material.h"
#include "galley/asset/mesh.h"
#include "galley/asset/texture.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"

// The values that tests/golden/bodies/make.py wrote, and what several tests need of them.
namespace galley::test {

inline std::filesystem::path bodies_dir() { return source_dir() / "tests/golden/bodies"; }

inline constexpr std::string_view kGoldenKey =
    "00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f";

template <class... Floats>
galley::Bytes float_bytes(Floats... values) {
    const float array[] = {static_cast<float>(values)...};
    galley::Bytes bytes(sizeof array);
    std::memcpy(bytes.data(), array, sizeof array);
    return bytes;
}

inline Mesh golden_mesh() {
    Mesh mesh;
    mesh.vertex_count = 3;
    mesh.attributes = {{VertexSemantic::position, 0, VertexFormat::f32x3, 0, 0},
                       {VertexSemantic::normal, 0, VertexFormat::f32x3, 1, 0},
                       {VertexSemantic::uv, 0, VertexFormat::f32x2, 1, 12},
                       {VertexSemantic::color, 0, VertexFormat::unorm8x4, 1, 20}};
    mesh.streams.resize(2);
    mesh.streams[0] = {12, float_bytes(0, 0, 0, 1, 0, 0, 0, 1, 0)};
    galley::Bytes vertex = float_bytes(0, 0, 1, 0.25, 0.75);
    for (const int channel : {10, 20, 30, 255}) vertex.push_back(static_cast<std::byte>(channel));
    mesh.streams[1].stride = 24;
    for (int i = 0; i < 3; ++i) {
        mesh.streams[1].bytes.insert(mesh.streams[1].bytes.end(), vertex.begin(), vertex.end());
    }
    mesh.indices = {0, 1, 2, 0, 2, 1, 0, 1, 2};
    mesh.levels = {{0, 6, 0}, {6, 3, 0.5F}};
    mesh.bounds = {{0, 0, 0}, {1, 1, 0}};
    mesh.sphere = {{0.5F, 0.5F, 0}, 0.75F};
    return mesh;
}

inline TextureInfo golden_texture() {
    TextureInfo info;
    info.format = PixelFormat::rgba8_srgb;
    info.width = 4;
    info.height = 2;
    info.levels = 3;
    info.wrap_u = WrapMode::repeat;
    info.wrap_v = WrapMode::mirror;
    info.filter = FilterMode::nearest;
    info.swizzle = {Swizzle::r, Swizzle::g, Swizzle::b, Swizzle::one};
    info.coverage_cutoff = 0.5F;
    return info;
}

// Levels of 32, 8 and 4 bytes that count up from 0, 100 and 200.
inline std::vector<galley::Bytes> golden_levels() {
    std::vector<galley::Bytes> levels;
    for (const auto& [first, size] : {std::pair{0, 32}, {100, 8}, {200, 4}}) {
        auto& level = levels.emplace_back();
        for (int i = 0; i < size; ++i) level.push_back(static_cast<std::byte>(first + i));
    }
    return levels;
}

inline Material golden_material() {
    Material m;
    m.type = MaterialType::blend;
    m.unlit = true;
    m.double_sided = true;
    m.clearcoat = Clearcoat{0.5F, 0.25F, 2};
    m.sheen = Sheen{{0.1F, 0.2F, 0.3F}, 0.4F};
    m.transmission = 0.75F;
    m.volume = Volume{0.5F, 0, {1, 0.5F, 0.25F}};
    m.specular = Specular{0.9F, {1.5F, 1, 1}};
    m.anisotropy = Anisotropy{0.6F, -1.5F};
    m.iridescence = Iridescence{1, 1.3F, 100, 400};
    m.diffuse_transmission = DiffuseTransmission{0.2F, {1, 0.5F, 0}};
    m.specular_glossiness = SpecularGlossiness{{1, 1, 1, 0.5F}, {0, 0, 0}, 0.5F};
    TextureSlot base;
    base.texture = 1;
    base.wrap_u = WrapMode::clamp;
    base.wrap_v = WrapMode::mirror;
    base.min_filter = FilterMode::nearest;
    base.mip_filter = FilterMode::nearest;
    base.offset = {0.5F, 0.25F};
    base.scale = {2, 4};
    base.rotation = 0.125F;
    TextureSlot normal;
    normal.map = MaterialMap::normal;
    normal.uv_set = 1;
    m.slots = {base, normal};
    return m;
}

inline std::vector<ByteSpan> spans(const std::vector<galley::Bytes>& levels) {
    return {levels.begin(), levels.end()};
}

}  // namespace galley::test
