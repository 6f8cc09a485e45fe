#include "galley/project/channels.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

using Of = ChannelChoice::Of;

TEST(Channels, AreReadAndWrittenAlike) {
    const std::pair<const char*, ChannelChoice> cases[] = {
        {"r", {Of::red, false, {}}},
        {"1-g", {Of::green, true, {}}},
        {"0", {Of::zero, false, {}}},
        {"1", {Of::one, false, {}}},
        {"assets/rough.png:b", {Of::blue, false, "assets/rough.png"}},
        {"1-assets/gloss.png:a", {Of::alpha, true, "assets/gloss.png"}},
        {"texture/a%3Ab:r", {Of::red, false, "texture/a%3Ab"}},
    };
    for (const auto& [text, choice] : cases) {
        EXPECT_EQ(parse_channel(text), choice) << text;
        EXPECT_EQ(channel_text(choice), text);
    }
}

TEST(Channels, OtherTextsAreNone) {
    for (const char* text : {"", "x", "rg", "1-", "1-1", "1-0", "2", "R", ":r", "a.png:", "a.png:1",
                             "a.png", "r ", "-g", "1--g"}) {
        EXPECT_FALSE(parse_channel(text)) << text;
    }
}

}  // namespace
}  // namespace galley
