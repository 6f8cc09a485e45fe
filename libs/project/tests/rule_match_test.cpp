#include <string>

#include <gtest/gtest.h>

#include "galley/project/project.h"

namespace galley {
namespace {

TEST(RuleMatches, PatternsWithoutASlashMatchFileNames) {
    EXPECT_TRUE(rule_matches("*_n.*", "props/crate_n.png"));
    EXPECT_TRUE(rule_matches("*_n.*", "crate_n.png"));
    EXPECT_FALSE(rule_matches("*_n.*", "crate_n.d/color.png"));
    EXPECT_FALSE(rule_matches("crate", "props/crate.png"));
    EXPECT_TRUE(rule_matches("crate.png", "props/crate.png"));
}

TEST(RuleMatches, StarStaysInsideAPart) {
    EXPECT_TRUE(rule_matches("props/*.png", "props/crate.png"));
    EXPECT_FALSE(rule_matches("props/*.png", "props/wood/crate.png"));
    EXPECT_FALSE(rule_matches("props/*", "crate.png"));
    EXPECT_TRUE(rule_matches("*/*.png", "props/crate.png"));
    EXPECT_FALSE(rule_matches("*/*.png", "crate.png"));
}

TEST(RuleMatches, QuestionMarkIsOneCharacter) {
    EXPECT_TRUE(rule_matches("*_?k.png", "wood_2k.png"));
    EXPECT_FALSE(rule_matches("*_?k.png", "wood_16k.png"));
    EXPECT_FALSE(rule_matches("a?b", "ab"));
    EXPECT_TRUE(rule_matches("a?b", "a\xE7\xAE\xB1"
                                    "b"));
    EXPECT_FALSE(rule_matches("x/a?b", "x/a/b"));
}

TEST(RuleMatches, TwoStarsTakeAnyNumberOfParts) {
    EXPECT_TRUE(rule_matches("props/**/*.png", "props/crate.png"));
    EXPECT_TRUE(rule_matches("props/**/*.png", "props/a/b/c/crate.png"));
    EXPECT_TRUE(rule_matches("**/wood/*", "wood/a.png"));
    EXPECT_TRUE(rule_matches("**/wood/*", "a/wood/wood/a.png"));
    EXPECT_FALSE(rule_matches("**/wood/*", "a/wood/b/a.png"));
    EXPECT_TRUE(rule_matches("props/**", "props/a/b.png"));
    EXPECT_FALSE(rule_matches("props/**", "other/a/b.png"));
    EXPECT_TRUE(rule_matches("**/a/**/b/**/c", "x/a/y/b/z/b/c"));
    EXPECT_FALSE(rule_matches("**/a/**/b/**/c", "x/b/y/a/c"));
}

TEST(RuleMatches, LettersMatchInEitherCase) {
    EXPECT_TRUE(rule_matches("*_NORMAL.*", "Wood_Normal.PNG"));
    EXPECT_TRUE(rule_matches("props/**", "Props/a.png"));
}

TEST(RuleMatches, LeadingSlashIsTheTop) {
    EXPECT_TRUE(rule_matches("/crate.png", "crate.png"));
    EXPECT_FALSE(rule_matches("/crate.png", "props/crate.png"));
}

TEST(RuleMatches, OddPatternsMatchWhatTheySay) {
    EXPECT_FALSE(rule_matches("", "a"));
    EXPECT_TRUE(rule_matches("*", "a"));
    EXPECT_TRUE(rule_matches("**", "props/a"));
    EXPECT_TRUE(rule_matches("a*b*c", "aXbYbZc"));
    EXPECT_FALSE(rule_matches("a*b*c", "aXbYbZ"));
    EXPECT_TRUE(rule_matches("[a].png", "[a].png"));
    EXPECT_FALSE(rule_matches("/", "a"));
    EXPECT_FALSE(rule_matches("a//b", "a/b"));
}

// Backtracking into every star would take longer than the universe has been there.
TEST(RuleMatches, ManyStarsEndInReasonableTime) {
    std::string pattern;
    std::string deep;
    for (int i = 0; i < 200; ++i) {
        pattern += "*a";
        deep += "**/a/";
    }
    EXPECT_FALSE(rule_matches(pattern + "*b", std::string(1000, 'a')));
    std::string path;
    for (int i = 0; i < 500; ++i) {
        path += "a/";
    }
    EXPECT_FALSE(rule_matches(deep + "b", path + "c"));
    EXPECT_TRUE(rule_matches(deep + "c", path + "c"));
}

}  // namespace
}  // namespace galley
