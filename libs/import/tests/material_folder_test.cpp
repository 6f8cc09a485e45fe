#include "galley/import/material_folder.h"

#include <gmock/gmock.h>

#include "galley/import/material_source.h"

namespace galley {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using enum MapRole;

std::vector<FolderPicture> of_names(std::initializer_list<const char*> names,
                                    std::uint32_t side = 1024) {
    std::vector<FolderPicture> pictures;
    for (const char* name : names) pictures.push_back({name, side, side, true});
    return pictures;
}

FolderMaterial only(const std::vector<FolderPicture>& pictures) {
    const auto materials = find_materials("wall", pictures);
    EXPECT_EQ(materials.size(), 1U);
    return materials.size() == 1 ? materials.front() : FolderMaterial();
}

/// The picture that a map of the material has; empty for none.
std::string map_of(const FolderMaterial& material, MaterialMap map) {
    const auto model = read_material_source(
        material.source, VirtualPath::parse(material.name + ".material.json").value());
    EXPECT_TRUE(model) << model.error().to_string();
    if (!model) return {};
    const TextureSlot* slot = model->materials[0].material.find(map);
    return slot == nullptr ? std::string() : model->images[slot->texture].path;
}

Material parameters_of(const FolderMaterial& material) {
    return read_material_source(material.source,
                                VirtualPath::parse(material.name + ".material.json").value())
        .value()
        .materials[0]
        .material;
}

TEST(MaterialFolder, NamesOfTheLargeLibrariesSayWhatTheirPicturesAreFor) {
    struct Case {
        const char* stem;
        MapRole role;
        const char* set;
    };
    for (const Case& one : {
             // ambientCG
             Case{"Leather01_1K-PNG_Color", base_color, "Leather01"},
             Case{"Leather01_1K-PNG_NormalGL", normal_gl, "Leather01"},
             Case{"Leather01_1K-PNG_NormalDX", normal_dx, "Leather01"},
             Case{"Leather01_1K-PNG_AmbientOcclusion", occlusion, "Leather01"},
             Case{"Leather01_1K-PNG_Metalness", metal, "Leather01"},
             Case{"Leather01_1K-PNG_Opacity", opacity, "Leather01"},
             Case{"Leather01_1K-PNG", none, ""},
             // Poly Haven
             Case{"stone_tile_wall_diff_1k", base_color, "stone_tile_wall"},
             Case{"stone_tile_wall_nor_gl_4k", normal_gl, "stone_tile_wall"},
             Case{"stone_tile_wall_nor_dx_16k", normal_dx, "stone_tile_wall"},
             Case{"stone_tile_wall_arm_1k", occlusion_roughness_metal, "stone_tile_wall"},
             Case{"stone_tile_wall_rough_1k", roughness, "stone_tile_wall"},
             Case{"stone_tile_wall_disp_1k", unused, "stone_tile_wall"},
             // FreePBR
             Case{"rusted-iron_basecolor", base_color, "rusted-iron"},
             Case{"rusted-iron_normal-ogl", normal_gl, "rusted-iron"},
             Case{"rusted-iron_normal-dx", normal_dx, "rusted-iron"},
             Case{"rusted-iron_ao", occlusion, "rusted-iron"},
             // cgbookcase, ShareTextures
             Case{"Grass001_2K_BaseColor", base_color, "Grass001"},
             Case{"fabric_1_roughness-1K", roughness, "fabric_1"},
             // Poliigon, Quixel
             Case{"BricksOld_COL_4K", base_color, "BricksOld"},
             Case{"BricksOld_NRM_2K_METALNESS", normal_gl, "BricksOld"},
             Case{"BricksOld_GLOSS_2K_SPECULAR", gloss, "BricksOld"},
             Case{"vbsnddz_2K_Albedo", base_color, "vbsnddz"},
             Case{"vbsnddz_2K_Gloss", gloss, "vbsnddz"},
             Case{"vbsnddz_2K_Cavity", unused, "vbsnddz"},
             // Substance, glTF exporters, Unity, Unreal
             Case{"helmet_Normal_OpenGL", normal_gl, "helmet"},
             Case{"helmet_OcclusionRoughnessMetallic", occlusion_roughness_metal, "helmet"},
             Case{"helmet_occlusionRoughMetal", occlusion_roughness_metal, "helmet"},
             Case{"Default_metalRoughness", roughness, "Default_metal"},
             Case{"Default_metallicRoughness", roughness_metal, "Default"},
             Case{"Wood_MaskMap", mask_map, "Wood"},
             Case{"Wood_MetallicSmoothness", metal_smoothness, "Wood"},
             Case{"T_Wood_ORM", occlusion_roughness_metal, "T_Wood"},
             Case{"T_Wood_RMA", roughness_metal_occlusion, "T_Wood"},
             Case{"king_black_base_color", base_color, "king_black"},
             Case{"Wood_AlbedoTransparency", base_color, "Wood"},
             Case{"T_Wood_BC", base_color, "T_Wood"},
             Case{"T_Wood_N", normal_gl, "T_Wood"},
             Case{"RockAOMap", occlusion, "Rock"},
             Case{"RockNormalMap", normal_gl, "Rock"},
             Case{"RockBaseMap", base_color, "Rock"},
             Case{"Mat_Mixed_AO", occlusion, "Mat"},
             Case{"vbsnddz_2K_Normal_LOD0", normal_gl, "vbsnddz"},
             // numbered sets
             Case{"brick_wall_001_diffuse_1k", base_color, "brick_wall_001"},
             Case{"Wood_002_basecolor", base_color, "Wood_002"},
             Case{"wood_color_02", base_color, "wood_02"},
             Case{"wood_color_2048x2048", base_color, "wood"},
             Case{"rock_mask", none, ""},
             Case{"color", base_color, ""},
             Case{"1024", none, ""},
             Case{"", none, ""},
             Case{"discolored", none, ""},
         }) {
        const NamedRole found = role_of(one.stem);
        EXPECT_EQ(static_cast<int>(found.role), static_cast<int>(one.role)) << one.stem;
        EXPECT_EQ(found.set, one.set) << one.stem;
    }
}

TEST(MaterialFolder, OnePictureForOcclusionRoughnessAndMetalIsBoth) {
    const FolderMaterial material = only(of_names(
        {"w_arm_1k.jpg", "w_diff_1k.jpg", "w_disp_1k.jpg", "w_nor_gl_1k.jpg", "w_rough_1k.jpg"}));
    EXPECT_EQ(material.name, "w");
    EXPECT_EQ(map_of(material, MaterialMap::base_color), "w_diff_1k.jpg");
    EXPECT_EQ(map_of(material, MaterialMap::normal), "w_nor_gl_1k.jpg");
    EXPECT_EQ(map_of(material, MaterialMap::metallic_roughness), "w_arm_1k.jpg");
    EXPECT_EQ(map_of(material, MaterialMap::occlusion), "w_arm_1k.jpg");
    EXPECT_THAT(material.left_out, ElementsAre("w_rough_1k.jpg"));
    EXPECT_THAT(material.channels, IsEmpty());
    EXPECT_TRUE(material.ledger.lossy());
}

TEST(MaterialFolder, SinglePicturesArePackedAsGltfHasThem) {
    const FolderMaterial material =
        only(of_names({"w_ao.png", "w_color.png", "w_metallic.png", "w_roughness.png"}));
    EXPECT_EQ(map_of(material, MaterialMap::metallic_roughness), "w_roughness.png");
    EXPECT_EQ(map_of(material, MaterialMap::occlusion), "w_roughness.png");
    ASSERT_EQ(material.channels.size(), 1U);
    EXPECT_EQ(material.channels[0].picture, "w_roughness.png");
    EXPECT_THAT(material.channels[0].channels, ElementsAre("w_ao.png:r", "r", "w_metallic.png:r"));
    EXPECT_EQ(parameters_of(material).metallic, 1);
    EXPECT_THAT(material.pictures,
                ElementsAre("w_ao.png", "w_color.png", "w_metallic.png", "w_roughness.png"));
}

TEST(MaterialFolder, DirectXNormalsAndGlossAreConvertedAndTheLedgerSaysSo) {
    auto pictures = of_names(
        {"w_albedo.png", "w_gloss.png", "w_metal.png", "w_normal-dx.png", "w_specular.png"});
    for (FolderPicture& picture : pictures) picture.alpha = false;
    const FolderMaterial material = only(pictures);
    ASSERT_EQ(material.channels.size(), 2U);
    EXPECT_EQ(material.channels[0].picture, "w_gloss.png");
    EXPECT_THAT(material.channels[0].channels, ElementsAre("1", "1-r", "w_metal.png:r"));
    EXPECT_EQ(material.channels[1].picture, "w_normal-dx.png");
    EXPECT_THAT(material.channels[1].channels, ElementsAre("r", "1-g", "b"));
    std::vector<std::string> told;
    for (const LedgerEntry& entry : material.ledger.entries()) {
        told.push_back(std::string(verdict_word(entry.verdict)) + " " + entry.what);
    }
    EXPECT_THAT(told, ElementsAre("dropped w_specular.png", "converted w_normal-dx.png",
                                  "converted w_gloss.png"));
}

TEST(MaterialFolder, GlossAloneIsInvertedAndWithoutMetalNothingIsMetal) {
    const FolderMaterial material = only(of_names({"w_albedo.png", "w_gloss.png"}));
    ASSERT_EQ(material.channels.size(), 1U);
    EXPECT_THAT(material.channels[0].channels, ElementsAre("1-r"));
    EXPECT_EQ(parameters_of(material).metallic, 0);
    const FolderMaterial rough = only(of_names({"w_albedo.png", "w_rough.png"}));
    EXPECT_THAT(rough.channels, IsEmpty());
    EXPECT_EQ(parameters_of(rough).metallic, 0);
    EXPECT_THAT(find_materials("w", of_names({"w_albedo.png", "w_height.png"})), IsEmpty());
}

TEST(MaterialFolder, MetalWithoutRoughnessGoesIntoItsChannel) {
    const FolderMaterial material = only(of_names({"w_albedo.png", "w_metal.png"}));
    ASSERT_EQ(material.channels.size(), 1U);
    EXPECT_EQ(material.channels[0].picture, "w_metal.png");
    EXPECT_THAT(material.channels[0].channels, ElementsAre("1", "1", "r"));
    EXPECT_EQ(parameters_of(material).metallic, 1);
}

TEST(MaterialFolder, OtherPackingsAreReordered) {
    const FolderMaterial rma = only(of_names({"w_albedo.png", "w_rma.png"}));
    EXPECT_THAT(rma.channels[0].channels, ElementsAre("b", "r", "g"));
    const FolderMaterial mask = only(of_names({"w_albedo.png", "w_MaskMap.png"}));
    EXPECT_THAT(mask.channels[0].channels, ElementsAre("g", "1-a", "r"));
    EXPECT_EQ(map_of(mask, MaterialMap::occlusion), "w_MaskMap.png");
    const FolderMaterial smooth =
        only(of_names({"w_albedo.png", "w_MetallicSmoothness.png", "w_ao.png"}));
    EXPECT_THAT(smooth.channels[0].channels, ElementsAre("1", "1-a", "r"));
    EXPECT_EQ(map_of(smooth, MaterialMap::occlusion), "w_ao.png");
}

TEST(MaterialFolder, PicturesOfOtherSizesAreNotPacked) {
    std::vector<FolderPicture> pictures = of_names({"w_color.png", "w_roughness.png"});
    for (const FolderPicture& small : of_names({"w_ao.png", "w_metal.png", "w_opacity.png"}, 512)) {
        pictures.push_back(small);
    }
    const FolderMaterial material = only(pictures);
    EXPECT_THAT(material.channels, IsEmpty());
    EXPECT_EQ(map_of(material, MaterialMap::occlusion), "w_ao.png");
    EXPECT_THAT(material.left_out, ElementsAre("w_metal.png", "w_opacity.png"));
}

TEST(MaterialFolder, SmoothnessThatIsNotThereIsRough) {
    auto pictures = of_names({"w_albedo.png", "w_MaskMap.png"});
    pictures[1].alpha = false;
    EXPECT_THAT(only(pictures).channels[0].channels, ElementsAre("g", "1", "r"));
}

TEST(MaterialFolder, OpacityBecomesTheAlphaOfTheColorAndEmissionShines) {
    const FolderMaterial material =
        only(of_names({"w_color.png", "w_emission.png", "w_opacity.png"}));
    ASSERT_EQ(material.channels.size(), 1U);
    EXPECT_EQ(material.channels[0].picture, "w_color.png");
    EXPECT_THAT(material.channels[0].channels, ElementsAre("r", "g", "b", "w_opacity.png:r"));
    EXPECT_EQ(parameters_of(material).type, MaterialType::mask);
    EXPECT_EQ(parameters_of(material).emissive, (Vec3{1, 1, 1}));
    EXPECT_EQ(map_of(material, MaterialMap::emissive), "w_emission.png");
}

TEST(MaterialFolder, AnAlphaOfTheColorThatShowsNothingIsTold) {
    auto pictures = of_names({"w_color.png", "w_normal.png"});
    for (const bool alpha : {false, true}) {
        pictures[0].alpha = alpha;
        const FolderMaterial material = only(pictures);
        EXPECT_EQ(parameters_of(material).type, MaterialType::opaque);
        const bool told = std::ranges::any_of(material.ledger.entries(), [](const auto& entry) {
            return entry.what == "w_color.png";
        });
        EXPECT_EQ(told, alpha);
        EXPECT_FALSE(material.ledger.lossy());
    }
}

TEST(MaterialFolder, TheLargerOfTwoIsTakenAndOpenGlBeforeDirectX) {
    std::vector<FolderPicture> pictures =
        of_names({"w_color_1k.png", "w_normalGL.png", "w_normalDX.png"});
    pictures.push_back({"w_color_2k.png", 2048, 2048});
    const FolderMaterial material = only(pictures);
    EXPECT_EQ(map_of(material, MaterialMap::base_color), "w_color_2k.png");
    EXPECT_EQ(map_of(material, MaterialMap::normal), "w_normalGL.png");
    EXPECT_THAT(material.left_out, ElementsAre("w_color_1k.png", "w_normalDX.png"));
}

TEST(MaterialFolder, SeveralSetsAreSeveralMaterialsAndBareNamesTakeTheFolders) {
    const auto materials = find_materials(
        "wall", of_names({"a_color.png", "a_normal.png", "b_normal.png", "c_rough.png", "color.png",
                          "holiday.png", "normal.png", "wall_ao.png"}));
    ASSERT_EQ(materials.size(), 2U);
    EXPECT_EQ(materials[0].name, "a");
    EXPECT_EQ(materials[1].name, "wall");
    EXPECT_EQ(map_of(materials[1], MaterialMap::occlusion), "wall_ao.png");
}

}  // namespace
}  // namespace galley
