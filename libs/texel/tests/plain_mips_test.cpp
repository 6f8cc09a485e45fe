#include "plain_mips.h"

#include <tuple>

#include <gtest/gtest.h>

#include "pictures.h"
#include "texture_build_for.h"

namespace galley::texel {
namespace {

struct Shape {
    std::uint32_t width, height;
};

void expect_plain_levels(const Image& image, ChannelUse use, const MipOptions& options) {
    for (const InstructionSet set : kInstructionSets) {
        if (!instruction_set_available(set)) continue;
        SCOPED_TRACE(instruction_set_name(set));
        JobPool pool(2);
        const BuiltTexture built = build_texture_for(set, image, use, options, pool).value();
        PlainMips plain(image, use, options);
        for (std::size_t level = 1; level < built.levels.size(); ++level)
            ASSERT_EQ(built.levels[level], plain.next()) << "level " << level;
        EXPECT_TRUE(plain.ended());
    }
}

template <class Sample>
void expect_plain_levels_of(Shape shape, const MipOptions& options) {
    SCOPED_TRACE(testing::Message() << shape.width << " x " << shape.height);
    for (std::uint8_t channels = 1; channels <= 4; ++channels) {
        SCOPED_TRACE(testing::Message() << int{channels} << " channels");
        const Image image = noise<Sample>(shape.width, shape.height, channels);
        for (const ChannelUse use : {ChannelUse::color, ChannelUse::data, ChannelUse::normal}) {
            SCOPED_TRACE(testing::Message() << "use " << static_cast<int>(use));
            expect_plain_levels(image, use, options);
        }
    }
}

template <class Sample>
void expect_plain_levels_of_every_shape() {
    for (const MipFilter filter : {MipFilter::box, MipFilter::kaiser}) {
        SCOPED_TRACE(testing::Message() << "filter " << static_cast<int>(filter));
        for (const Shape shape : {Shape{64, 64},
                                  {96, 40},
                                  {38, 22},
                                  {37, 23},
                                  {2, 64},
                                  {1, 9},
                                  {130, 1},
                                  {4, 2},
                                  {3, 3}})
            expect_plain_levels_of<Sample>(shape, {.filter = filter});
    }
}

TEST(PlainMips, AreWhatEveryInstructionSetGivesOf8Bits) {
    expect_plain_levels_of_every_shape<std::uint8_t>();
}

TEST(PlainMips, AreWhatEveryInstructionSetGivesOf16Bits) {
    expect_plain_levels_of_every_shape<std::uint16_t>();
}

TEST(PlainMips, AreWhatEveryInstructionSetGivesOfFloats) {
    expect_plain_levels_of_every_shape<float>();
}

TEST(PlainMips, OfALargePictureAreTheSameInBands) {
    expect_plain_levels(noise<std::uint8_t>(1024, 512, 4), ChannelUse::color, {});
    expect_plain_levels(noise<std::uint8_t>(1280, 960, 3), ChannelUse::color, {});
}

// Each of the 1,021 sums of four codes; with alpha, the largest products of all and no weight at
// all.
TEST(PlainMips, OfEverySumOfFourCodesAreTheSame) {
    for (std::uint8_t channels = 1; channels <= 4; ++channels) {
        Image image = noise<std::uint8_t>(2 * 1021, 2, channels);
        for (std::uint32_t sum = 0; sum < 1021; ++sum)
            for (std::uint32_t i = 0; i < 4; ++i)
                for (std::uint32_t c = 0; c < channels; ++c)
                    image.pixels[((i / 2) * image.width + 2 * sum + i % 2) * channels + c] =
                        static_cast<std::byte>((sum + i) / 4);
        for (const ChannelUse use : {ChannelUse::color, ChannelUse::data})
            expect_plain_levels(image, use, {});
    }
}

// Cut out: alpha of 0 and 255 alone, where the lobes of a Kaiser filter leave no weight.
TEST(PlainMips, OfCutOutPicturesAreTheSameUnderEveryEdgeAndCutoff) {
    Image image = noise<std::uint8_t>(62, 50, 4);
    for (std::size_t i = 3; i < image.pixels.size(); i += 4)
        image.pixels[i] = (i / 4 % 62) / 9 % 2 == 0 ? std::byte{0} : std::byte{255};
    for (const MipFilter filter : {MipFilter::box, MipFilter::kaiser})
        for (const EdgeRule edge : {EdgeRule::repeat, EdgeRule::mirror, EdgeRule::clamp})
            for (const float cutoff : {0.0f, 0.3f})
                expect_plain_levels(
                    image, ChannelUse::color,
                    {.filter = filter, .edge_u = edge, .edge_v = edge, .coverage_cutoff = cutoff});
}

TEST(PlainMips, AreTheSameWithTheSpreadOfNormals) {
    JobPool pool(1);
    const NormalSpread spread = NormalSpread::of(noise<std::uint8_t>(96, 40, 3), pool).value();
    for (std::uint8_t channels = 1; channels <= 4; ++channels)
        for (unsigned channel = 0; channel < 3; ++channel)
            expect_plain_levels(noise<std::uint8_t>(96, 40, channels), ChannelUse::data,
                                {.spread = &spread, .roughness_channel = channel});
}

}  // namespace
}  // namespace galley::texel
