#include "galley/export/convert.h"

#include <gmock/gmock.h>

#include "galley/export/errors.h"
#include "galley/test/bytes.h"
#include "galley/vda/errors.h"

namespace galley {
namespace {

using ::testing::IsEmpty;

bool lost(const std::vector<Loss>& losses, std::string_view what) {
    return std::ranges::find(losses, what, &Loss::what) != losses.end();
}

vda::Vertex corner(float x, float y) { return {{x, y, 0}, {0, 0, 1}, {x, 1 - y}}; }

// Two triangles, and one as a coarser level.
vda::Model quad() {
    vda::Model model;
    model.vertices = {corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)};
    model.indices = {0, 1, 2, 0, 2, 3};
    model.mesh_parts = {{0, 6, 0}};
    vda::ModelLod& lod = model.lods.emplace_back();
    lod.distance = 50;
    lod.vertices = {corner(0, 0), corner(1, 0), corner(1, 1)};
    lod.indices = {0, 1, 2};
    lod.mesh_parts = {{0, 3, 0}};
    return model;
}

TEST(ConvertMesh, GeometryAndLevelsComeBackExactly) {
    const vda::Model model = quad();
    const auto mesh = from_seed(model);
    ASSERT_TRUE(mesh) << mesh.error().to_string();
    EXPECT_EQ(mesh->value.vertex_count, 7U);
    ASSERT_EQ(mesh->value.levels.size(), 2U);
    EXPECT_EQ(mesh->value.levels[1], (MeshLevel{6, 3, 0.05F}));
    EXPECT_EQ(mesh->value.bounds, (Aabb{{0, 0, 0}, {1, 1, 0}}));
    const Bytes body = encode_mesh(mesh->value).value();
    const auto back = to_seed(view_mesh(body).value(), "quad");
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(back->value.name, "quad");
    // The level's vertices are in the one list of a mesh, behind those of level 0.
    EXPECT_TRUE(std::ranges::equal(std::span(back->value.vertices).first(4), model.vertices));
    EXPECT_EQ(back->value.indices, model.indices);
    ASSERT_EQ(back->value.lods.size(), 1U);
    EXPECT_EQ(back->value.lods[0].vertices, model.lods[0].vertices);
    EXPECT_EQ(back->value.lods[0].indices, model.lods[0].indices);
    EXPECT_FLOAT_EQ(back->value.lods[0].distance, 50);
    EXPECT_TRUE(vda::encode_model(back->value));
}

TEST(ConvertMesh, WhatAMeshCannotHoldIsTold) {
    vda::Model model = quad();
    EXPECT_FALSE(lost(from_seed(model)->losses, "parts"));
    model.name = "crate";
    model.symmetry = "x";
    model.draw_distance = 5;
    model.materials = {"wood"};
    model.parts.emplace_back();
    model.lods[0] = {.distance = 9,
                     .model = "crate_far",
                     .bounds = {},
                     .vertices = {},
                     .indices = {},
                     .mesh_parts = {}};
    const auto losses = from_seed(model)->losses;
    for (const char* what : {"name", "draw distance", "materials", "parts", "level of detail"}) {
        EXPECT_TRUE(lost(losses, what)) << what;
    }
    Mesh mesh = from_seed(quad())->value;
    mesh.attributes.back().semantic = VertexSemantic::uv;
    mesh.attributes.back().set = 1;
    const Bytes body = encode_mesh(mesh).value();
    EXPECT_TRUE(lost(to_seed(view_mesh(body).value(), "a")->losses, "attribute uv 1"));
}

TEST(ConvertMesh, WhatIsNoMeshIsRefused) {
    EXPECT_EQ(from_seed(vda::Model{}).error().code, kNotConvertible);
    vda::Model model = quad();
    model.vertices[2].position.y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(from_seed(model).error().code, kNotConvertible);
}

TEST(ConvertTexture, PixelsComeBackExactly) {
    vda::Texture texture;
    texture.name = "";
    texture.tiling = false;
    texture.wrap = 1;
    texture.width = 2;
    texture.height = 1;
    texture.levels = {{2, 1, {{0xff112233}, {0x80445566}}}, {1, 1, {{0x00000001}}}};
    const auto own = from_seed(texture);
    ASSERT_TRUE(own) << own.error().to_string();
    EXPECT_THAT(own->losses, IsEmpty());
    EXPECT_EQ(own->value.levels[0], test::from_hex("112233ff 44556680"));
    const std::vector<ByteSpan> levels(own->value.levels.begin(), own->value.levels.end());
    const Bytes body = encode_texture(own->value.info, levels).value();
    const auto back = to_seed(view_texture(body).value(), "");
    ASSERT_TRUE(back) << back.error().to_string();
    EXPECT_EQ(vda::encode_texture(back->value).value(), vda::encode_texture(texture).value());
}

TEST(ConvertTexture, OtherFormatsAreExpandedThroughTheirSwizzle) {
    TextureView view;
    view.info.format = PixelFormat::rg16_unorm;
    view.info.usage = TextureUsage::data;
    view.info.swizzle = {Swizzle::g, Swizzle::b, Swizzle::one, Swizzle::r};
    const Bytes pixels = test::from_hex("ffff 0080");  // r 65535, g 32768
    view.levels = {pixels};
    const auto texture = to_seed(view, "t");
    ASSERT_TRUE(texture);
    EXPECT_EQ(texture->value.levels[0].pixels[0].argb, 0xff8000ffU);
    EXPECT_TRUE(lost(texture->losses, "16 bits a channel"));
    EXPECT_TRUE(lost(texture->losses, "usage"));
    view.info.shape = TextureShape::cube;
    EXPECT_EQ(to_seed(view, "t").error().code, kNotConvertible);
}

TEST(ConvertTexture, BlocksBecomeTheirPixels) {
    TextureView view;
    view.info.format = PixelFormat::bc4_unorm;
    view.info.width = 3;
    view.info.swizzle = {Swizzle::r, Swizzle::r, Swizzle::r, Swizzle::one};
    const Bytes block = test::from_hex("ff00 880000 000000");  // 255, 0, 6/7 of 255
    view.levels = {block};
    const auto texture = to_seed(view, "t");
    ASSERT_TRUE(texture);
    ASSERT_EQ(texture->value.levels[0].pixels.size(), 3U);
    EXPECT_EQ(texture->value.levels[0].pixels[0].argb, 0xffffffffU);
    EXPECT_EQ(texture->value.levels[0].pixels[1].argb, 0xff000000U);
    EXPECT_EQ(texture->value.levels[0].pixels[2].argb, 0xffdbdbdbU);
    EXPECT_TRUE(lost(texture->losses, "blocks"));
}

TEST(ConvertTexture, AnimationIsToldAsLost) {
    vda::Texture texture;
    EXPECT_EQ(from_seed(texture).error().code, kNotConvertible);
    texture.width = texture.height = 1;
    texture.levels = {{1, 1, {{0}}}};
    texture.grid = {1, 1};
    texture.clips = {{"walk", {0}, 12, true, ""}};
    texture.autotile = true;
    const auto losses = from_seed(texture)->losses;
    for (const char* what : {"grid of frames", "clips", "autotile", "tiling"}) {
        EXPECT_TRUE(lost(losses, what)) << what;
    }
}

TEST(ConvertMaterial, EveryAlbedoComesBackExactly) {
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        vda::Material material;
        material.albedo.argb = byte * 0x01010101U;
        const auto own = from_seed(material);
        ASSERT_TRUE(own) << own.error().to_string();
        const auto back = to_seed(own->value.material, "", own->value.textures);
        EXPECT_EQ(back->value.albedo.argb, material.albedo.argb);
    }
}

TEST(ConvertMaterial, FieldsThatBothHaveAreKept) {
    vda::Material material;
    material.texture = "wood";
    material.unlit = true;
    material.alpha = "cutout";
    material.cutoff = 0.25F;
    material.cull = 1;
    material.filter = 1;
    const auto own = from_seed(material);
    ASSERT_TRUE(own) << own.error().to_string();
    EXPECT_THAT(own->losses, IsEmpty());
    EXPECT_EQ(own->value.material.type, MaterialType::mask);
    EXPECT_TRUE(own->value.material.double_sided);
    const auto back = to_seed(own->value.material, "", own->value.textures);
    EXPECT_EQ(vda::encode_material(back->value).value(), vda::encode_material(material).value());
    EXPECT_EQ(to_seed(own->value.material, "", {}).error().code, kNotConvertible);
}

TEST(ConvertMaterial, LobesAndMapsAreToldAsLost) {
    Material material;
    material.emissive = {1, 0, 0};
    material.sheen = Sheen{};
    material.slots.emplace_back().map = MaterialMap::normal;
    const auto losses = to_seed(material, "m", {"n"})->losses;
    for (const char* what : {"emission", "lobes of the shading model", "normal texture"}) {
        EXPECT_TRUE(lost(losses, what)) << what;
    }
}

}  // namespace
}  // namespace galley
