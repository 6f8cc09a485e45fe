#include "galley/geometry/optimize.h"

#include <algorithm>
#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galley/geometry/weld.h"
#include "mesh_samples.h"

namespace galley::geometry {
namespace {

using Corner = std::array<float, 5>;
using Triangle = std::array<Corner, 3>;

/// The triangles by value, each rotated so that its least corner is first (which keeps winding).
std::vector<Triangle> triangles(const TriangleMesh& mesh) {
    std::vector<Triangle> out;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        Triangle triangle;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t v = mesh.indices[i + k];
            const Vec3 p = mesh.positions[v];
            triangle[k] = {p.x, p.y, p.z, mesh.uvs[0][v].x, mesh.uvs[0][v].y};
        }
        std::ranges::rotate(triangle, std::ranges::min_element(triangle));
        out.push_back(triangle);
    }
    std::ranges::sort(out);
    return out;
}

/// Vertices transformed a triangle with a first-in first-out cache of 16.
double cache_misses_a_triangle(const TriangleMesh& mesh) {
    std::vector<std::uint32_t> cache;
    std::size_t misses = 0;
    for (const std::uint32_t index : mesh.indices) {
        if (std::ranges::find(cache, index) != cache.end()) continue;
        ++misses;
        cache.insert(cache.begin(), index);
        if (cache.size() > 16) cache.pop_back();
    }
    return static_cast<double>(misses) / (static_cast<double>(mesh.indices.size()) / 3);
}

TEST(OptimizeForGpu, KeepsTrianglesTheirWindingAndTheirAttributes) {
    TriangleMesh mesh = test::loose_grid(30);
    weld(mesh);
    const auto before = triangles(mesh);
    optimize_for_gpu(mesh);
    EXPECT_EQ(triangles(mesh), before);
}

TEST(OptimizeForGpu, VerticesStandInTheOrderOfFirstUse) {
    TriangleMesh mesh = test::loose_grid(30);
    weld(mesh);
    optimize_for_gpu(mesh);
    std::uint32_t next = 0;
    for (const std::uint32_t index : mesh.indices) {
        ASSERT_LE(index, next);
        if (index == next) ++next;
    }
    EXPECT_EQ(next, mesh.positions.size());
}

TEST(OptimizeForGpu, MakesBetterUseOfACache) {
    TriangleMesh mesh = test::loose_grid(60);
    weld(mesh);
    const double before = cache_misses_a_triangle(mesh);
    optimize_for_gpu(mesh);
    EXPECT_GT(before, 0.95);
    EXPECT_LT(cache_misses_a_triangle(mesh), 0.75);
}

TEST(OptimizeForGpu, GivesTheSameTwice) {
    TriangleMesh a = test::loose_grid(25), b = test::loose_grid(25);
    weld(a), weld(b);
    optimize_for_gpu(a), optimize_for_gpu(b);
    EXPECT_EQ(a.indices, b.indices);
    EXPECT_EQ(a.positions, b.positions);
}

TEST(OptimizeForGpu, LeavesOutUnusedVerticesAndTakesAnEmptyMesh) {
    TriangleMesh mesh = test::loose_grid(1);
    mesh.indices = {3, 4, 5};
    optimize_for_gpu(mesh);
    EXPECT_EQ(mesh.positions.size(), 3U);
    EXPECT_EQ(mesh.uvs[0].size(), 3U);
    TriangleMesh empty;
    optimize_for_gpu(empty);
    EXPECT_TRUE(empty.indices.empty());
}

}  // namespace
}  // namespace galley::geometry
