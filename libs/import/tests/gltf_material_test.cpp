#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gltf_test_support.h"

namespace galley {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// One material of the given members; two pictures, and textures 0 to 3 with the samplers below.
Result<Imported> import_material(std::string_view members, std::string_view more = "") {
    return test::GltfProject()
        .put("a.png", "A")
        .put("b.png", "B")
        .put("model.gltf", fmt::format(R"({{"asset":{{"version":"2.0"}},
        "images":[{{"uri":"a.png"}},{{"uri":"b.png","name":"second"}}],
        "samplers":[{{"magFilter":9728,"minFilter":9986,"wrapS":33071,"wrapT":33648}},
                    {{"minFilter":9729}}],
        "textures":[{{"source":0}},{{"source":1,"sampler":0}},{{"source":0,"sampler":1}},{{}}],
        "materials":[{{{}}}]{}}})",
                                       members, more))
        .import("model.gltf");
}

Material material(std::string_view members) {
    const Model model = test::model_of(import_material(members));
    return model.materials.empty() ? Material{} : model.materials[0].material;
}

Material extended(std::string_view name, std::string_view members) {
    return material(fmt::format(R"("extensions":{{"{}":{{{}}}}})", name, members));
}

TEST(GltfMaterial, AnEmptyOneHasTheSpecificationsDefaults) { EXPECT_EQ(material(""), Material{}); }

TEST(GltfMaterial, CoreValuesAreRead) {
    const Material m = material(R"("name":"Wood","alphaMode":"MASK","alphaCutoff":0.25,
        "doubleSided":true,"emissiveFactor":[0.1,0.2,0.3],
        "pbrMetallicRoughness":{"baseColorFactor":[0.5,0.25,1,0.75],"metallicFactor":0.125,
        "roughnessFactor":0.375},
        "normalTexture":{"index":0,"scale":2},"occlusionTexture":{"index":1,"strength":0.5})");
    EXPECT_EQ(m.type, MaterialType::mask);
    EXPECT_EQ(m.alpha_cutoff, 0.25F);
    EXPECT_TRUE(m.double_sided);
    EXPECT_EQ(m.emissive, (Vec3{0.1F, 0.2F, 0.3F}));
    EXPECT_EQ(m.base_color, (Vec4{0.5F, 0.25F, 1, 0.75F}));
    EXPECT_EQ(m.metallic, 0.125F);
    EXPECT_EQ(m.roughness, 0.375F);
    EXPECT_EQ(m.normal_scale, 2);
    EXPECT_EQ(m.occlusion_strength, 0.5F);
}

TEST(GltfMaterial, SlotsAreSortedByMapAndNameImages) {
    const Material m = material(R"("emissiveTexture":{"index":1},"normalTexture":{"index":0},
        "pbrMetallicRoughness":{"metallicRoughnessTexture":{"index":1},
        "baseColorTexture":{"index":2,"texCoord":3}},"occlusionTexture":{"index":0})");
    ASSERT_EQ(m.slots.size(), 5U);
    EXPECT_EQ(m.slots[0].map, MaterialMap::base_color);
    EXPECT_EQ(m.slots[0].texture, 0U);
    EXPECT_EQ(m.slots[0].uv_set, 3);
    EXPECT_EQ(m.slots[1].map, MaterialMap::metallic_roughness);
    EXPECT_EQ(m.slots[1].texture, 1U);
    EXPECT_EQ(m.slots[2].map, MaterialMap::normal);
    EXPECT_EQ(m.slots[3].map, MaterialMap::occlusion);
    EXPECT_EQ(m.slots[4].map, MaterialMap::emissive);
}

TEST(GltfMaterial, SamplersBecomeWrapsAndFilters) {
    const auto imported = import_material(R"("normalTexture":{"index":1},
        "occlusionTexture":{"index":2},"emissiveTexture":{"index":0})");
    const Material m = test::model_of(imported).materials[0].material;
    const TextureSlot& normal = m.slots[0];
    EXPECT_EQ(normal.wrap_u, WrapMode::clamp);
    EXPECT_EQ(normal.wrap_v, WrapMode::mirror);
    EXPECT_EQ(normal.mag_filter, FilterMode::nearest);
    EXPECT_EQ(normal.min_filter, FilterMode::nearest);  // NEAREST_MIPMAP_LINEAR
    EXPECT_EQ(normal.mip_filter, FilterMode::linear);
    const TextureSlot& occlusion = m.slots[1];  // LINEAR, no mips
    EXPECT_EQ(occlusion.min_filter, FilterMode::linear);
    EXPECT_EQ(occlusion.mip_filter, FilterMode::nearest);
    EXPECT_EQ(test::entry_of(imported, "sampler without mips").verdict, Verdict::converted);
    const TextureSlot& emissive = m.slots[2];  // no sampler
    EXPECT_EQ(emissive.wrap_u, WrapMode::repeat);
    EXPECT_EQ(emissive.mag_filter, FilterMode::linear);
}

TEST(GltfMaterial, TextureTransformIsReadAndItsSetWins) {
    const Material m = material(R"("normalTexture":{"index":0,"texCoord":1,"extensions":
        {"KHR_texture_transform":{"offset":[0.5,0.25],"rotation":1.5,"scale":[2,3],
        "texCoord":2}}})");
    ASSERT_EQ(m.slots.size(), 1U);
    EXPECT_EQ(m.slots[0].offset, (Vec2{0.5F, 0.25F}));
    EXPECT_EQ(m.slots[0].rotation, 1.5F);
    EXPECT_EQ(m.slots[0].scale, (Vec2{2, 3}));
    EXPECT_EQ(m.slots[0].uv_set, 2);
}

TEST(GltfMaterial, ExtensionsOfOneValueAreRead) {
    EXPECT_TRUE(extended("KHR_materials_unlit", "").unlit);
    EXPECT_EQ(extended("KHR_materials_ior", R"("ior":1.25)").ior, 1.25F);
    EXPECT_EQ(extended("KHR_materials_ior", R"("ior":0)").ior, 0);
    EXPECT_EQ(
        extended("KHR_materials_emissive_strength", R"("emissiveStrength":8)").emissive_strength,
        8);
    EXPECT_EQ(extended("KHR_materials_dispersion", R"("dispersion":0.5)").dispersion, 0.5F);
    EXPECT_EQ(extended("KHR_materials_transmission", R"("transmissionFactor":0.5)").transmission,
              0.5F);
    EXPECT_EQ(extended("KHR_materials_transmission", "").transmission, 0.0F);
}

TEST(GltfMaterial, ClearcoatIsRead) {
    const Material m = extended("KHR_materials_clearcoat", R"("clearcoatFactor":0.5,
        "clearcoatRoughnessFactor":0.25,"clearcoatTexture":{"index":0},
        "clearcoatRoughnessTexture":{"index":0},"clearcoatNormalTexture":{"index":0,"scale":3})");
    EXPECT_EQ(m.clearcoat, (Clearcoat{0.5F, 0.25F, 3}));
    EXPECT_EQ(m.slots.size(), 3U);
    EXPECT_NE(m.find(MaterialMap::clearcoat_normal), nullptr);
}

TEST(GltfMaterial, SheenSpecularAndVolumeAreRead) {
    EXPECT_EQ(extended("KHR_materials_sheen",
                       R"("sheenColorFactor":[0.5,0.25,1],"sheenRoughnessFactor":0.5)")
                  .sheen,
              (Sheen{{0.5F, 0.25F, 1}, 0.5F}));
    EXPECT_EQ(
        extended("KHR_materials_specular", R"("specularFactor":0.5,"specularColorFactor":[2,1,0])")
            .specular,
        (Specular{0.5F, {2, 1, 0}}));
    EXPECT_EQ(extended("KHR_materials_volume", R"("thicknessFactor":2,"attenuationDistance":0.5,
                       "attenuationColor":[0.5,1,1])")
                  .volume,
              (Volume{2, 0.5F, {0.5F, 1, 1}}));
    EXPECT_EQ(extended("KHR_materials_volume", "").volume, Volume{});  // infinite distance
}

TEST(GltfMaterial, AnisotropyIridescenceAndDiffuseTransmissionAreRead) {
    EXPECT_EQ(
        extended("KHR_materials_anisotropy", R"("anisotropyStrength":0.5,"anisotropyRotation":-1)")
            .anisotropy,
        (Anisotropy{0.5F, -1}));
    EXPECT_EQ(extended("KHR_materials_iridescence", R"("iridescenceFactor":1,"iridescenceIor":1.5,
        "iridescenceThicknessMinimum":50,"iridescenceThicknessMaximum":200)")
                  .iridescence,
              (Iridescence{1, 1.5F, 50, 200}));
    const Material m = extended("KHR_materials_diffuse_transmission",
                                R"("diffuseTransmissionFactor":0.5,
        "diffuseTransmissionColorFactor":[1,0,0],"diffuseTransmissionTexture":{"index":0},
        "diffuseTransmissionColorTexture":{"index":1})");
    EXPECT_EQ(m.diffuse_transmission, (DiffuseTransmission{0.5F, {1, 0, 0}}));
    EXPECT_EQ(m.slots.size(), 2U);
}

TEST(GltfMaterial, SpecularGlossinessIsStoredAndWarnedAbout) {
    const auto imported = import_material(R"("extensions":{"KHR_materials_pbrSpecularGlossiness":
        {"diffuseFactor":[1,0.5,0,1],"specularFactor":[0.25,0.5,1],"glossinessFactor":0.75,
        "diffuseTexture":{"index":0},"specularGlossinessTexture":{"index":1}}})");
    const Material m = test::model_of(imported).materials[0].material;
    EXPECT_EQ(m.specular_glossiness,
              (SpecularGlossiness{{1, 0.5F, 0, 1}, {0.25F, 0.5F, 1}, 0.75F}));
    EXPECT_EQ(m.slots.size(), 2U);
    EXPECT_EQ(test::entry_of(imported, "specular-glossiness material").verdict,
              Verdict::approximated);
}

TEST(GltfMaterial, ValuesOutOfRangeAreClampedAndCounted) {
    const auto imported = import_material(R"("emissiveFactor":[2,0,-1],
        "pbrMetallicRoughness":{"roughnessFactor":1.5},
        "extensions":{"KHR_materials_ior":{"ior":0.5}})");
    const Material m = test::model_of(imported).materials[0].material;
    EXPECT_EQ(m.emissive, (Vec3{1, 0, 0}));
    EXPECT_EQ(m.roughness, 1);
    EXPECT_EQ(m.ior, 1);
    const LedgerEntry entry = test::entry_of(imported, "material value out of range");
    EXPECT_EQ(entry.verdict, Verdict::approximated);
    EXPECT_EQ(entry.count, 4U);
    EXPECT_EQ(entry.where, "/materials/0/emissiveFactor");
}

TEST(GltfMaterial, EveryResultPassesTheAssetsOwnCheck) {
    for (
        const std::string_view members :
        {R"("emissiveFactor":[9,9,9])", R"("alphaCutoff":7)",
         R"("extensions":{"KHR_materials_volume":{"thicknessFactor":-1,"attenuationDistance":-1}})",
         R"("extensions":{"KHR_materials_iridescence":{"iridescenceIor":0}})",
         R"("extensions":{"KHR_materials_specular":{"specularColorFactor":[-1,1e38,0]}})",
         R"("extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":-5}})"}) {
        const auto checked = check_material(material(members));
        EXPECT_TRUE(checked) << members << checked.error().to_string();
    }
}

TEST(GltfMaterial, TexturesWithoutAPictureAreDropped) {
    const auto imported = import_material(R"("normalTexture":{"index":3})");
    EXPECT_TRUE(test::model_of(imported).materials[0].material.slots.empty());
    EXPECT_EQ(test::entry_of(imported, "texture of a material").verdict, Verdict::dropped);
}

TEST(GltfMaterial, TextureCoordinateSetsAboveSevenAreDropped) {
    const auto imported = import_material(R"("normalTexture":{"index":0,"texCoord":8})");
    EXPECT_TRUE(test::model_of(imported).materials[0].material.slots.empty());
}

TEST(GltfMaterial, WrongValuesAreErrorsWithAPointer) {
    EXPECT_EQ(test::failure(import_material(R"("normalTexture":{"index":4})")),
              "G2003 /materials/0/normalTexture/index");
    EXPECT_EQ(test::failure(import_material(R"("normalTexture":{})")),
              "G2004 /materials/0/normalTexture");
    EXPECT_EQ(test::failure(import_material(R"("alphaMode":"GLASS")")),
              "G2002 /materials/0/alphaMode");
    EXPECT_EQ(test::failure(import_material(R"("emissiveFactor":[1,1])")),
              "G2002 /materials/0/emissiveFactor");
    EXPECT_EQ(test::failure(import_material(R"("pbrMetallicRoughness":{"metallicFactor":1e40})")),
              "G2002 /materials/0/pbrMetallicRoughness/metallicFactor");
    EXPECT_EQ(test::failure(import_material(R"("extensions":{"KHR_materials_ior":[]})")),
              "G2002 /materials/0/extensions/KHR_materials_ior");
}

// Rule D1 of docs/formats/gltf-import.md: other tools' "textures" are our images.
TEST(GltfMaterial, TexturesAndImagesAreCountedEachForItself) {
    const Model model = test::model_of(import_material(""));
    EXPECT_EQ(model.counts.textures, 4U);
    EXPECT_EQ(model.counts.images, 2U);
    EXPECT_EQ(model.images[0].path, "a.png");
    EXPECT_EQ(model.images[1].name, "second");
}

/// A texture that has another encoding, with or without a plain source.
Result<Imported> import_texture(std::string_view extension, bool plain, bool required) {
    return test::GltfProject()
        .put("a.png", "A")
        .put("b.bin", "B")
        .put("model.gltf",
             fmt::format(R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["{0}"],{1}
        "images":[{{"uri":"a.png"}},{{"uri":"b.bin"}}],
        "textures":[{{{2}"extensions":{{"{0}":{{"source":1}}}}}}],
        "materials":[{{"normalTexture":{{"index":0}}}}]}})",
                         extension,
                         required ? fmt::format(R"("extensionsRequired":["{}"],)", extension) : "",
                         plain ? R"("source":0,)" : ""))
        .import("model.gltf");
}

TEST(GltfMaterial, PicturesInOtherEncodingsFallBackToThePlainOne) {
    for (const std::string_view name : {"EXT_texture_avif", "KHR_texture_basisu"}) {
        for (const bool required : {false, true}) {
            const auto imported = import_texture(name, true, required);
            const Model model = test::model_of(imported);
            ASSERT_EQ(model.materials[0].material.slots.size(), 1U);
            EXPECT_EQ(model.materials[0].material.slots[0].texture, 0U);
            EXPECT_EQ(test::entry_of(imported, fmt::format("extension {}", name)).verdict,
                      Verdict::dropped);
        }
        const auto without = import_texture(name, false, false);
        EXPECT_TRUE(test::model_of(without).materials[0].material.slots.empty());
        EXPECT_THAT(test::entry_of(without, "texture of a material").detail,
                    HasSubstr(std::string(name)));
        const auto needed = import_texture(name, false, true);
        EXPECT_EQ(test::failure(needed), "G2011 /textures/0");
        EXPECT_THAT(needed.error().message, HasSubstr(std::string(name)));
    }
}

TEST(GltfMaterial, PicturesInWebpAndDdsAreUsedWhereNoPlainOneIs) {
    for (const std::string_view name : {"EXT_texture_webp", "MSFT_texture_dds"}) {
        for (const bool required : {false, true}) {
            const auto both = import_texture(name, true, required);
            EXPECT_EQ(test::model_of(both).materials[0].material.slots.at(0).texture, 0U);
            const auto alone = import_texture(name, false, required);
            EXPECT_EQ(test::model_of(alone).materials[0].material.slots.at(0).texture, 1U);
            EXPECT_EQ(test::entry_of(alone, fmt::format("extension {}", name)).verdict,
                      Verdict::kept);
        }
    }
}

}  // namespace
}  // namespace galley
