#include "galley/geometry/bounds.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace galley::geometry {
namespace {

/// Whether the exact distance is at most the radius: long double has bits to spare.
bool holds(const Sphere& sphere, Vec3 p) {
    const auto d = [](float a, float b) { return static_cast<long double>(a) - b; };
    const long double x = d(p.x, sphere.center.x), y = d(p.y, sphere.center.y),
                      z = d(p.z, sphere.center.z);
    const long double r = sphere.radius;
    return x * x + y * y + z * z <= r * r;
}

TEST(BoundingBox, IsTightAndEmptyForNothing) {
    EXPECT_EQ(bounding_box({}), Aabb{});
    const std::vector<Vec3> points = {{1, -2, 3}, {-1, 5, 3}, {0, 0, 4}};
    EXPECT_EQ(bounding_box(points), (Aabb{{-1, -2, 3}, {1, 5, 4}}));
}

TEST(BoundingSphere, OfNothingAndOfOnePointHasNoRadius) {
    EXPECT_EQ(bounding_sphere({}), Sphere{});
    const std::vector<Vec3> points = {{7, 8, 9}, {7, 8, 9}};
    EXPECT_EQ(bounding_sphere(points), (Sphere{{7, 8, 9}, 0}));
}

TEST(BoundingSphere, OfTwoPointsLiesBetweenThem) {
    const std::vector<Vec3> points = {{-3, 0, 0}, {5, 0, 0}};
    const Sphere sphere = bounding_sphere(points);
    EXPECT_EQ(sphere.center, (Vec3{1, 0, 0}));
    EXPECT_EQ(sphere.radius, std::nextafter(4.0F, 5.0F));
}

TEST(BoundingSphere, OfACubeGoesThroughItsCorners) {
    std::vector<Vec3> points;
    for (const float x : {0.0F, 2.0F}) {
        for (const float y : {0.0F, 2.0F}) {
            for (const float z : {0.0F, 2.0F}) points.push_back({x, y, z});
        }
    }
    const Sphere sphere = bounding_sphere(points);
    EXPECT_EQ(sphere.center, (Vec3{1, 1, 1}));
    EXPECT_FLOAT_EQ(sphere.radius, std::sqrt(3.0F));
}

TEST(BoundingSphere, HoldsEveryPointWhateverTheScale) {
    std::mt19937 random(7);
    for (const float scale : {1e-30F, 1e-3F, 1.0F, 1e6F, 1e30F}) {
        for (int round = 0; round < 200; ++round) {
            std::vector<Vec3> points(1 + random() % 40);
            const auto number = [&] {
                return (static_cast<float>(random() % 2001) - 1000) / 1000 * scale + scale * 10;
            };
            for (Vec3& p : points) p = {number(), number() * 0.1F, number()};
            const Sphere sphere = bounding_sphere(points);
            for (const Vec3& p : points) ASSERT_TRUE(holds(sphere, p)) << scale;
        }
    }
}

TEST(BoundingSphere, IsNearTheSmallestForARoundCloud) {
    std::vector<Vec3> points;  // a unit sphere by Fibonacci's spiral
    for (int i = 0; i < 500; ++i) {
        const double y = 1 - 2 * (i + 0.5) / 500, r = std::sqrt(1 - y * y), a = 2.399963 * i;
        points.push_back({static_cast<float>(r * std::cos(a)), static_cast<float>(y),
                          static_cast<float>(r * std::sin(a))});
    }
    EXPECT_LT(bounding_sphere(points).radius, 1.05F);
}

TEST(BoundingSphere, IsInfiniteWhereNoFloatIsLargeEnough) {
    const float far = std::numeric_limits<float>::max();
    const std::vector<Vec3> points = {{-far, -far, -far}, {far, far, far}};
    EXPECT_TRUE(std::isinf(bounding_sphere(points).radius));
}

}  // namespace
}  // namespace galley::geometry
