#include <optional>

#include <gtest/gtest.h>

#include "galley/core/memory_file_system.h"
#include "galley/project/project.h"

namespace galley {
namespace {

/// What the rules of a bare folder say about a file.
class DefaultRules : public testing::Test {
protected:
    DefaultRules() {
        fs_.put("/art/a.png", "x");
        Diagnostics diagnostics;
        project_ = open_project(fs_, "/art", "/out", diagnostics).value();
    }

    std::optional<TextureUsage> usage(std::string_view source, std::string_view part = {}) {
        const auto settings = rule_texture_settings(project_, source, part);
        EXPECT_TRUE(settings);
        return settings ? settings->usage : std::nullopt;
    }

    MemoryFileSystem fs_;
    Project project_;
};

// As the files of ambientCG, Poly Haven, 3DTextures, FreePBR, Megascans, Substance's and Unreal's
// exports and the glTF sample assets are named.
TEST_F(DefaultRules, KnowNormalMaps) {
    for (const std::string_view name :
         {"Leather01_1K-PNG_NormalGL.png", "Leather01_1K-PNG_NormalDX.png",
          "food_apple_01_nor_gl_1k.jpg", "stone_tile_wall_nor_dx_16k.exr", "BoomBox_normal.png",
          "SciFiHelmet_Normal.png", "king_black_normal.jpg", "PlasticWrap_normals.jpg",
          "Normal Map.png", "T_Rock_N.tga", "rock_nrm.png", "worn-shiny-metal-Normal-ogl.png",
          "tkzmbb3_2K_Normal.jpg", "wall_Normal_OpenGL.png", "wall_Normal_DirectX.png",
          "wood_normal_LOD0.jpg", "rock_NormalMap.png", "normal.png", "deep/folder/normal.jpg"}) {
        EXPECT_EQ(usage(name), TextureUsage::normal) << name;
    }
}

TEST_F(DefaultRules, KnowData) {
    for (const std::string_view name :
         {"BoomBox_occlusionRoughnessMetallic.png",
          "SciFiHelmet_MetallicRoughness.png",
          "SciFiHelmet_AmbientOcclusion.png",
          "FlightHelmet_Materials_LeatherPartsMat_OcclusionRoughMetal.png",
          "Roughness Metallic.png",
          "food_apple_01_rough_1k.jpg",
          "stone_tile_wall_arm_1k.jpg",
          "stone_tile_wall_disp_1k.jpg",
          "rusty_metal_metal_2k.png",
          "Leather01_1K-PNG_AmbientOcclusion.png",
          "Leather01_1K-PNG_Displacement.png",
          "Leather01_1K-PNG_Metalness.png",
          "Leather01_1K-PNG_Roughness.png",
          "king_black_roughness.jpg",
          "checkerboard_bump.png",
          "checkerboard_displacement.png",
          "checkerboard_metallic.png",
          "checkerboard_roughness.png",
          "T_Rock_ORM.tga",
          "rock_ao.png",
          "rock-ao.png",
          "wall_AO_4K.png",
          "rock_height.png",
          "rock_mask.png",
          "wood_Height.png",
          "Lion_MetallicSmoothness.png",
          "Lion_MaskMap.png",
          "roughness.png",
          "ao.png",
          "wood_Opacity.jpg",
          "bark_Gloss.jpg"}) {
        EXPECT_EQ(usage(name), TextureUsage::data) << name;
    }
}

TEST_F(DefaultRules, LeaveEverythingElseToTheMaterials) {
    for (const std::string_view name : {"piano.png",
                                        "abnormal.png",
                                        "paranormal.jpg",
                                        "cacao.png",
                                        "macao.jpg",
                                        "BoomBox_baseColor.png",
                                        "food_apple_01_diff_1k.jpg",
                                        "Leather01_1K-PNG_Color.png",
                                        "rusty_metal_diff_1k.jpg",
                                        "plaster_rough_diff_2k.jpg",
                                        "wall_rough_oak.png",
                                        "wall_rough_brick.png",
                                        "floor_metal.png",
                                        "robot_arm.png",
                                        "arm.png",
                                        "PartialCoating_Alpha.png",
                                        "checkerboard_specular.png",
                                        "checkerboard_ambient.png",
                                        "basn3p08.png",
                                        "form.png",
                                        "platform.png",
                                        "storm.jpg",
                                        "charm.png",
                                        "norm.png",
                                        "moon.png",
                                        "uv0.png",
                                        "RibsNormal.png",
                                        "maskman.png",
                                        "heights.png",
                                        "a.png"}) {
        EXPECT_EQ(usage(name), std::nullopt) << name;
    }
}

TEST_F(DefaultRules, JudgePicturesInsideModelsByTheirOwnNames) {
    EXPECT_EQ(usage("letter_n.glb", "texture/Wood"), std::nullopt);
    EXPECT_EQ(usage("crate.glb", "texture/Wood_Normal"), TextureUsage::normal);
    EXPECT_EQ(usage("crate.glb", "texture/Wood_Normal~2"), TextureUsage::normal);
    EXPECT_EQ(usage("crate.glb", "texture/Wood_Normal.png"), TextureUsage::normal);
    EXPECT_EQ(usage("crate.glb", "texture/~3"), std::nullopt);
}

}  // namespace
}  // namespace galley
