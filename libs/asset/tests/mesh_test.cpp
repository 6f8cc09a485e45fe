#include "galley/asset/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "galley/asset/errors.h"
#include "galley/vda/errors.h"
#include "samples.h"

namespace galley {
namespace {

// A strip of `vertices` points along x at unit steps, without other attributes.
Mesh line_of_triangles(std::uint32_t vertices) {
    Mesh mesh;
    mesh.vertex_count = vertices;
    mesh.attributes = {{VertexSemantic::position, 0, VertexFormat::f32x3, 0, 0}};
    std::vector<float> positions;
    for (std::uint32_t i = 0; i < vertices; ++i) {
        positions.insert(positions.end(), {static_cast<float>(i), 0, 0});
    }
    const auto bytes = std::as_bytes(std::span(positions));
    mesh.streams = {{12, {bytes.begin(), bytes.end()}}};
    mesh.indices = {0, 1, vertices - 1};
    mesh.levels = {{0, 3, 0}};
    const auto last = static_cast<float>(vertices - 1);
    mesh.bounds = {{0, 0, 0}, {last, 0, 0}};
    mesh.sphere = {{last / 2, 0, 0}, last / 2};
    return mesh;
}

void expect_refused(const Mesh& mesh, std::string_view field) {
    const auto checked = check_mesh(mesh);
    ASSERT_FALSE(checked) << field;
    EXPECT_EQ(checked.error().code, kMeshInvalid);
    EXPECT_EQ(checked.error().place.field, field) << checked.error().to_string();
    const auto encoded = encode_mesh(mesh);
    ASSERT_FALSE(encoded);
    EXPECT_EQ(encoded.error().place.chunk, "GMSH");
}

TEST(Mesh, IsUsedInPlace) {
    const auto body = encode_mesh(test::golden_mesh());
    ASSERT_TRUE(body) << body.error().to_string();
    const auto view = view_mesh(*body);
    ASSERT_TRUE(view) << view.error().to_string();
    const Mesh mesh = test::golden_mesh();
    EXPECT_EQ(view->vertex_count, 3U);
    EXPECT_EQ(view->attributes, mesh.attributes);
    EXPECT_EQ(view->levels, mesh.levels);
    EXPECT_EQ(view->bounds, mesh.bounds);
    EXPECT_EQ(view->sphere, mesh.sphere);
    ASSERT_EQ(view->streams.size(), 2U);
    EXPECT_EQ(view->streams[1].stride, 24U);
    EXPECT_EQ(view->streams[0].bytes.data(), body->data() + 272);
    EXPECT_THAT(view->indices16, ::testing::ElementsAre(0, 1, 2, 0, 2, 1, 0, 1, 2));
    EXPECT_TRUE(view->indices32.empty());
    EXPECT_EQ(view->index(4), 2U);
    ASSERT_NE(view->find(VertexSemantic::uv), nullptr);
    EXPECT_EQ(view->find(VertexSemantic::uv)->offset, 12U);
    EXPECT_EQ(view->find(VertexSemantic::uv, 1), nullptr);
    EXPECT_EQ(view->find(VertexSemantic::tangent), nullptr);
}

TEST(Mesh, Has16BitIndicesUpTo65536VerticesAnd32BitOnesAbove) {
    for (const std::uint32_t vertices : {65536U, 65537U}) {
        const auto body = encode_mesh(line_of_triangles(vertices));
        ASSERT_TRUE(body) << body.error().to_string();
        const auto view = view_mesh(*body);
        ASSERT_TRUE(view) << view.error().to_string();
        EXPECT_EQ(view->indices16.size(), vertices == 65536 ? 3U : 0U);
        EXPECT_EQ(view->indices32.size(), vertices == 65536 ? 0U : 3U);
        EXPECT_EQ(view->index(2), vertices - 1);
        const auto again = encode_mesh(to_mesh(*view));
        ASSERT_TRUE(again);
        EXPECT_EQ(*again, *body);
    }
}

TEST(Mesh, LeavesOutTheHashesOnlyWhenAsked) {
    auto body = encode_mesh(test::golden_mesh());
    ASSERT_TRUE(body);
    (*body)[320 + 20] ^= std::byte{1};  // a colour, which no other rule looks at
    EXPECT_FALSE(view_mesh(*body));
    EXPECT_TRUE(view_mesh(*body, false));
    body->back() = std::byte{9};  // an index of 0x0902
    const auto view = view_mesh(*body, false);
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, kMeshInvalid);
}

TEST(Mesh, P1_StreamsHaveTheirSizes) {
    Mesh mesh = test::golden_mesh();
    mesh.streams[1].bytes.pop_back();
    expect_refused(mesh, "streams/1");
    mesh = test::golden_mesh();
    mesh.streams[0].bytes.clear();
    expect_refused(mesh, "streams/0");
    mesh = test::golden_mesh();
    mesh.vertex_count = 0xffffffff;
    expect_refused(mesh, "streams/0");
}

TEST(Mesh, P1_AMeshHasATriangle) {
    Mesh mesh = test::golden_mesh();
    mesh.indices.clear();
    mesh.levels = {{0, 0, 0}};
    expect_refused(mesh, "index_count");
    expect_refused(Mesh{}, "vertex_count");
}

TEST(Mesh, P1_CountsHaveLimits) {
    Mesh mesh = test::golden_mesh();
    mesh.levels.assign(17, {0, 3, 0});
    expect_refused(mesh, "levels");
    mesh = test::golden_mesh();
    mesh.streams.resize(9);
    expect_refused(mesh, "streams");
    mesh = test::golden_mesh();
    mesh.attributes.resize(20);
    expect_refused(mesh, "attributes");
    mesh = test::golden_mesh();
    mesh.attributes.clear();
    expect_refused(mesh, "attributes");
}

TEST(Mesh, P2_TakesEveryColourFormatAndSet) {
    for (const auto format :
         {VertexFormat::f32x4, VertexFormat::unorm8x4, VertexFormat::unorm16x4}) {
        Mesh mesh = line_of_triangles(3);
        mesh.attributes.push_back({VertexSemantic::color, 7, format, 1, 0});
        mesh.streams.push_back(
            {vertex_format_bytes(format), Bytes(3 * std::size_t{vertex_format_bytes(format)})});
        EXPECT_TRUE(check_mesh(mesh)) << check_mesh(mesh).error().to_string();
    }
}

TEST(Mesh, P4_IndicesAreBelowTheVertexCount) {
    Mesh mesh = test::golden_mesh();
    mesh.indices[5] = 3;
    expect_refused(mesh, "indices/5");
    mesh.indices[5] = 65536;  // would wrap to 0 in 16 bits
    expect_refused(mesh, "indices/5");
}

TEST(Mesh, P5_LevelsTileTheIndices) {
    Mesh mesh = test::golden_mesh();
    mesh.levels = {{0, 9, 0}};
    EXPECT_TRUE(check_mesh(mesh));
    mesh.levels = {{0, 3, 0}, {3, 3, 0}, {6, 3, 0}};
    EXPECT_TRUE(check_mesh(mesh));
    mesh.levels = {{3, 6, 0}};
    expect_refused(mesh, "levels/0");
    mesh.levels = {{0, 6, 0}, {6, 3, std::nanf("")}};
    expect_refused(mesh, "levels/1");
}

TEST(Mesh, P6_BoundsHoldEveryPositionAndNanIsNotInside) {
    Mesh mesh = line_of_triangles(4);
    EXPECT_TRUE(check_mesh(mesh));
    mesh.bounds.max.x = 2.5F;
    expect_refused(mesh, "bounds");
    mesh = line_of_triangles(4);
    mesh.streams[0].bytes = test::float_bytes(0, 0, 0, 1, std::nanf(""), 0, 2, 0, 0, 3, 0, 0);
    expect_refused(mesh, "bounds");
}

TEST(Mesh, P7_TheSphereHoldsEveryPositionUpToRounding) {
    Mesh mesh = line_of_triangles(4);
    mesh.sphere.radius = std::nextafter(1.5F, 0.0F);
    EXPECT_TRUE(check_mesh(mesh));
    mesh.sphere.radius = 1.49F;
    expect_refused(mesh, "sphere");
    mesh.sphere.radius = std::numeric_limits<float>::infinity();
    expect_refused(mesh, "sphere");
}

TEST(Mesh, P6_P7_WorkAtTheEndOfTheRangeOfFloats) {
    const float far = std::numeric_limits<float>::max();
    Mesh mesh = line_of_triangles(3);
    mesh.streams[0].bytes = test::float_bytes(-far, 0, 0, 0, 0, 0, far, 0, 0);
    mesh.bounds = {{-far, 0, 0}, {far, 0, 0}};
    mesh.sphere = {{0, 0, 0}, far};
    EXPECT_TRUE(check_mesh(mesh)) << check_mesh(mesh).error().to_string();
}

TEST(Mesh, EncodesTheSameTwice) {
    EXPECT_EQ(*encode_mesh(test::golden_mesh()), *encode_mesh(test::golden_mesh()));
}

TEST(Mesh, FormatsHaveTheirSizesAndSemanticsTheirWords) {
    EXPECT_EQ(vertex_format_bytes(VertexFormat::f32x2), 8U);
    EXPECT_EQ(vertex_format_bytes(VertexFormat::f32x3), 12U);
    EXPECT_EQ(vertex_format_bytes(VertexFormat::f32x4), 16U);
    EXPECT_EQ(vertex_format_bytes(VertexFormat::unorm8x4), 4U);
    EXPECT_EQ(vertex_format_bytes(VertexFormat::unorm16x4), 8U);
    EXPECT_EQ(semantic_word(VertexSemantic::position), "position");
    EXPECT_EQ(semantic_word(VertexSemantic::color), "color");
}

}  // namespace
}  // namespace galley
