#include "galley/core/json.h"

#include <limits>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Json, IsOneKindAtATime) {
    EXPECT_TRUE(Json().is_null());
    EXPECT_TRUE(Json(nullptr).is_null());
    EXPECT_TRUE(Json(true).is_bool());
    EXPECT_TRUE(Json(1).is_integer());
    EXPECT_TRUE(Json(1.0).is_number());
    EXPECT_FALSE(Json(1.0).is_integer());
    EXPECT_TRUE(Json("a").is_string());
    EXPECT_TRUE(Json::array().is_array());
    EXPECT_TRUE(Json::object().is_object());
    EXPECT_EQ(Json("a").if_number(), std::nullopt);
    EXPECT_EQ(Json("a").if_int(), std::nullopt);
    EXPECT_EQ(Json(1).if_string(), nullptr);
    EXPECT_EQ(Json(1).if_bool(), nullptr);
    EXPECT_EQ(Json(1).if_array(), nullptr);
}

TEST(Json, NamesItsType) {
    EXPECT_EQ(Json().type_name(), "null");
    EXPECT_EQ(Json(false).type_name(), "a boolean");
    EXPECT_EQ(Json(std::uint64_t{1}).type_name(), "a number");
    EXPECT_EQ(Json("").type_name(), "a string");
    EXPECT_EQ(Json::array().type_name(), "an array");
    EXPECT_EQ(Json::object().type_name(), "an object");
}

TEST(Json, IntegersAreGivenOnlyWhenExact) {
    EXPECT_EQ(Json(-5).if_int(), -5);
    EXPECT_EQ(Json(-5).if_uint(), std::nullopt);
    EXPECT_EQ(Json(3.0).if_int(), 3);
    EXPECT_EQ(Json(3.0).if_uint(), 3U);
    EXPECT_EQ(Json(3.5).if_int(), std::nullopt);
    EXPECT_EQ(Json(-0x1p63).if_int(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(Json(0x1p63).if_int(), std::nullopt);
    EXPECT_EQ(Json(0x1p63).if_uint(), std::uint64_t{1} << 63);
    EXPECT_EQ(Json(0x1p64).if_uint(), std::nullopt);
    EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).if_int(), std::nullopt);
    EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).if_uint(), std::nullopt);
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(Json(kLargest).if_uint(), kLargest);
    EXPECT_EQ(Json(kLargest).if_int(), std::nullopt);
    EXPECT_EQ(Json(kLargest).if_number(), 0x1p64);
    EXPECT_EQ(Json(std::uint64_t{7}), Json(7));
}

TEST(Json, MembersKeepTheirOrderWhenSet) {
    Json object;
    object.set("b", 1);
    object.set("a", 2);
    object.set("b", 3);
    EXPECT_EQ(write_json_compact(object), R"({"b":3,"a":2})");
    EXPECT_EQ(object.find("a")->if_int(), 2);
    EXPECT_EQ(object.find("c"), nullptr);
    EXPECT_EQ(Json(1).find("a"), nullptr);
    EXPECT_TRUE(object.erase("b"));
    EXPECT_FALSE(object.erase("b"));
    EXPECT_EQ(write_json_compact(object), R"({"a":2})");
}

TEST(Json, PushBackMakesAnArray) {
    Json array;
    array.push_back(1);
    array.push_back("two");
    EXPECT_EQ(write_json_compact(array), R"([1,"two"])");
}

TEST(Json, EqualityLooksAtValuesAndOrderNotAtPlaces) {
    Json one = 5;
    one.set_offset(9);
    EXPECT_EQ(one, Json(5));
    EXPECT_NE(Json(5), Json(5.0));
    const auto ab = parse_json(R"({"a":1,"b":2})", "f");
    const auto ba = parse_json(R"({"b":2,"a":1})", "f");
    EXPECT_NE(ab->root, ba->root);
}

TEST(JsonPointer, EscapesTildeAndSlash) {
    EXPECT_EQ(json_pointer_part("a/b~c"), "a~1b~0c");
    EXPECT_EQ(json_pointer_part(""), "");
}

TEST(JsonDocument, KnowsThePlaceOfEachValue) {
    const auto document = parse_json("{\n  \"a\": [1,\r\n 22],\n\"é\": true}", "f.json");
    ASSERT_TRUE(document);
    const auto place = [&](const Json& value) { return document->place(value).to_string(); };
    const Json& array = *document->root.find("a");
    EXPECT_EQ(place(document->root), "f.json:1:1");
    EXPECT_EQ(place(array), "f.json:2:8");
    EXPECT_EQ(place((*array.if_array())[0]), "f.json:2:9");
    EXPECT_EQ(place((*array.if_array())[1]), "f.json:3:2");
    EXPECT_EQ(place(*document->root.find("é")), "f.json:4:7") << "columns count bytes";
    EXPECT_EQ(document->place(array, "/a").to_string(), "f.json:2:8, field /a");
}

TEST(JsonDocument, ColumnsDoNotCountAByteOrderMark) {
    const auto document = parse_json("\xef\xbb\xbf{\"a\": 1}", "f");
    ASSERT_TRUE(document);
    EXPECT_EQ(document->place(*document->root.find("a")).to_string(), "f:1:7");
}

}  // namespace
}  // namespace galley
