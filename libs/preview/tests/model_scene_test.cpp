#include "galley/preview/model_scene.h"

#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/import/image_errors.h"
#include "galley/preview/errors.h"
#include "scenes.h"

namespace galley::preview::test {
namespace {

/// A node moved by (1, 0, 0) under one scaled by 2, both showing the mesh; a second scene with
/// nothing but the child.
Model two_nodes() {
    Model model;
    model.meshes.resize(1);
    model.meshes[0].primitives.resize(1);
    model.meshes[0].primitives[0].mesh = square();
    model.nodes.resize(2);
    model.nodes[0].children = {1};
    model.nodes[0].scale = {2, 2, 2};
    model.nodes[0].mesh = 0;
    model.nodes[1].parent = 0;
    model.nodes[1].translation = {1, 0, 0};
    model.nodes[1].mesh = 0;
    model.scenes.resize(2);
    model.scenes[0].roots = {0};
    model.scenes[1].roots = {1};
    return model;
}

Result<Scene> scene_of(Model model, ModelPart part = {}, Diagnostics* diagnostics = nullptr) {
    JobPool pool(1);
    Diagnostics own;
    return scene_from_model(
        std::move(model), part,
        [](const ModelImage& image) -> Result<Bytes> {
            return fail(kFileNotFound, "missing", {.file = image.path});
        },
        {}, pool, diagnostics == nullptr ? own : *diagnostics);
}

TEST(SceneFromModel, DrawsTheDefaultSceneWithWorldTransforms) {
    Model model = two_nodes();
    model.default_scene = 0;
    const auto scene = scene_of(std::move(model));
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->meshes.size(), 1U);
    ASSERT_EQ(scene->instances.size(), 2U);
    EXPECT_EQ(transform_point(scene->instances[1].world, {0, 0, 0}), (Vec3{2, 0, 0}));
}

TEST(SceneFromModel, AnotherDefaultSceneShowsWhatItNames) {
    Model model = two_nodes();
    model.default_scene = 1;
    const auto scene = scene_of(std::move(model));
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->instances.size(), 1U);
}

TEST(SceneFromModel, NodesThatNameEachOtherAreDrawnOnce) {
    Model model = two_nodes();
    model.nodes[1].children = {0, 1, 77};
    const auto scene = scene_of(std::move(model));
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->instances.size(), 2U);
}

TEST(SceneFromModel, AModelWithoutTrianglesIsAnError) {
    Model model = two_nodes();
    model.meshes[0].primitives[0].skipped = "points";
    EXPECT_EQ(scene_of(std::move(model)).error().code, kPreviewEmpty);
    EXPECT_EQ(scene_of({}).error().code, kPreviewEmpty);
}

TEST(SceneFromModel, AMissingPictureShowsTheCheckerAndIsWarnedOf) {
    Model model = two_nodes();
    model.images.resize(1);
    model.images[0].path = "gone.png";
    model.materials.resize(1);
    model.materials[0].material.slots.resize(1);
    model.meshes[0].primitives[0].material = 0;
    Diagnostics diagnostics;
    const auto scene = scene_of(std::move(model), {}, &diagnostics);
    ASSERT_TRUE(scene);
    EXPECT_EQ(diagnostics.count(Severity::warning), 1U);
    ASSERT_EQ(scene->textures.size(), 1U);
    EXPECT_EQ(scene->textures[0].levels[0].rgba, missing_texture().levels[0].rgba);
}

TEST(SceneFromModel, APictureUsedAsColourAndAsDataIsTwoTextures) {
    Model model = two_nodes();
    model.images.resize(1);
    model.images[0].path = "gone.png";
    model.materials.resize(1);
    TextureSlot color;
    TextureSlot data;
    data.map = MaterialMap::metallic_roughness;
    model.materials[0].material.slots = {color, data};
    model.meshes[0].primitives[0].material = 0;
    const auto scene = scene_of(std::move(model));
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->textures.size(), 2U);
    // And the data that cannot be had is left out, where the colour is a checker.
    ASSERT_EQ(scene->materials[0].slots.size(), 1U);
    EXPECT_EQ(scene->materials[0].slots[0].map, MaterialMap::base_color);
}

/// A DDS file of 2 x 2 pixels of DXGI_FORMAT_R8_UNORM that ends before its second level.
Bytes cut_dds() {
    const std::pair<std::size_t, std::uint32_t> words[] = {
        {0, 0x20534444}, {4, 124}, {8, 0x20000},     {12, 2},   {16, 2},  {28, 2},
        {76, 32},        {80, 4},  {84, 0x30315844}, {128, 61}, {132, 3}, {140, 1}};
    Bytes file(148 + 4);
    for (const auto& [at, word] : words) {
        for (unsigned i = 0; i < 4; ++i) file[at + i] = static_cast<std::byte>(word >> (8 * i));
    }
    return file;
}

TEST(SceneFromModel, APictureOfWhichOnlyAPartCouldBeReadIsAWarning) {
    Model model = two_nodes();
    model.images.resize(1);
    model.images[0].encoded = cut_dds();
    model.materials.resize(1);
    model.materials[0].material.slots = {TextureSlot()};
    model.meshes[0].primitives[0].material = 0;
    Diagnostics diagnostics;
    ASSERT_TRUE(scene_of(std::move(model), {}, &diagnostics));
    const auto told = diagnostics.items();
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].severity, Severity::warning);
    EXPECT_EQ(told[0].error.code, kImageDamaged);
    EXPECT_EQ(told[0].error.place.field, "/images/0");
}

TEST(SceneFromModel, OneMaterialIsASphere) {
    Model model = two_nodes();
    model.materials.resize(1);
    const auto scene = scene_of(std::move(model), {ModelPart::What::material, 0, 0});
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->instances.size(), 1U);
    EXPECT_EQ(scene->instances[0].material, 0);
}

TEST(SphereMesh, FacesOutwardWithUnitNormals) {
    const TriangleMesh mesh = sphere_mesh(16, 8);
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const Vec3 a = mesh.positions[mesh.indices[i]];
        const Vec3 b = mesh.positions[mesh.indices[i + 1]];
        const Vec3 c = mesh.positions[mesh.indices[i + 2]];
        EXPECT_GT(dot(cross(b - a, c - a), a + b + c), 0);
    }
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        EXPECT_NEAR(length(mesh.normals[i]), 1, 1e-5);
        const Vec4& t = mesh.tangents[i];
        EXPECT_NEAR(dot({t.x, t.y, t.z}, mesh.normals[i]), 0, 1e-5);
    }
}

}  // namespace
}  // namespace galley::preview::test
