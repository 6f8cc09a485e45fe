#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gltf_test_support.h"

namespace galley {
namespace {

using test::GltfBuilder;
using test::kF32;
using test::kI8;
using test::kU16;
using test::kU32;
using test::kU8;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<Vec3> kSquare = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
const std::vector<Vec3> kUp = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};

/// A square's positions and normals as accessors 0 and 1.
GltfBuilder square() {
    GltfBuilder builder;
    builder.data(kSquare, kF32, "VEC3", 4);
    builder.data(kUp, kF32, "VEC3", 4);
    return builder;
}

constexpr std::string_view kLit = R"("attributes":{"POSITION":0,"NORMAL":1})";

TriangleMesh first_mesh(const Result<Imported>& imported) {
    const Model model = test::model_of(imported);
    if (model.meshes.empty()) return {};
    EXPECT_EQ(model.meshes[0].primitives[0].skipped, "");
    return model.meshes[0].primitives[0].mesh;
}

/// The corners of a primitive whose indices are 0 1 2 3 in a mode.
std::vector<std::uint32_t> corners_in_mode(int mode, std::vector<std::uint16_t> indices) {
    GltfBuilder builder = square();
    const int accessor = builder.data(indices, kU16, "SCALAR", indices.size());
    builder.mesh(fmt::format(R"({},"indices":{},"mode":{})", kLit, accessor, mode));
    return first_mesh(builder.import()).indices;
}

// glTF 2.0 section 3.7.2.1: p_i = {v_i, v_{i + (1 + i % 2)}, v_{i + (2 - i % 2)}}.
TEST(GltfMesh, StripBecomesTrianglesWithTheSpecificationsWinding) {
    EXPECT_THAT(corners_in_mode(5, {0, 1, 2, 3}), ElementsAre(0, 1, 2, 1, 3, 2));
}

// p_i = {v_{i + 1}, v_{i + 2}, v_0}.
TEST(GltfMesh, FanBecomesTrianglesWithTheSpecificationsWinding) {
    EXPECT_THAT(corners_in_mode(6, {0, 1, 2, 3}), ElementsAre(1, 2, 0, 2, 3, 0));
}

TEST(GltfMesh, StripOfTwoCornersHasNoTriangles) {
    GltfBuilder builder = square();
    const int accessor = builder.data(std::vector<std::uint16_t>{0, 1}, kU16, "SCALAR", 2);
    builder.mesh(fmt::format(R"({},"indices":{},"mode":5)", kLit, accessor));
    const auto imported = builder.import();
    EXPECT_EQ(test::model_of(imported).meshes[0].primitives[0].skipped, "no triangles");
    EXPECT_EQ(test::entry_of(imported, "corners that make no triangle").count, 2U);
}

TEST(GltfMesh, CornersBeyondWholeTrianglesAreDroppedAndCounted) {
    GltfBuilder builder = square();
    const int accessor = builder.data(std::vector<std::uint16_t>{0, 1, 2, 3, 0}, kU16, "SCALAR", 5);
    builder.mesh(fmt::format(R"({},"indices":{})", kLit, accessor));
    const auto imported = builder.import();
    EXPECT_THAT(first_mesh(imported).indices, ElementsAre(0, 1, 2));
    EXPECT_EQ(test::entry_of(imported, "corners that make no triangle").count, 2U);
    EXPECT_EQ(test::model_of(imported).counts.triangles, 1U);
}

// Rule D3 of docs/formats/gltf-import.md: points and lines have no mesh.
TEST(GltfMesh, PointsAndLinesAreSkippedAndCounted) {
    GltfBuilder builder = square();
    for (int mode = 0; mode < 4; ++mode) builder.mesh(fmt::format(R"({},"mode":{})", kLit, mode));
    builder.mesh(fmt::format(R"({},"mode":1)", kLit));
    const auto imported = builder.import();
    const Model model = test::model_of(imported);
    EXPECT_EQ(model.counts.primitives, 5U);
    EXPECT_EQ(model.counts.vertices, 20U);
    EXPECT_EQ(model.counts.triangles, 0U);
    EXPECT_EQ(model.meshes[0].primitives[0].skipped, "mode POINTS");
    EXPECT_TRUE(model.meshes[0].primitives[0].mesh.positions.empty());
    EXPECT_EQ(test::entry_of(imported, "primitive: mode POINTS").verdict, Verdict::dropped);
    EXPECT_EQ(test::entry_of(imported, "primitive: mode LINES").count, 2U);
    EXPECT_EQ(test::entry_of(imported, "primitive: mode LINES").where, "/meshes/1/primitives/0");
    EXPECT_TRUE(test::has_entry(imported, "primitive: mode LINE_LOOP"));
    EXPECT_TRUE(test::has_entry(imported, "primitive: mode LINE_STRIP"));
}

TEST(GltfMesh, ModeSevenIsRefused) {
    GltfBuilder builder = square();
    builder.mesh(fmt::format(R"({},"mode":7)", kLit));
    EXPECT_EQ(test::failure(builder.import()), "G2002 /meshes/0/primitives/0/mode");
}

TEST(GltfMesh, WithoutIndicesVerticesStandInOrder) {
    GltfBuilder builder = square();
    builder.mesh(fmt::format(R"({},"mode":5)", kLit));
    const TriangleMesh mesh = first_mesh(builder.import());
    EXPECT_THAT(mesh.indices, ElementsAre(0, 1, 2, 1, 3, 2));
    EXPECT_EQ(mesh.positions, kSquare);
}

TEST(GltfMesh, IndicesOfEveryUnsignedTypeAreRead) {
    for (const int component : {kU8, kU16, kU32}) {
        GltfBuilder builder = square();
        const std::size_t size = component == kU8 ? 1 : component == kU16 ? 2 : 4;
        std::vector<std::uint8_t> bytes(6 * size);
        const std::array<std::uint8_t, 6> indices = {0, 1, 2, 0, 2, 3};
        for (std::size_t i = 0; i < 6; ++i) bytes[i * size] = indices[i];
        const int accessor = builder.data(bytes, component, "SCALAR", 6);
        builder.mesh(fmt::format(R"({},"indices":{})", kLit, accessor));
        EXPECT_THAT(first_mesh(builder.import()).indices, ElementsAre(0, 1, 2, 0, 2, 3));
    }
}

TEST(GltfMesh, SignedOrNormalizedIndicesAreRefused) {
    GltfBuilder builder = square();
    const int bytes = builder.data(std::vector<std::int8_t>{0, 1, 2}, kI8, "SCALAR", 3);
    builder.mesh(fmt::format(R"({},"indices":{})", kLit, bytes));
    EXPECT_EQ(test::failure(builder.import()), "G2016 /meshes/0/primitives/0/indices");
}

TEST(GltfMesh, IndexBeyondTheVerticesIsAnErrorWithItsPlace) {
    GltfBuilder builder = square();
    const int accessor = builder.data(std::vector<std::uint16_t>{0, 1, 4}, kU16, "SCALAR", 3);
    builder.mesh(fmt::format(R"({},"indices":{})", kLit, accessor));
    const auto imported = builder.import();
    EXPECT_EQ(test::failure(imported), "G2012 /meshes/0/primitives/0/indices");
    EXPECT_EQ(imported.error().message, "index 2 is 4; there are 4 vertices");
}

TEST(GltfMesh, PrimitiveRestartIsRefused) {
    GltfBuilder builder = square();
    const int accessor =
        builder.data(std::vector<std::uint8_t>{0, 1, 2, 255, 0, 1, 3}, kU8, "SCALAR", 7);
    builder.mesh(fmt::format(R"({},"indices":{},"mode":5)", kLit, accessor));
    EXPECT_EQ(test::failure(builder.import()), "G2012 /meshes/0/primitives/0/indices");
}

TEST(GltfMesh, VerticesThatNoTriangleUsesAreLeftOut) {
    GltfBuilder builder = square();
    const int accessor = builder.data(std::vector<std::uint16_t>{3, 1, 2}, kU16, "SCALAR", 3);
    builder.mesh(fmt::format(R"({},"indices":{})", kLit, accessor));
    const auto imported = builder.import();
    const TriangleMesh mesh = first_mesh(imported);
    EXPECT_THAT(mesh.positions, ElementsAre(kSquare[1], kSquare[2], kSquare[3]));
    EXPECT_THAT(mesh.indices, ElementsAre(2, 0, 1));
    EXPECT_EQ(mesh.normals.size(), 3U);
    EXPECT_EQ(test::model_of(imported).counts.vertices, 4U);  // as the file states
}

TEST(GltfMesh, FewVerticesOfALargeBufferAreLeftOutToo) {
    GltfBuilder builder;
    std::vector<Vec3> positions(100);
    for (std::size_t i = 0; i < 100; ++i) positions[i].x = static_cast<float>(i);
    const int p = builder.data(positions, kF32, "VEC3", 100);
    const int n = builder.data(std::vector<Vec3>(100, Vec3{0, 0, 1}), kF32, "VEC3", 100);
    const int indices = builder.data(std::vector<std::uint16_t>{90, 7, 40}, kU16, "SCALAR", 3);
    builder.mesh(
        fmt::format(R"("attributes":{{"POSITION":{},"NORMAL":{}}},"indices":{})", p, n, indices));
    const TriangleMesh mesh = first_mesh(builder.import());
    EXPECT_THAT(mesh.positions, ElementsAre(Vec3{7, 0, 0}, Vec3{40, 0, 0}, Vec3{90, 0, 0}));
    EXPECT_THAT(mesh.indices, ElementsAre(2, 0, 1));
}

// Section 3.7.2.1: without normals a primitive is flat, and its tangents are ignored.
TEST(GltfMesh, MissingNormalsBecomeFlatOnesOnVerticesOfTheirOwn) {
    GltfBuilder builder;
    // A roof: two triangles over one edge, in the planes z = x and z = -x.
    builder.data(std::vector<Vec3>{{0, 0, 0}, {0, 1, 0}, {1, 0, 1}, {-1, 0, 1}}, kF32, "VEC3", 4);
    const int tangents = builder.data(std::vector<Vec4>(4, Vec4{1, 0, 0, 1}), kF32, "VEC4", 4);
    const int indices =
        builder.data(std::vector<std::uint16_t>{0, 2, 1, 0, 1, 3}, kU16, "SCALAR", 6);
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":0,"TANGENT":{}}},"indices":{})", tangents,
                             indices));
    const auto imported = builder.import();
    const TriangleMesh mesh = first_mesh(imported);
    ASSERT_EQ(mesh.positions.size(), 6U);
    EXPECT_THAT(mesh.indices, ElementsAre(0, 1, 2, 3, 4, 5));
    const float half = std::sqrt(0.5F);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_NEAR(mesh.normals[i].x, i < 3 ? -half : half, 1e-7F);
        EXPECT_NEAR(mesh.normals[i].y, 0, 1e-7F);
        EXPECT_NEAR(mesh.normals[i].z, half, 1e-7F);
    }
    EXPECT_TRUE(mesh.tangents.empty());
    EXPECT_EQ(test::entry_of(imported, "primitive without normals").verdict, Verdict::converted);
    EXPECT_EQ(test::entry_of(imported, "vertex attribute TANGENT").verdict, Verdict::dropped);
}

TEST(GltfMesh, FlatNormalOfATriangleWithoutAreaIsPlusZ) {
    GltfBuilder builder;
    builder.data(std::vector<Vec3>(3, Vec3{1, 2, 3}), kF32, "VEC3", 3);
    builder.mesh(R"("attributes":{"POSITION":0})");
    EXPECT_THAT(first_mesh(builder.import()).normals, ElementsAre(kUp[0], kUp[0], kUp[0]));
}

TEST(GltfMesh, FlatNormalsOfTinyAndHugeTrianglesAreRight) {
    for (const float size : {1e-25F, 1e25F}) {
        GltfBuilder builder;
        builder.data(std::vector<Vec3>{{0, 0, 0}, {0, size, 0}, {0, 0, size}}, kF32, "VEC3", 3);
        builder.mesh(R"("attributes":{"POSITION":0})");
        EXPECT_EQ(first_mesh(builder.import()).normals[0], (Vec3{1, 0, 0})) << size;
    }
}

TEST(GltfMesh, EveryAttributeIsReadInItsPlace) {
    GltfBuilder builder = square();
    const int tangent = builder.data(std::vector<Vec4>(4, Vec4{1, 0, 0, -1}), kF32, "VEC4", 4);
    const std::vector<Vec2> uv0 = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const std::vector<Vec2> uv1 = {{2, 0}, {3, 0}, {3, 1}, {2, 1}};
    const int uv0_at = builder.data(uv0, kF32, "VEC2", 4);
    const int uv1_at = builder.data(uv1, kF32, "VEC2", 4);
    const int color = builder.data(std::vector<Vec3>(4, Vec3{0.25F, 0.5F, 2}), kF32, "VEC3", 4);
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":0,"NORMAL":1,"TANGENT":{},)"
                             R"("TEXCOORD_0":{},"TEXCOORD_1":{},"COLOR_0":{}}},"mode":6)",
                             tangent, uv0_at, uv1_at, color));
    const auto imported = builder.import();
    const TriangleMesh mesh = first_mesh(imported);
    EXPECT_EQ(mesh.normals, kUp);
    EXPECT_THAT(mesh.tangents, testing::Each(Vec4{1, 0, 0, -1}));
    ASSERT_EQ(mesh.uvs.size(), 2U);
    EXPECT_EQ(mesh.uvs[0], uv0);
    EXPECT_EQ(mesh.uvs[1], uv1);
    EXPECT_THAT(mesh.colors, testing::Each(Vec4{0.25F, 0.5F, 2, 1}));
    EXPECT_FALSE(imported->ledger.lossy());
}

TEST(GltfMesh, ASkippedTextureCoordinateSetIsFilledWithZeros) {
    GltfBuilder builder = square();
    const int uv = builder.data(std::vector<Vec2>(4, Vec2{1, 1}), kF32, "VEC2", 4);
    builder.mesh(
        fmt::format(R"("attributes":{{"POSITION":0,"NORMAL":1,"TEXCOORD_1":{}}},"mode":6)", uv));
    const auto imported = builder.import();
    const TriangleMesh mesh = first_mesh(imported);
    ASSERT_EQ(mesh.uvs.size(), 2U);
    EXPECT_EQ(mesh.uvs[0], (std::vector<Vec2>(4)));
    EXPECT_EQ(test::entry_of(imported, "texture coordinate set left out").verdict,
              Verdict::approximated);
}

TEST(GltfMesh, AttributesWithoutAPlaceAreInTheLedger) {
    GltfBuilder builder = square();
    const int four = builder.data(std::vector<Vec4>(4, Vec4{}), kF32, "VEC4", 4);
    const int two = builder.data(std::vector<Vec2>(4), kF32, "VEC2", 4);
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":0,"NORMAL":1,"COLOR_1":{0},)"
                             R"("TEXCOORD_8":{1},"_HEAT":{0},"JOINTS_0":{0},"WEIGHTS_0":{0}}})",
                             four, two));
    const auto imported = builder.import();
    for (const std::string_view name :
         {"COLOR_1", "TEXCOORD_8", "_HEAT", "JOINTS_0", "WEIGHTS_0"}) {
        EXPECT_EQ(test::entry_of(imported, fmt::format("vertex attribute {}", name)).verdict,
                  Verdict::dropped);
    }
    EXPECT_TRUE(imported->ledger.lossy());
}

TEST(GltfMesh, MorphTargetsAreCountedCheckedAndDropped) {
    GltfBuilder builder = square();
    builder.mesh(fmt::format(R"({},"targets":[{{"POSITION":0}},{{"POSITION":1}}])", kLit));
    const auto imported = builder.import();
    EXPECT_EQ(test::model_of(imported).counts.morph_targets, 2U);
    EXPECT_EQ(test::entry_of(imported, "morph targets").count, 2U);

    GltfBuilder uneven = square();
    uneven.data(kSquare, kF32, "VEC3", 3);
    uneven.mesh(fmt::format(R"({},"targets":[{{"POSITION":2}}])", kLit));
    EXPECT_EQ(test::failure(uneven.import()), "G2016 /meshes/0/primitives/0/targets/0/POSITION");
}

TEST(GltfMesh, AttributesOfDifferentCountsAreRefused) {
    GltfBuilder builder = square();
    builder.data(kUp, kF32, "VEC3", 3);
    builder.mesh(R"("attributes":{"POSITION":0,"NORMAL":2})");
    EXPECT_EQ(test::failure(builder.import()), "G2016 /meshes/0/primitives/0/attributes/NORMAL");
}

TEST(GltfMesh, AttributeOfTheWrongTypeIsRefused) {
    GltfBuilder builder = square();
    const int wrong = builder.data(std::vector<Vec4>(4), kF32, "VEC4", 4);
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":0,"NORMAL":{}}})", wrong));
    EXPECT_EQ(test::failure(builder.import()), "G2016 /meshes/0/primitives/0/attributes/NORMAL");
}

TEST(GltfMesh, PositionsThatAreNotFiniteAreRefused) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        GltfBuilder builder;
        builder.data(std::vector<Vec3>{{0, 0, 0}, {1, bad, 0}, {0, 1, 0}}, kF32, "VEC3", 3);
        builder.mesh(R"("attributes":{"POSITION":0})");
        const auto imported = builder.import();
        EXPECT_EQ(test::failure(imported), "G2013 /meshes/0/primitives/0/attributes/POSITION");
        EXPECT_EQ(imported.error().message, "the position of vertex 1 is not finite");
    }
}

TEST(GltfMesh, OtherAttributesThatMakeNoSenseAreReplacedAndCounted) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    GltfBuilder builder;
    builder.data(kSquare, kF32, "VEC3", 4);
    const int n = builder.data(std::vector<Vec3>{{0, 0, 2}, {0, 0, 0}, {nan, 0, 0}, {0, 1, 0}},
                               kF32, "VEC3", 4);
    const int t = builder.data(
        std::vector<Vec4>{{1, 0, 0, 1}, {3, 0, 0, 1}, {1, 0, 0, 0.5F}, {nan, 0, 0, -1}}, kF32,
        "VEC4", 4);
    const int uv =
        builder.data(std::vector<Vec2>{{nan, 1}, {1, 1}, {1, 1}, {1, 1}}, kF32, "VEC2", 4);
    const int c = builder.data(std::vector<Vec4>{{nan, 0, 0, 0}, {}, {}, {}}, kF32, "VEC4", 4);
    builder.mesh(fmt::format(R"("attributes":{{"POSITION":0,"NORMAL":{},"TANGENT":{},)"
                             R"("TEXCOORD_0":{},"COLOR_0":{}}},"mode":6)",
                             n, t, uv, c));
    const auto imported = builder.import();
    const TriangleMesh mesh = first_mesh(imported);
    EXPECT_THAT(mesh.normals,
                ElementsAre(Vec3{0, 0, 1}, Vec3{0, 0, 1}, Vec3{0, 0, 1}, Vec3{0, 1, 0}));
    EXPECT_THAT(mesh.tangents, ElementsAre(Vec4{1, 0, 0, 1}, Vec4{1, 0, 0, 1}, Vec4{1, 0, 0, 1},
                                           Vec4{0, 0, 1, -1}));
    EXPECT_EQ(mesh.uvs[0][0], (Vec2{0, 0}));
    EXPECT_EQ(mesh.colors[0], (Vec4{1, 1, 1, 1}));
    EXPECT_EQ(test::entry_of(imported, "normals without a direction").count, 2U);
    EXPECT_EQ(test::entry_of(imported, "normals not of length one").verdict, Verdict::converted);
    EXPECT_EQ(test::entry_of(imported, "tangents without a direction or sign").count, 2U);
    EXPECT_EQ(test::entry_of(imported, "texture coordinates not finite").count, 1U);
    EXPECT_EQ(test::entry_of(imported, "vertex colours not finite").count, 1U);
}

TEST(GltfMesh, PrimitiveWithoutPositionsGivesNoMesh) {
    GltfBuilder builder = square();
    builder.mesh(R"("attributes":{"NORMAL":1})");
    const auto imported = builder.import();
    EXPECT_EQ(test::model_of(imported).meshes[0].primitives[0].skipped, "no positions");
    EXPECT_TRUE(test::has_entry(imported, "primitive: no positions"));
}

TEST(GltfMesh, DecodedGeometryIsBounded) {
    GltfBuilder builder = square();
    builder.mesh(fmt::format(R"({},"mode":6)", kLit));
    const ImportLimits small{.decode = {}, .max_geometry = 64};
    const auto imported = test::import_text(builder.text(), small);
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().code.id, "G1902");
}

TEST(GltfMesh, OptionalDracoWithPlainAccessorsUsesThose) {
    GltfBuilder builder = square();
    builder.mesh(fmt::format(
        R"({},"mode":6,"extensions":{{"KHR_draco_mesh_compression":{{"bufferView":0}}}})", kLit));
    const auto imported = builder.import();
    EXPECT_EQ(first_mesh(imported).positions, kSquare);
    const LedgerEntry entry = test::entry_of(imported, "extension KHR_draco_mesh_compression");
    EXPECT_EQ(entry.verdict, Verdict::dropped);
    EXPECT_THAT(entry.detail, HasSubstr("not read by this version"));
}

TEST(GltfMesh, OptionalDracoWithoutPlainAccessorsIsSkipped) {
    GltfBuilder builder = square();
    builder.accessor(R"("componentType":5126,"type":"VEC3","count":4)");
    builder.mesh(R"("attributes":{"POSITION":2},"extensions":{"KHR_draco_mesh_compression":{}})");
    const auto imported = builder.import();
    EXPECT_EQ(test::model_of(imported).meshes[0].primitives[0].skipped,
              "only there as KHR_draco_mesh_compression");
}

TEST(GltfMesh, VariantsGiveAMaterialEachAndFallBackToThePrimitives) {
    GltfBuilder builder = square();
    builder.mesh(
        fmt::format(R"({},"material":0,"extensions":{{"KHR_materials_variants":{{"mappings":)"
                    R"([{{"material":1,"variants":[0,2]}}]}}}})",
                    kLit));
    builder.root(R"("materials":[{},{}])");
    builder.root(R"("extensions":{"KHR_materials_variants":{"variants":)"
                 R"([{"name":"red"},{"name":"green"},{"name":"blue"}]}})");
    const Model model = test::model_of(builder.import());
    EXPECT_THAT(model.variants, ElementsAre("red", "green", "blue"));
    EXPECT_THAT(model.meshes[0].primitives[0].variant_materials, ElementsAre(1, 0, 1));
}

}  // namespace
}  // namespace galley
