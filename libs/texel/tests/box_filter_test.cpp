#include "box_filter.h"

#include <vector>

#include <gtest/gtest.h>

namespace galley::texel {
namespace {

TEST(BoxTaps, EvenSidesTakeTwoSamples) {
    const BoxTaps taps = box_taps(6, 2);
    EXPECT_EQ(taps.first, 4u);
    EXPECT_EQ(taps.count, 2u);
    EXPECT_EQ(taps.weights[0], 0.5f);
    EXPECT_EQ(taps.weights[1], 0.5f);
}

TEST(BoxTaps, ASideOfOneIsKept) {
    EXPECT_EQ(box_taps(1, 0).count, 1u);
    EXPECT_EQ(box_taps(1, 0).weights[0], 1.0f);
}

// A side of 7 becomes 3, each of 7/3 samples: 3/7 3/7 1/7, then 2/7 3/7 2/7, then 1/7 3/7 3/7.
TEST(BoxTaps, OddSidesTakeThreeSamplesByTheAreaCovered) {
    const float expected[3][3] = {{3, 3, 1}, {2, 3, 2}, {1, 3, 3}};
    for (std::uint32_t i = 0; i < 3; ++i) {
        const BoxTaps taps = box_taps(7, i);
        EXPECT_EQ(taps.first, 2 * i);
        ASSERT_EQ(taps.count, 3u);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_FLOAT_EQ(taps.weights[k], expected[i][k] / 7);
    }
}

TEST(BoxTaps, EverySampleCountsTheSameInTheWhole) {
    for (const std::uint32_t size : {3u, 5u, 101u}) {
        std::vector<float> sums(size);
        for (std::uint32_t i = 0; i < size / 2; ++i) {
            const BoxTaps taps = box_taps(size, i);
            for (unsigned k = 0; k < taps.count; ++k) sums[taps.first + k] += taps.weights[k];
        }
        const float share = static_cast<float>(size / 2) / static_cast<float>(size);
        for (const float sum : sums) EXPECT_NEAR(sum, share, 1e-6);
    }
}

}  // namespace
}  // namespace galley::texel
