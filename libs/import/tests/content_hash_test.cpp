#include <set>

#include <gtest/gtest.h>

#include "galley/core/sha256.h"
#include "galley/import/model.h"

namespace galley {
namespace {

TriangleMesh triangle() {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.indices = {0, 1, 2};
    return mesh;
}

// The definition, spelled out: a layout name, then every array with its length before it.
TEST(ContentHash, OfAMeshCoversEveryArrayInOrder) {
    TriangleMesh mesh = triangle();
    mesh.uvs = {{{0, 0}, {1, 0}, {0, 1}}};
    Sha256 sha;
    sha.field("galley mesh part 1");
    sha.field(std::as_bytes(std::span(mesh.positions)));
    sha.field(ByteSpan());
    sha.field(ByteSpan());
    sha.u32(1);
    sha.field(std::as_bytes(std::span(mesh.uvs[0])));
    sha.field(ByteSpan());
    sha.field(std::as_bytes(std::span(mesh.indices)));
    EXPECT_EQ(content_hash(mesh), sha.finish());
}

TEST(ContentHash, OfAMeshChangesWithEveryPart) {
    std::set<Digest> seen = {content_hash(triangle())};
    const auto differs = [&](auto&& change) {
        TriangleMesh mesh = triangle();
        change(mesh);
        return seen.insert(content_hash(mesh)).second;
    };
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.positions[2].z = 1; }));
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.positions[0].x = -0.0F; }));
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.normals = m.positions; }));
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.tangents.resize(3); }));
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.uvs.resize(1); }));
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.uvs.resize(2); }));
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.colors.resize(3); }));
    EXPECT_TRUE(differs([](TriangleMesh& m) { m.indices = {0, 2, 1}; }));
}

TEST(ContentHash, OfAMaterialChangesWithEveryValue) {
    std::set<Digest> seen = {content_hash(Material{})};
    const auto differs = [&](auto&& change) {
        Material material;
        change(material);
        return seen.insert(content_hash(material)).second;
    };
    EXPECT_TRUE(differs([](Material& m) { m.type = MaterialType::blend; }));
    EXPECT_TRUE(differs([](Material& m) { m.unlit = true; }));
    EXPECT_TRUE(differs([](Material& m) { m.double_sided = true; }));
    EXPECT_TRUE(differs([](Material& m) { m.alpha_cutoff = 0; }));
    EXPECT_TRUE(differs([](Material& m) { m.base_color.w = 0; }));
    EXPECT_TRUE(differs([](Material& m) { m.metallic = 0; }));
    EXPECT_TRUE(differs([](Material& m) { m.roughness = 0; }));
    EXPECT_TRUE(differs([](Material& m) { m.normal_scale = 0; }));
    EXPECT_TRUE(differs([](Material& m) { m.occlusion_strength = 0; }));
    EXPECT_TRUE(differs([](Material& m) { m.emissive.y = 1; }));
    EXPECT_TRUE(differs([](Material& m) { m.emissive_strength = 2; }));
    EXPECT_TRUE(differs([](Material& m) { m.ior = 2; }));
    EXPECT_TRUE(differs([](Material& m) { m.dispersion = 1; }));
    EXPECT_TRUE(differs([](Material& m) { m.clearcoat.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.clearcoat = Clearcoat{1, 0, 1}; }));
    EXPECT_TRUE(differs([](Material& m) { m.sheen.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.transmission = 0.0F; }));
    EXPECT_TRUE(differs([](Material& m) { m.volume.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.specular.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.anisotropy.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.iridescence.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.diffuse_transmission.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.specular_glossiness.emplace(); }));
    EXPECT_TRUE(differs([](Material& m) { m.slots.resize(1); }));
    EXPECT_TRUE(differs([](Material& m) { m.slots.resize(1), m.slots[0].texture = 1; }));
    EXPECT_TRUE(differs([](Material& m) { m.slots.resize(1), m.slots[0].rotation = 1; }));
    EXPECT_TRUE(
        differs([](Material& m) { m.slots.resize(1), m.slots[0].wrap_v = WrapMode::clamp; }));
}

}  // namespace
}  // namespace galley
