#include "galley/geometry/weld.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh_samples.h"

namespace galley::geometry {
namespace {

using testing::ElementsAre;

/// Two triangles of a square that share no vertex: corners 1 and 3, 2 and 5 are equal.
TriangleMesh loose_square() {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.indices = {0, 1, 2, 3, 4, 5};
    return mesh;
}

TEST(Weld, EqualVerticesBecomeOneInFirstSeenOrder) {
    TriangleMesh mesh = loose_square();
    EXPECT_EQ(weld(mesh), 4U);
    EXPECT_THAT(mesh.positions,
                ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{1, 1, 0}));
    EXPECT_THAT(mesh.indices, ElementsAre(0, 1, 2, 1, 3, 2));
}

TEST(Weld, OrderIsThatOfTheIndicesNotOfTheVertices) {
    TriangleMesh mesh = loose_square();
    mesh.indices = {5, 4, 3, 2, 1, 0};
    EXPECT_EQ(weld(mesh), 4U);
    EXPECT_THAT(mesh.positions,
                ElementsAre(Vec3{0, 1, 0}, Vec3{1, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 0}));
    EXPECT_THAT(mesh.indices, ElementsAre(0, 1, 2, 0, 2, 3));
}

TEST(Weld, ADifferenceInAnyAttributeKeepsVerticesApart) {
    const auto left = [](auto&& change) {
        TriangleMesh mesh = loose_square();
        mesh.normals.assign(6, {0, 0, 1});
        mesh.tangents.assign(6, {1, 0, 0, 1});
        mesh.uvs.assign(2, std::vector<Vec2>(6));
        mesh.colors.assign(6, {1, 1, 1, 1});
        change(mesh);
        return weld(mesh);
    };
    EXPECT_EQ(left([](TriangleMesh&) {}), 4U);
    EXPECT_EQ(left([](TriangleMesh& m) { m.normals[3] = {1, 0, 0}; }), 5U);
    EXPECT_EQ(left([](TriangleMesh& m) { m.tangents[3].w = -1; }), 5U);
    EXPECT_EQ(left([](TriangleMesh& m) { m.uvs[0][3].x = 1e-30F; }), 5U);
    EXPECT_EQ(left([](TriangleMesh& m) { m.uvs[1][3].y = 1; }), 5U);
    EXPECT_EQ(left([](TriangleMesh& m) { m.colors[3].w = 0; }), 5U);
}

TEST(Weld, MinusZeroIsZero) {
    TriangleMesh mesh = loose_square();
    mesh.positions[3] = {1, -0.0F, -0.0F};
    EXPECT_EQ(weld(mesh), 4U);
    for (const Vec3& p : mesh.positions) EXPECT_FALSE(std::signbit(p.y) || std::signbit(p.z));
}

TEST(Weld, VerticesThatNoIndexNamesGo) {
    TriangleMesh mesh = loose_square();
    mesh.indices = {0, 1, 2};
    EXPECT_EQ(weld(mesh), 3U);
    EXPECT_EQ(mesh.positions.size(), 3U);
}

TEST(Weld, EmptyMeshStaysEmpty) {
    TriangleMesh mesh;
    EXPECT_EQ(weld(mesh), 0U);
}

TEST(Weld, IsItsOwnFixedPoint) {
    TriangleMesh once = test::loose_grid(40);
    EXPECT_EQ(weld(once), 41U * 41U);
    TriangleMesh twice = once;
    weld(twice);
    EXPECT_EQ(twice.positions, once.positions);
    EXPECT_EQ(twice.indices, once.indices);
}

TEST(Weld, LeavesEveryTriangleWhereItWas) {
    const TriangleMesh before = test::loose_grid(17);
    TriangleMesh after = before;
    weld(after);
    ASSERT_EQ(after.indices.size(), before.indices.size());
    for (std::size_t i = 0; i < before.indices.size(); ++i) {
        EXPECT_EQ(after.positions[after.indices[i]], before.positions[before.indices[i]]);
        EXPECT_EQ(after.uvs[0][after.indices[i]], before.uvs[0][before.indices[i]]);
    }
}

TEST(RemoveDegenerateTriangles, TakesThoseThatNameAVertexTwice) {
    TriangleMesh mesh = loose_square();
    mesh.indices = {0, 0, 1, 0, 1, 2, 2, 1, 2, 1, 2, 2, 0, 4, 5};
    EXPECT_EQ(remove_degenerate_triangles(mesh), 3U);
    EXPECT_THAT(mesh.indices, ElementsAre(0, 1, 2, 0, 4, 5));
}

TEST(RemoveDegenerateTriangles, KeepsSliversWithoutArea) {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    mesh.indices = {0, 1, 2};
    EXPECT_EQ(remove_degenerate_triangles(mesh), 0U);
}

}  // namespace
}  // namespace galley::geometry
