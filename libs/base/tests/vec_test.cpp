#include "galley/base/vec.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Vec, HasTheLayoutOfGlm) {
    EXPECT_EQ(sizeof(Vec2), 8U);
    EXPECT_EQ(sizeof(Vec3), 12U);
    EXPECT_EQ(sizeof(Vec4), 16U);
    EXPECT_EQ(sizeof(Mat4), 64U);
    EXPECT_EQ(sizeof(Aabb), 24U);
}

TEST(Vec, LengthNeitherOverflowsNorVanishes) {
    EXPECT_EQ(length({3, 4, 12}), 13.0F);
    EXPECT_EQ(length({3e30F, 4e30F, 0}), 5e30F);
    EXPECT_EQ(length({3e-40F, 4e-40F, 0}), 5e-40F);
}

TEST(Vec, NormalizedFallsBackWithoutADirection) {
    EXPECT_EQ(normalized({0, 0, -5}), (Vec3{0, 0, -1}));
    EXPECT_EQ(normalized({1e-30F, 0, 0}), (Vec3{1, 0, 0}));
    EXPECT_EQ(normalized({0, 0, 0}), (Vec3{0, 0, 1}));
    EXPECT_EQ(normalized({0, 0, 0}, {1, 0, 0}), (Vec3{1, 0, 0}));
    EXPECT_EQ(normalized({std::numeric_limits<float>::infinity(), 0, 0}), (Vec3{0, 0, 1}));
    EXPECT_EQ(normalized({std::numeric_limits<float>::quiet_NaN(), 0, 0}), (Vec3{0, 0, 1}));
}

TEST(Vec, CrossOfXAndYIsZ) {
    EXPECT_EQ(cross({1, 0, 0}, {0, 1, 0}), (Vec3{0, 0, 1}));
    EXPECT_EQ(dot({1, 2, 3}, {4, 5, 6}), 32.0F);
}

TEST(Mat4, ComposeScalesThenRotatesThenTranslates) {
    // A quarter turn about z takes x to y.
    const float h = std::sqrt(0.5F);
    const Mat4 m = compose({10, 20, 30}, {0, 0, h, h}, {2, 3, 4});
    const Vec3 x = transform_point(m, {1, 0, 0});
    EXPECT_NEAR(x.x, 10, 1e-5F);
    EXPECT_NEAR(x.y, 22, 1e-5F);
    EXPECT_NEAR(x.z, 30, 1e-5F);
    const Vec3 y = transform_vector(m, {0, 1, 0});
    EXPECT_NEAR(y.x, -3, 1e-5F);
    EXPECT_NEAR(y.y, 0, 1e-5F);
    EXPECT_EQ(transform_vector(m, {0, 0, 1}).z, 4.0F);
}

TEST(Mat4, ProductAppliesTheRightFactorFirst) {
    const Mat4 move = compose({1, 2, 3}, {}, {1, 1, 1});
    const Mat4 grow = compose({0, 0, 0}, {}, {2, 2, 2});
    EXPECT_EQ(transform_point(move * grow, {1, 1, 1}), (Vec3{3, 4, 5}));
    EXPECT_EQ(transform_point(grow * move, {1, 1, 1}), (Vec3{4, 6, 8}));
    EXPECT_EQ(move * Mat4{}, move);
}

}  // namespace
}  // namespace galley
