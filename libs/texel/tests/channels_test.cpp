#include "galley/texel/channels.h"

#include <gmock/gmock.h>

#include "pictures.h"

namespace galley::texel {
namespace {

using ::testing::ElementsAre;

TEST(Channels, AreSwappedInvertedAndMadeConstant) {
    const Image image = picture8(2, 1, 4, {10, 20, 30, 40, 50, 60, 70, 80});
    const ChannelSource sources[] = {
        {&image, 2, false}, {&image, 1, true}, {nullptr, 0, false}, {nullptr, 1, false}};
    const Image out = combine_channels(2, 1, sources);
    EXPECT_EQ(out.channels, 4);
    EXPECT_EQ(out.type, SampleType::unorm8);
    EXPECT_THAT(samples_of<std::uint8_t>(out.pixels),
                ElementsAre(30, 235, 0, 255, 70, 195, 0, 255));
}

TEST(Channels, OfGreyPicturesAreTheGreyAndAlphaIsFullWhereThereIsNone) {
    const Image grey = picture8(1, 1, 1, {7});
    const Image grey_alpha = picture8(1, 1, 2, {9, 11});
    const Image rgb = picture8(1, 1, 3, {1, 2, 3});
    const ChannelSource first[] = {{&grey, 2, false}, {&grey_alpha, 1, false}, {&rgb, 3, false}};
    EXPECT_THAT(samples_of<std::uint8_t>(combine_channels(1, 1, first).pixels),
                ElementsAre(7, 9, 255));
    const ChannelSource second[] = {{&grey_alpha, 3, false}, {&grey, 3, true}, {&grey, 3, false}};
    EXPECT_THAT(samples_of<std::uint8_t>(combine_channels(1, 1, second).pixels),
                ElementsAre(11, 0, 255));
}

TEST(Channels, TakeTheWidestTypeAndKeepTheirValues) {
    const Image eight = picture8(1, 1, 1, {128});
    const Image sixteen = picture<std::uint16_t>(1, 1, 1, {1000});
    const Image real = picture<float>(1, 1, 1, {2.5F});
    const ChannelSource both[] = {{&eight, 0, false}, {&sixteen, 0, true}, {nullptr, 1, false}};
    const Image wide = combine_channels(1, 1, both);
    EXPECT_EQ(wide.type, SampleType::unorm16);
    EXPECT_THAT(samples_of<std::uint16_t>(wide.pixels), ElementsAre(128 * 257, 64535, 65535));
    const ChannelSource all[] = {{&eight, 0, false}, {&sixteen, 0, false}, {&real, 0, true}};
    const Image floats = combine_channels(1, 1, all);
    EXPECT_EQ(floats.type, SampleType::float32);
    EXPECT_THAT(samples_of<float>(floats.pixels),
                ElementsAre(128 / 255.0F, 1000 / 65535.0F, -1.5F));
}

TEST(Channels, OneAloneMakesAGreyPicture) {
    const Image image = picture8(1, 2, 3, {1, 2, 3, 4, 5, 6});
    const ChannelSource sources[] = {{&image, 1, false}};
    const Image out = combine_channels(1, 2, sources);
    EXPECT_EQ(out.channels, 1);
    EXPECT_THAT(samples_of<std::uint8_t>(out.pixels), ElementsAre(2, 5));
}

}  // namespace
}  // namespace galley::texel
