#include "galley/texel/half.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace galley::texel {
namespace {

TEST(Half, EveryHalfSurvivesTheWayThroughFloat) {
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = half_to_float(half);
        if (std::isnan(value))
            EXPECT_TRUE(std::isnan(half_to_float(float_to_half(value))));
        else
            EXPECT_EQ(float_to_half(value), half) << bits;
    }
}

// IEEE 754-2019, table 3.5: bias 15, 10 bits of fraction.
TEST(Half, KnownValues) {
    EXPECT_EQ(half_to_float(0x3c00), 1.0f);
    EXPECT_EQ(half_to_float(0xc000), -2.0f);
    EXPECT_EQ(half_to_float(0x7bff), 65504.0f);
    EXPECT_EQ(half_to_float(0x0400), 0x1p-14f);
    EXPECT_EQ(half_to_float(0x0001), 0x1p-24f);
    EXPECT_EQ(half_to_float(0x03ff), 1023 * 0x1p-24f);
    EXPECT_EQ(half_to_float(0x7c00), std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::signbit(half_to_float(0x8000)));
}

TEST(Half, TiesGoToEven) {
    EXPECT_EQ(float_to_half(1.0f + 0x1p-11f), 0x3c00);
    EXPECT_EQ(float_to_half(1.0f + 3 * 0x1p-11f), 0x3c02);
    EXPECT_EQ(float_to_half(1.0f + 0x1p-11f + 0x1p-20f), 0x3c01);
    EXPECT_EQ(float_to_half(2.0f - 0x1p-11f), 0x4000);  // carries into the exponent
    EXPECT_EQ(float_to_half(0x1p-25f), 0);              // half of the smallest
    EXPECT_EQ(float_to_half(0x1.000002p-25f), 1);
    EXPECT_EQ(float_to_half(3 * 0x1p-25f), 2);  // 1.5 smallest ones
    EXPECT_EQ(float_to_half(0x1p-14f - 0x1p-25f), 0x0400);
}

TEST(Half, TooLargeIsInfinityFromHalfWayToTheNextPower) {
    EXPECT_EQ(float_to_half(65519.996f), 0x7bff);
    EXPECT_EQ(float_to_half(65520.0f), 0x7c00);
    EXPECT_EQ(float_to_half(-1e30f), 0xfc00);
    EXPECT_EQ(float_to_half(-std::numeric_limits<float>::infinity()), 0xfc00);
}

TEST(Half, TheNearestOfTwoNeighboursIsTaken) {
    for (std::uint32_t bits = 0x38000000; bits < 0x477fe000; bits += 9973) {
        const float value = std::bit_cast<float>(bits);
        const std::uint16_t half = float_to_half(value);
        const double error = std::fabs(double{half_to_float(half)} - value);
        for (const int step : {-1, 1}) {
            const auto neighbour = static_cast<std::uint16_t>(half + step);
            EXPECT_LE(error, std::fabs(double{half_to_float(neighbour)} - value)) << value;
        }
    }
}

}  // namespace
}  // namespace galley::texel
