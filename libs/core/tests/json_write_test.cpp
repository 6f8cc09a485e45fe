#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "galley/core/errors.h"
#include "galley/core/json.h"

namespace galley {
namespace {

TEST(WriteJson, IndentsByTwoAndKeepsShortNumberArraysOnOneLine) {
    const auto document = parse_json(
        R"({"a":[1,2.5,-3],"b":[],"c":{},"d":["x",1],"e":{"f":null},"g":[[1],[2]]})", "f");
    ASSERT_TRUE(document);
    EXPECT_EQ(write_json(document->root), R"({
  "a": [1, 2.5, -3],
  "b": [],
  "c": {},
  "d": [
    "x",
    1
  ],
  "e": {
    "f": null
  },
  "g": [
    [1],
    [2]
  ]
}
)");
}

TEST(WriteJson, PutsTheSeventeenthNumberOnALineOfItsOwn) {
    Json sixteen = Json::array();
    for (int i = 0; i < 16; ++i) sixteen.push_back(i);
    EXPECT_EQ(write_json(sixteen), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]\n");
    sixteen.push_back(16);
    EXPECT_TRUE(write_json(sixteen).starts_with("[\n  0,\n  1,\n"));
}

TEST(WriteJson, CompactHasNoSpaces) {
    const auto document = parse_json(R"({ "a" : [ 1 , 2 ] , "b" : { } })", "f");
    EXPECT_EQ(write_json_compact(document->root), R"({"a":[1,2],"b":{}})");
}

TEST(WriteJson, WritesTheShortestNumbersThatComeBack) {
    const std::pair<double, const char*> cases[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1.0, "1.0"},
        {0.1, "0.1"},
        {-2.5, "-2.5"},
        {100000.0, "100000.0"},
        {1e20, "100000000000000000000.0"},
        {1e21, "1e+21"},
        {1.5e300, "1.5e+300"},
        {0.000001, "0.000001"},
        {0.0000001, "1e-07"},
        {0x1p-1074, "5e-324"},
        {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
        {1.0 / 3, "0.3333333333333333"},
        {9007199254740993.0, "9007199254740992.0"},
    };
    for (const auto& [value, text] : cases) EXPECT_EQ(write_json_compact(value), text);
    EXPECT_EQ(write_json_compact(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(write_json_compact(std::numeric_limits<std::uint64_t>::max()),
              "18446744073709551615");
}

TEST(WriteJson, EscapesWhatMustBeAndNothingElse) {
    EXPECT_EQ(write_json_compact(std::string("\"\\/\b\f\n\r\t\x01\x1f\x7f é😀\0", 19)),
              "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f é😀\\u0000\"");
}

TEST(WriteJson, WritesNonFiniteNumbersAsZeroAndReportsTheirPointers) {
    Json root;
    root.set("a/b", Json::array());
    root.find("a/b")->push_back(1.0);
    root.find("a/b")->push_back(std::numeric_limits<double>::quiet_NaN());
    root.set("c~", -std::numeric_limits<double>::infinity());
    Diagnostics diagnostics;
    EXPECT_EQ(write_json_compact(root, &diagnostics), R"({"a/b":[1.0,0],"c~":0})");
    const auto items = diagnostics.items();
    ASSERT_EQ(items.size(), 2U);
    EXPECT_EQ(items[0].error.code, kJsonNonFinite);
    EXPECT_EQ(items[0].error.place.field, "/a~1b/1");
    EXPECT_EQ(items[1].error.place.field, "/c~0");
    EXPECT_EQ(write_json_compact(root), R"({"a/b":[1.0,0],"c~":0})");
}

TEST(WriteJson, ReplacesBytesThatAreNotUtf8AndReportsThem) {
    Json root;
    root.set("name", "a\xff\xe2\x82z");
    Diagnostics diagnostics;
    EXPECT_EQ(write_json_compact(root, &diagnostics), "{\"name\":\"a\uFFFD\uFFFD\uFFFDz\"}");
    ASSERT_EQ(diagnostics.items().size(), 3U);
    EXPECT_EQ(diagnostics.items()[0].error.code, kBadUtf8);
    EXPECT_EQ(diagnostics.items()[0].error.place.field, "/name");
}

TEST(WriteJson, ParsingWhatWasWrittenGivesTheSameValueAndText) {
    for (const char* text :
         {"null", "[]", "{}", "-0", "1e21", "123456789012345678901234567890", "[1,2,[3,{}]]",
          R"({"z":1,"a":{"":[1.5,true,"\u0000\ud83d\ude00"]},"unknown":null})",
          "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]", "5e-324", "0.1", "18446744073709551615"}) {
        const auto document = parse_json(text, "f");
        ASSERT_TRUE(document) << text;
        const std::string pretty = write_json(document->root);
        const auto again = parse_json(pretty, "f");
        ASSERT_TRUE(again) << pretty;
        EXPECT_EQ(again->root, document->root) << text;
        EXPECT_EQ(write_json(again->root), pretty);
        const std::string compact = write_json_compact(document->root);
        EXPECT_EQ(parse_json(compact, "f")->root, document->root);
    }
}

TEST(WriteJson, DoublesComeBackBitForBit) {
    std::uint64_t state = 1;
    for (int i = 0; i < 20'000; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        const double value = std::bit_cast<double>(state);
        if (!std::isfinite(value)) continue;
        const auto back = parse_json(write_json_compact(value), "f");
        ASSERT_TRUE(back) << value;
        EXPECT_FALSE(back->root.is_integer());
        EXPECT_EQ(std::bit_cast<std::uint64_t>(*back->root.if_number()), state) << value;
    }
}

}  // namespace
}  // namespace galley
