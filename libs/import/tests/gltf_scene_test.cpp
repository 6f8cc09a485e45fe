#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gltf_test_support.h"

namespace galley {
namespace {

using testing::ElementsAre;

Result<Imported> import_root(std::string_view members) {
    return test::import_text(fmt::format(R"({{"asset":{{"version":"2.0"}},{}}})", members));
}

Model root(std::string_view members) { return test::model_of(import_root(members)); }

TEST(GltfScene, NodesKeepTheirNamesParentsAndTransforms) {
    const Model model = root(R"("nodes":[{"name":"a/\u00e9","children":[1]},
        {"translation":[1,2,3],"rotation":[0,0,1,0],"scale":[2,2,2]}],
        "scenes":[{"name":"S","nodes":[0]}],"scene":0)");
    EXPECT_EQ(model.nodes[0].name, "a/\xC3\xA9");
    EXPECT_EQ(model.nodes[0].parent, -1);
    EXPECT_THAT(model.nodes[0].children, ElementsAre(1));
    EXPECT_EQ(model.nodes[1].parent, 0);
    EXPECT_EQ(model.nodes[1].translation, (Vec3{1, 2, 3}));
    EXPECT_EQ(model.nodes[1].rotation, (Quat{0, 0, 1, 0}));
    EXPECT_EQ(model.nodes[1].matrix, compose({1, 2, 3}, {0, 0, 1, 0}, {2, 2, 2}));
    EXPECT_EQ(model.scenes[0].name, "S");
    EXPECT_THAT(model.scenes[0].roots, ElementsAre(0));
    EXPECT_EQ(model.default_scene, 0);
}

TEST(GltfScene, WithoutADefaultSceneNoneIsChosen) {
    EXPECT_EQ(root(R"("scenes":[{},{}])").default_scene, -1);
    EXPECT_EQ(test::failure(import_root(R"("scenes":[{}],"scene":1)")), "G2003 /scene");
}

TEST(GltfScene, MatricesAreKept) {
    const Model model = root(R"("nodes":[{"matrix":[0,1,0,0, -1,0,0,0, 0,0,1,0, 5,6,7,1]}])");
    EXPECT_TRUE(model.nodes[0].has_matrix);
    EXPECT_EQ(transform_point(model.nodes[0].matrix, {1, 0, 0}), (Vec3{5, 7, 7}));
}

TEST(GltfScene, MatrixWinsOverATranslationBesideItAndProjectionsGo) {
    const auto imported = import_root(
        R"("nodes":[{"matrix":[1,0,0,0.5, 0,1,0,0, 0,0,1,0, 5,6,7,2],"translation":[9,9,9]}])");
    const Model model = test::model_of(imported);
    EXPECT_EQ(model.nodes[0].translation, Vec3{});
    EXPECT_EQ(model.nodes[0].matrix.m[3], 0);
    EXPECT_EQ(model.nodes[0].matrix.m[15], 1);
    EXPECT_TRUE(test::has_entry(imported, "node matrix with a projection"));
    EXPECT_TRUE(
        test::has_entry(imported, "node with a matrix and a translation, rotation or scale"));
}

// Rule D4 of docs/formats/gltf-import.md.
TEST(GltfScene, RotationsAreScaledToLengthOne) {
    const auto imported = import_root(R"("nodes":[{"rotation":[0,0,0.707,0.707]},
        {"rotation":[0,0,3,4]},{"rotation":[0,0,0,0]},{"rotation":[0,1e38,0,0]}])");
    const Model model = test::model_of(imported);
    const float half = std::sqrt(0.5F);
    EXPECT_FLOAT_EQ(model.nodes[0].rotation.z, half);
    EXPECT_EQ(model.nodes[1].rotation, (Quat{0, 0, 0.6F, 0.8F}));
    EXPECT_EQ(model.nodes[2].rotation, Quat{});
    EXPECT_EQ(model.nodes[3].rotation, (Quat{0, 1, 0, 0}));
    EXPECT_EQ(test::entry_of(imported, "rotation not of length one").count, 2U);
    EXPECT_EQ(test::entry_of(imported, "rotation of length zero").count, 1U);
}

TEST(GltfScene, GraphsThatAreNoTreesAreRefused) {
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{"children":[0]}])")), "G2014 /nodes/0");
    EXPECT_EQ(test::failure(
                  import_root(R"("nodes":[{"children":[1]},{"children":[2]},{"children":[0]}])")),
              "G2014 /nodes/0");
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{"children":[2]},{"children":[2]},{}])")),
              "G2014 /nodes/2");
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{"children":[1,1]},{}])")), "G2014 /nodes/1");
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{"children":[1]}])")),
              "G2003 /nodes/0/children/0");
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{}],"scenes":[{"nodes":[0,0]}])")),
              "G2014 /scenes/0");
}

TEST(GltfScene, RootThatIsAChildIsDrawnOnce) {
    const auto inside = import_root(R"("nodes":[{"children":[1]},{}],"scenes":[{"nodes":[0,1]}])");
    EXPECT_THAT(test::model_of(inside).scenes[0].roots, ElementsAre(0));
    const auto outside = import_root(R"("nodes":[{"children":[1]},{}],"scenes":[{"nodes":[1]}])");
    EXPECT_THAT(test::model_of(outside).scenes[0].roots, ElementsAre(1));
    EXPECT_EQ(test::entry_of(outside, "scene root that is a child").verdict, Verdict::approximated);
}

TEST(GltfScene, CamerasAreRead) {
    const Model model = root(R"("cameras":[
        {"name":"P","type":"perspective","perspective":{"yfov":0.5,"znear":0.01}},
        {"type":"orthographic","orthographic":{"xmag":2,"ymag":3,"znear":0,"zfar":100}}],
        "nodes":[{"camera":1}])");
    EXPECT_EQ(model.cameras[0].name, "P");
    EXPECT_EQ(model.cameras[0].fov_y, 0.5F);
    EXPECT_EQ(model.cameras[0].aspect, 0);
    EXPECT_EQ(model.cameras[0].z_far, 0);
    EXPECT_TRUE(model.cameras[1].orthographic);
    EXPECT_EQ(model.cameras[1].y_mag, 3);
    EXPECT_EQ(model.nodes[0].camera, 1);
    EXPECT_EQ(model.counts.cameras, 2U);
    EXPECT_EQ(test::failure(import_root(R"("cameras":[{"type":"fisheye"}])")),
              "G2002 /cameras/0/type");
    EXPECT_EQ(test::failure(import_root(R"("cameras":[{"type":"perspective"}])")),
              "G2004 /cameras/0");
}

TEST(GltfScene, LightsAreReadAndClamped) {
    const auto imported = import_root(R"("extensions":{"KHR_lights_punctual":{"lights":[
        {"type":"directional","color":[1,0.5,0],"intensity":3},
        {"type":"point","range":10},
        {"type":"spot","spot":{"innerConeAngle":0.25,"outerConeAngle":0.5}},
        {"type":"spot","intensity":-2,"spot":{"innerConeAngle":2,"outerConeAngle":3}}]}},
        "nodes":[{"extensions":{"KHR_lights_punctual":{"light":2}}}])");
    const Model model = test::model_of(imported);
    ASSERT_EQ(model.lights.size(), 4U);
    EXPECT_EQ(model.lights[0].color, (Vec3{1, 0.5F, 0}));
    EXPECT_EQ(model.lights[0].intensity, 3);
    EXPECT_EQ(model.lights[1].range, 10);
    EXPECT_EQ(model.lights[2].inner_cone, 0.25F);
    EXPECT_EQ(model.lights[2].outer_cone, 0.5F);
    EXPECT_EQ(model.lights[3].intensity, 0);
    EXPECT_EQ(model.lights[3].outer_cone, std::numbers::pi_v<float> / 2);
    EXPECT_EQ(model.nodes[0].light, 2);
    EXPECT_EQ(model.counts.lights, 4U);
    EXPECT_EQ(test::entry_of(imported, "light value out of range").count, 1U);
    EXPECT_EQ(test::entry_of(imported, "extension KHR_lights_punctual").verdict, Verdict::kept);
}

// Rule D2 of docs/formats/gltf-import.md.
TEST(GltfScene, InstancesAreDroppedAndTheNodeStays) {
    const auto imported = import_root(R"("extensionsUsed":["EXT_mesh_gpu_instancing"],"nodes":[
        {"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}}}}])");
    EXPECT_EQ(test::model_of(imported).nodes.size(), 1U);
    const LedgerEntry entry = test::entry_of(imported, "extension EXT_mesh_gpu_instancing");
    EXPECT_EQ(entry.verdict, Verdict::dropped);
    EXPECT_EQ(entry.where, "/nodes/0/extensions/EXT_mesh_gpu_instancing");
}

TEST(GltfScene, ExtrasAndUnknownExtensionsAreCounted) {
    const auto imported = import_root(R"("extensionsUsed":["ACME_glow","ACME_unseen"],
        "nodes":[{"extras":{"a":1},"extensions":{"ACME_glow":{}}},{"extras":3,
        "extensions":{"ACME_glow":{}}}])");
    EXPECT_EQ(test::entry_of(imported, "extras").count, 2U);
    EXPECT_EQ(test::entry_of(imported, "extras").where, "/nodes/0/extras");
    EXPECT_EQ(test::entry_of(imported, "extension ACME_glow").count, 2U);
    EXPECT_EQ(test::entry_of(imported, "extension ACME_unseen").verdict, Verdict::dropped);
}

TEST(GltfScene, SkinsAreCheckedCountedAndDropped) {
    test::GltfBuilder builder;
    builder.data(std::vector<Vec3>(3), test::kF32, "VEC3", 3);
    const std::vector<std::uint8_t> joints = {0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};
    std::vector<Vec4> weights(3, Vec4{1, 0, 0, 0});
    const int j = builder.data(joints, test::kU8, "VEC4", 3);
    const int w = builder.data(weights, test::kF32, "VEC4", 3);
    builder.mesh(
        fmt::format(R"("attributes":{{"POSITION":0,"JOINTS_0":{},"WEIGHTS_0":{}}})", j, w));
    test::GltfBuilder two = builder;
    builder.root(R"("nodes":[{"mesh":0,"skin":0},{},{},{}],"skins":[{"joints":[1,2,3]}])");
    const auto imported = builder.import();
    EXPECT_EQ(test::model_of(imported).counts.skins, 1U);
    EXPECT_EQ(test::model_of(imported).nodes[0].skin, 0);
    EXPECT_EQ(test::entry_of(imported, "skins").verdict, Verdict::dropped);

    two.root(R"("nodes":[{"mesh":0,"skin":0},{},{}],"skins":[{"joints":[1,2]}])");
    EXPECT_EQ(test::failure(two.import()), "G2017 /nodes/0/skin");
}

TEST(GltfScene, SkinsThatContradictThemselvesAreRefused) {
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{}],"skins":[{"joints":[1]}])")),
              "G2003 /skins/0/joints/0");
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{}],"skins":[{}])")), "G2004 /skins/0");
    EXPECT_EQ(test::failure(import_root(R"("nodes":[{},{}],"skins":[{"joints":[0,1],
        "inverseBindMatrices":0}],"accessors":[{"componentType":5126,"type":"MAT4","count":1}])")),
              "G2017 /skins/0");
}

/// An animation of node 0 with these times and as many translations.
Result<Imported> animate(const std::vector<float>& times, std::size_t values,
                         std::string_view interpolation = "LINEAR") {
    test::GltfBuilder builder;
    builder.data(times, test::kF32, "SCALAR", times.size());
    builder.data(std::vector<Vec3>(values), test::kF32, "VEC3", values);
    builder.root(fmt::format(R"("nodes":[{{}}],"animations":[{{"samplers":[{{"input":0,"output":1,
        "interpolation":"{}"}}],"channels":[{{"sampler":0,
        "target":{{"node":0,"path":"translation"}}}}]}}])",
                             interpolation));
    return builder.import();
}

TEST(GltfScene, AnimationsAreCountedAndDroppedWithTheReason) {
    const auto detail = [](const Result<Imported>& imported) {
        return test::entry_of(imported, "animations").detail;
    };
    EXPECT_EQ(detail(animate({0, 1}, 2)), "not read by this version");
    EXPECT_EQ(detail(animate({0, 1}, 6, "CUBICSPLINE")), "not read by this version");
    EXPECT_EQ(detail(animate({0, NAN}, 2)), "its times are not finite");
    EXPECT_EQ(detail(animate({1, 1}, 2)), "its times do not increase from zero");
    EXPECT_EQ(detail(animate({-1, 1}, 2)), "its times do not increase from zero");
    EXPECT_EQ(detail(animate({0, 1}, 3)), "its times and values do not pair up");
    EXPECT_EQ(test::failure(import_root(R"("animations":[{"samplers":[],
        "channels":[{"sampler":0,"target":{"path":"scale"}}]}])")),
              "G2003 /animations/0/channels/0");
}

}  // namespace
}  // namespace galley
