#include "galley/texel/srgb.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace galley::texel {
namespace {

// IEC 61966-2-1, written out with the C library's pow as an independent reference.
double encoded(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}
double decoded(double code) {
    return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
}

TEST(Srgb, TablesHoldTheStandardsValues) {
    for (int code = 0; code < 256; ++code)
        EXPECT_NEAR(srgb8_to_linear_table()[code], decoded(code / 255.0), 1e-7) << code;
    for (int code = 0; code < 65536; code += 7)
        EXPECT_NEAR(srgb16_to_linear_table()[code], decoded(code / 65535.0), 1e-7) << code;
    EXPECT_EQ(srgb8_to_linear_table()[0], 0.0f);
    EXPECT_EQ(srgb8_to_linear_table()[255], 1.0f);
    EXPECT_EQ(srgb16_to_linear_table()[65535], 1.0f);
}

TEST(Srgb, EveryCodeSurvivesTheWayThroughLinearLight) {
    const Srgb8Encoder& encode = Srgb8Encoder::get();
    for (int code = 0; code < 256; ++code) EXPECT_EQ(encode(srgb8_to_linear_table()[code]), code);
}

TEST(Srgb, EncodingRoundsToTheNearestCode) {
    const Srgb8Encoder& encode = Srgb8Encoder::get();
    for (int i = 0; i <= 1000000; ++i) {
        const float linear = static_cast<float>(i) / 1e6f;
        const double exact = encoded(linear) * 255;
        if (std::fabs(exact - std::floor(exact) - 0.5) < 1e-4) continue;  // the reference may round
        ASSERT_EQ(encode(linear), std::lround(exact)) << linear;
    }
}

TEST(Srgb, EncodingNeverFallsAsLightGrows) {
    const Srgb8Encoder& encode = Srgb8Encoder::get();
    int last = 0;
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(0x1p-14f);
         bits <= std::bit_cast<std::uint32_t>(1.0f); bits += 101) {
        const int code = encode(std::bit_cast<float>(bits));
        ASSERT_GE(code, last);
        ASSERT_LE(code, last + 1);
        last = code;
    }
    EXPECT_EQ(last, 255);
}

TEST(Srgb, WhatIsOutsideTheRangeIsClamped) {
    const Srgb8Encoder& encode = Srgb8Encoder::get();
    EXPECT_EQ(encode(-1.0f), 0);
    EXPECT_EQ(encode(2.0f), 255);
    EXPECT_EQ(encode(std::numeric_limits<float>::infinity()), 255);
    EXPECT_EQ(encode(std::numeric_limits<float>::quiet_NaN()), 0);
}

}  // namespace
}  // namespace galley::texel
