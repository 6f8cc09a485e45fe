#include "galley/asset/material.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "galley/asset/errors.h"
#include "samples.h"

namespace galley {
namespace {

void expect_refused(const Material& material, std::string_view field) {
    const auto checked = check_material(material);
    ASSERT_FALSE(checked) << field;
    EXPECT_EQ(checked.error().code, kMaterialInvalid);
    EXPECT_EQ(checked.error().place.field, field) << checked.error().to_string();
    const auto encoded = encode_material(material);
    ASSERT_FALSE(encoded);
    EXPECT_EQ(encoded.error().place.chunk, "GMAT");
}

TEST(Material, ComesBackWithEveryLobeAndSlot) {
    for (const Material& material : {Material{}, test::golden_material()}) {
        const auto body = encode_material(material);
        ASSERT_TRUE(body) << body.error().to_string();
        const auto decoded = decode_material(*body);
        ASSERT_TRUE(decoded) << decoded.error().to_string();
        EXPECT_EQ(*decoded, material);
        EXPECT_EQ(*encode_material(*decoded), *body);
    }
}

TEST(Material, EveryLobeComesBackAlone) {
    const Material every = test::golden_material();
    std::vector<Material> materials(9);
    materials[0].clearcoat = every.clearcoat;
    materials[1].sheen = every.sheen;
    materials[2].transmission = every.transmission;
    materials[3].volume = every.volume;
    materials[4].specular = every.specular;
    materials[5].anisotropy = every.anisotropy;
    materials[6].iridescence = every.iridescence;
    materials[7].diffuse_transmission = every.diffuse_transmission;
    materials[8].specular_glossiness = every.specular_glossiness;
    for (std::size_t bit = 0; bit < materials.size(); ++bit) {
        const auto body = encode_material(materials[bit]);
        ASSERT_TRUE(body);
        EXPECT_EQ((*body)[16 + bit / 8], static_cast<std::byte>(1U << (bit % 8))) << bit;
        const auto decoded = decode_material(*body);
        ASSERT_TRUE(decoded) << decoded.error().to_string();
        EXPECT_EQ(*decoded, materials[bit]) << bit;
    }
}

TEST(Material, EveryMapHasOneRowInOrderWithAName) {
    ASSERT_EQ(material_maps().size(), kMaterialMapCount);
    for (std::size_t i = 0; i < kMaterialMapCount; ++i) {
        EXPECT_EQ(static_cast<std::size_t>(material_maps()[i].map), i);
        EXPECT_FALSE(material_maps()[i].name.empty());
    }
}

// glTF 2.0, 3.9: colours are sRGB, everything else is linear.
TEST(Material, MapsOfColoursAndNormalsSaySo) {
    std::vector<std::string_view> colors;
    std::vector<std::string_view> normals;
    for (const MaterialMapInfo& map : material_maps()) {
        if (map.usage == TextureUsage::color) colors.push_back(map.name);
        if (map.usage == TextureUsage::normal) normals.push_back(map.name);
    }
    EXPECT_THAT(colors, ::testing::ElementsAre("base_color", "emissive", "sheen_color",
                                               "specular_color", "diffuse_transmission_color",
                                               "diffuse", "specular_glossiness"));
    EXPECT_THAT(normals, ::testing::ElementsAre("normal", "clearcoat_normal"));
}

TEST(Material, FindsASlotByItsMap) {
    const Material material = test::golden_material();
    ASSERT_NE(material.find(MaterialMap::normal), nullptr);
    EXPECT_EQ(material.find(MaterialMap::normal)->uv_set, 1);
    EXPECT_EQ(material.find(MaterialMap::emissive), nullptr);
}

TEST(Material, TakesAllMapsAtOnce) {
    Material material;
    for (std::uint32_t i = 0; i < kMaterialMapCount; ++i) {
        TextureSlot& slot = material.slots.emplace_back();
        slot.map = static_cast<MaterialMap>(i);
        slot.texture = i;
        slot.uv_set = static_cast<std::uint8_t>(i % 8);
    }
    const auto body = encode_material(material);
    ASSERT_TRUE(body) << body.error().to_string();
    const auto decoded = decode_material(*body);
    ASSERT_TRUE(decoded);
    EXPECT_EQ(*decoded, material);
}

TEST(Material, A1_RangesAreThoseOfGltf) {
    const auto changed = [](auto&& change) {
        Material material = test::golden_material();
        change(material);
        return material;
    };
    const float nan = std::nanf("");
    expect_refused(changed([](Material& m) { m.base_color.w = 1.1F; }), "base_color");
    expect_refused(changed([](Material& m) { m.emissive.z = -0.1F; }), "emissive");
    expect_refused(changed([](Material& m) { m.ior = 0.5F; }), "ior");
    expect_refused(changed([&](Material& m) { m.normal_scale = nan; }), "normal_scale");
    expect_refused(changed([](Material& m) { m.type = MaterialType{3}; }), "type");
    expect_refused(changed([](Material& m) { m.volume->thickness = -1; }), "volume/thickness");
    expect_refused(changed([](Material& m) { m.iridescence->ior = 0; }), "iridescence/ior");
    expect_refused(changed([](Material& m) { m.slots[1].uv_set = 8; }), "slots/1");
    for (const Material& allowed : {
             changed([](Material& m) { m.ior = 0; }),
             changed([](Material& m) { m.normal_scale = -4; }),
             changed([](Material& m) { m.alpha_cutoff = 2; }),
             changed([](Material& m) { m.emissive_strength = 1000; }),
             changed([](Material& m) { m.specular->color.x = 8; }),
             changed([](Material& m) { m.roughness = -0.0F; }),
         }) {
        EXPECT_TRUE(check_material(allowed)) << check_material(allowed).error().to_string();
    }
}

TEST(Material, A2_A3_SlotsAreSortedAndIndexTheirOwnList) {
    Material material = test::golden_material();
    std::swap(material.slots[0], material.slots[1]);
    expect_refused(material, "slots/1");
    material = test::golden_material();
    material.slots[1].map = material.slots[0].map;
    expect_refused(material, "slots/1");
    material = test::golden_material();
    material.slots[0].texture = 2;
    expect_refused(material, "slots/0");
    material.slots[0].texture = 0;  // two maps of one texture
    EXPECT_TRUE(check_material(material));
}

TEST(Material, NegativeZeroKeepsItsBits) {
    Material material;
    material.normal_scale = -0.0F;
    const auto body = encode_material(material);
    ASSERT_TRUE(body);
    const auto decoded = decode_material(*body);
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(std::signbit(decoded->normal_scale));
}

}  // namespace
}  // namespace galley
