#include "mips/axis_taps.h"

#include <vector>

#include <gmock/gmock.h>

namespace galley::texel {
namespace {

using ::testing::ElementsAre;

AxisTaps box(std::uint32_t size) { return axis_taps(MipFilter::box, EdgeRule::clamp, size); }
AxisTaps kaiser(std::uint32_t size, EdgeRule edge = EdgeRule::clamp) {
    return axis_taps(MipFilter::kaiser, edge, size);
}

TEST(AxisTaps, OfABoxOnAnEvenSideAreTwo) {
    const AxisTaps taps = box(6);
    ASSERT_EQ(taps.count, 2u);
    EXPECT_THAT(taps.samples_of(2), ElementsAre(4u, 5u));
    EXPECT_THAT(taps.weights_of(2), ElementsAre(0.5f, 0.5f));
}

TEST(AxisTaps, OfASideOfOneKeepIt) {
    for (const AxisTaps& taps : {box(1), kaiser(1)}) {
        EXPECT_THAT(taps.samples, ElementsAre(0u));
        EXPECT_THAT(taps.weights, ElementsAre(1.0f));
    }
}

// A side of 7 becomes 3, each of 7/3 samples: 3/7 3/7 1/7, then 2/7 3/7 2/7, then 1/7 3/7 3/7.
TEST(AxisTaps, OfABoxOnAnOddSideAreThreeByTheAreaCovered) {
    const float expected[3][3] = {{3, 3, 1}, {2, 3, 2}, {1, 3, 3}};
    const AxisTaps taps = box(7);
    ASSERT_EQ(taps.count, 3u);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(taps.samples_of(i)[0], 2 * i);
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_FLOAT_EQ(taps.weights_of(i)[k], expected[i][k] / 7);
    }
}

TEST(AxisTaps, OfABoxGiveEverySampleTheSameShare) {
    for (const std::uint32_t size : {3u, 5u, 101u}) {
        const AxisTaps taps = box(size);
        std::vector<float> sums(size);
        for (std::size_t i = 0; i < taps.samples.size(); ++i)
            sums[taps.samples[i]] += taps.weights[i];
        const std::uint32_t half = size / 2;
        const float share = static_cast<float>(half) / static_cast<float>(size);
        for (const float sum : sums) EXPECT_NEAR(sum, share, 1e-6);
    }
}

TEST(AxisTaps, SumToOne) {
    for (const std::uint32_t size : {2u, 3u, 5u, 8u, 31u, 64u, 1000u}) {
        for (const EdgeRule edge : {EdgeRule::repeat, EdgeRule::mirror, EdgeRule::clamp}) {
            const AxisTaps taps = kaiser(size, edge);
            for (std::uint32_t i = 0; i < size / 2; ++i) {
                float sum = 0;
                for (const float weight : taps.weights_of(i)) sum += weight;
                EXPECT_NEAR(sum, 1, 1e-6) << size << " " << i;
            }
        }
    }
}

// sinc(t) I0(4 sqrt(1 - (t/3)²)) / I0(4) at t = 1/4, 3/4, ... 11/4, divided by twice their sum, in
// Python.
TEST(AxisTaps, OfAKaiserWindowedSincAreTwelveOnAnEvenSide) {
    const AxisTaps taps = kaiser(64);
    ASSERT_EQ(taps.count, 12u);
    EXPECT_THAT(taps.samples_of(10),
                ElementsAre(15u, 16u, 17u, 18u, 19u, 20u, 21u, 22u, 23u, 24u, 25u, 26u));
    const float right[6] = {0.44307705f,  0.13399173f, -0.06568918f,
                            -0.03391876f, 0.01623236f, 0.00630681f};
    for (unsigned k = 0; k < 6; ++k) {
        EXPECT_NEAR(taps.weights_of(10)[6 + k], right[k], 1e-6) << k;
        EXPECT_NEAR(taps.weights_of(10)[5 - k], right[k], 1e-6) << k;
    }
}

TEST(AxisTaps, BeyondAnEdgeFollowItsRule) {
    EXPECT_THAT(kaiser(64, EdgeRule::repeat).samples_of(0),
                ElementsAre(59u, 60u, 61u, 62u, 63u, 0u, 1u, 2u, 3u, 4u, 5u, 6u));
    EXPECT_THAT(kaiser(64, EdgeRule::mirror).samples_of(0),
                ElementsAre(4u, 3u, 2u, 1u, 0u, 0u, 1u, 2u, 3u, 4u, 5u, 6u));
    EXPECT_THAT(kaiser(64, EdgeRule::clamp).samples_of(0),
                ElementsAre(0u, 0u, 0u, 0u, 0u, 0u, 1u, 2u, 3u, 4u, 5u, 6u));
    EXPECT_THAT(kaiser(2, EdgeRule::repeat).samples_of(0),
                ElementsAre(1u, 0u, 1u, 0u, 1u, 0u, 1u, 0u, 1u, 0u, 1u, 0u));
}

}  // namespace
}  // namespace galley::texel
