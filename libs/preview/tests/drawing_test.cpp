#include "drawing.h"

#include <gtest/gtest.h>

#include "scenes.h"
#include "stroke_font.h"

namespace galley::preview::test {
namespace {

using Pixel = std::array<int, 4>;

constexpr Ink kWhite{255, 255, 255};
constexpr Ink kBlack{0, 0, 0};

TEST(Drawing, ARectangleCoversSharesOfThePixelsAtItsEdges) {
    Drawing drawing(4, 4, kWhite);
    drawing.rect({1, 1, 2.5, 3}, kBlack);
    const Image image = drawing.take();
    EXPECT_EQ(pixel(image, 1, 1), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 2, 1), (Pixel{128, 128, 128, 255}));
    EXPECT_EQ(pixel(image, 3, 1), (Pixel{255, 255, 255, 255}));
    EXPECT_EQ(pixel(image, 1, 3), (Pixel{255, 255, 255, 255}));
}

TEST(Drawing, NothingIsDrawnOutsideOfTheClip) {
    Drawing drawing(8, 8, kWhite);
    drawing.clip_to({2, 2, 4, 4});
    drawing.disc(4, 4, 100, kBlack);
    drawing.text(0, 8, 8, "WWW", kBlack);
    const Image image = drawing.take();
    EXPECT_EQ(pixel(image, 3, 3), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 4, 4), (Pixel{255, 255, 255, 255}));
    EXPECT_EQ(pixel(image, 1, 3), (Pixel{255, 255, 255, 255}));
}

TEST(Drawing, ARingLeavesItsMiddle) {
    Drawing drawing(21, 21, kWhite);
    drawing.ring(10.5, 10.5, 8, 2, kBlack);
    const Image image = drawing.take();
    EXPECT_EQ(pixel(image, 10, 10), (Pixel{255, 255, 255, 255}));
    EXPECT_EQ(pixel(image, 18, 10), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 10, 2), (Pixel{0, 0, 0, 255}));
}

TEST(Drawing, ALetterIsItsStrokes) {
    Drawing drawing(12, 16, kWhite);
    // An l is one line from top to bottom at its left: 12 pixels high on the baseline at 14.
    drawing.text(4.5, 14, 12, "l", kBlack, 2);
    const Image image = drawing.take();
    EXPECT_EQ(pixel(image, 4, 8), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 8, 8), (Pixel{255, 255, 255, 255}));
    EXPECT_NE(pixel(image, 4, 2), (Pixel{255, 255, 255, 255}));
}

TEST(Drawing, TextIsShortenedWithDotsUntilItFits) {
    const double width = Drawing::text_width(10, "harbour");
    EXPECT_EQ(Drawing::fitted(10, "harbour", width), "harbour");
    const std::string shorter = Drawing::fitted(10, "harbour", width - 1);
    EXPECT_TRUE(shorter.ends_with("..."));
    EXPECT_LE(Drawing::text_width(10, shorter), width - 1);
    EXPECT_EQ(Drawing::fitted(10, "harbour", 0), "");
    EXPECT_EQ(Drawing::fitted(10, "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 20).back(), '.');
}

TEST(StrokeFont, EveryLetterOfAsciiStaysInItsBox) {
    for (char32_t letter = U'!'; letter <= U'~'; ++letter) {
        const Glyph& glyph = glyph_of(letter);
        ASSERT_FALSE(glyph.strokes.empty()) << static_cast<unsigned>(letter);
        for (const auto& stroke : glyph.strokes) {
            ASSERT_FALSE(stroke.empty());
            for (const Vec2& point : stroke) {
                EXPECT_GE(point.x, 0) << static_cast<unsigned>(letter);
                EXPECT_LE(point.x, glyph.width) << static_cast<unsigned>(letter);
                EXPECT_GE(point.y, 0) << static_cast<unsigned>(letter);
                EXPECT_LE(point.y, 16) << static_cast<unsigned>(letter);
            }
        }
    }
    EXPECT_TRUE(glyph_of(U' ').strokes.empty());
    EXPECT_EQ(&glyph_of(U'\x4e00'), &glyph_of(U'\xe4'));  // boxes
}

TEST(StrokeFont, TextIsReadAsUtf8AndWhatIsNoneIsReplaced) {
    EXPECT_EQ(letters_of("a\xc3\xa4\xf0\x9f\x8c\xb2"), U"a\xe4\x1f332");
    EXPECT_EQ(letters_of("\xc3"), U"\xfffd");
    EXPECT_EQ(letters_of("\xff\xc3z"), U"\xfffd\xfffdz");
    EXPECT_EQ(letters_of(""), U"");
}

}  // namespace
}  // namespace galley::preview::test
