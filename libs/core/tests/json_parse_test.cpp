#include <cmath>
#include <limits>
#include <string>

#include <galley/test/bytes.h>
#include <gtest/gtest.h>

#include "galley/base/bytes.h"
#include "galley/core/errors.h"
#include "galley/core/json.h"

namespace galley {
namespace {

Json parsed(std::string_view text) {
    auto document = parse_json(text, "f");
    EXPECT_TRUE(document) << text << ": " << document.error().to_string();
    return document ? std::move(document->root) : Json();
}

/// `line:column code message` of the error.
std::string error_of(std::string_view text) {
    const auto document = parse_json(text, "f");
    if (document) return "parsed";
    const Error& error = document.error();
    EXPECT_EQ(error.place.file, "f");
    return std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + " " +
           std::string(error.code.id) + " " + error.message;
}

TEST(ParseJson, ReadsEveryKindOfValue) {
    EXPECT_TRUE(parsed("null").is_null());
    EXPECT_EQ(*parsed(" true\t").if_bool(), true);
    EXPECT_EQ(*parsed("\r\nfalse\n").if_bool(), false);
    EXPECT_EQ(*parsed("\"\"").if_string(), "");
    EXPECT_TRUE(parsed("[]").if_array()->empty());
    EXPECT_TRUE(parsed("[ ]").if_array()->empty());
    EXPECT_TRUE(parsed("{ }").if_object()->empty());
    const Json nested = parsed(R"([1, {"a": [null, {}], "b": "c"}])");
    EXPECT_EQ(write_json_compact(nested), R"([1,{"a":[null,{}],"b":"c"}])");
}

TEST(ParseJson, KeepsWhetherANumberIsAnInteger) {
    EXPECT_EQ(parsed("0"), Json(0));
    EXPECT_EQ(parsed("1.0"), Json(1.0));
    EXPECT_EQ(parsed("1e2"), Json(100.0));
    EXPECT_EQ(parsed("-9223372036854775808"), Json(std::numeric_limits<std::int64_t>::min()));
    EXPECT_EQ(parsed("9223372036854775808"), Json(std::uint64_t{1} << 63));
    EXPECT_EQ(parsed("18446744073709551615"), Json(std::numeric_limits<std::uint64_t>::max()));
}

TEST(ParseJson, MakesIntegersBeyond64BitsDoubles) {
    EXPECT_EQ(parsed("18446744073709551616"), Json(0x1p64));
    EXPECT_EQ(parsed("-9223372036854775809"), Json(-0x1p63));
    EXPECT_EQ(parsed("1" + std::string(30, '0')), Json(1e30));
}

TEST(ParseJson, KeepsTheSignOfZero) {
    for (const char* text : {"-0", "-0.0", "-0e1"}) {
        const auto value = parsed(text).if_number();
        EXPECT_EQ(value, 0.0);
        EXPECT_TRUE(std::signbit(*value)) << text;
        EXPECT_FALSE(parsed(text).is_integer());
    }
}

TEST(ParseJson, RoundsNumbersCorrectly) {
    EXPECT_EQ(parsed("0.1").if_number(), 0.1);
    EXPECT_EQ(parsed("1.7976931348623157e308").if_number(), std::numeric_limits<double>::max());
    EXPECT_EQ(parsed("4.9406564584124654e-324").if_number(), 0x1p-1074);
    EXPECT_EQ(parsed("9007199254740993.0").if_number(), 9007199254740992.0);
    EXPECT_EQ(parsed("2.2250738585072011e-308").if_number(), 0x0.fffffffffffffp-1022);
    EXPECT_EQ(parsed("1E+2").if_number(), 100.0);
}

TEST(ParseJson, TakesTooSmallNumbersAsZeroAndRefusesTooLargeOnes) {
    EXPECT_EQ(parsed("1e-400").if_number(), 0.0);
    EXPECT_TRUE(std::signbit(*parsed("-1e-400").if_number()));
    EXPECT_EQ(parsed("0." + std::string(400, '0') + "1").if_number(), 0.0);
    EXPECT_EQ(parsed("1e-99999999999999999999").if_number(), 0.0);
    EXPECT_EQ(parsed("0e99999999999999999999").if_number(), 0.0);
    EXPECT_EQ(parsed("0e400").if_number(), 0.0);
    EXPECT_EQ(parsed("0.000000001e310").if_number(), 1e301);
    const std::string too_large = " G1104 a number too large for 64-bit floating point";
    EXPECT_EQ(error_of("[1e400]"), "1:2" + too_large);
    EXPECT_EQ(error_of("-1e309"), "1:1" + too_large);
    EXPECT_EQ(error_of("1e99999999999999999999"), "1:1" + too_large);
    EXPECT_EQ(error_of("1" + std::string(400, '0')), "1:1" + too_large);
    EXPECT_EQ(error_of("0.001e400"), "1:1" + too_large);
}

TEST(ParseJson, DecodesStrings) {
    EXPECT_EQ(*parsed(R"("\"\\\/\b\f\n\r\t")").if_string(), "\"\\/\b\f\n\r\t");
    EXPECT_EQ(*parsed(R"("\u0041\u00e9\u20AC\ud83d\ude00")").if_string(), "Aé€😀");
    EXPECT_EQ(*parsed(R"("a\u0000b")").if_string(), std::string("a\0b", 3));
    EXPECT_EQ(*parsed("\"é€😀\x7f\"").if_string(), "é€😀\x7f");
    EXPECT_EQ(*parsed(R"("\uFFFF")").if_string(), "\xef\xbf\xbf");
    EXPECT_EQ(*parsed(R"("\\u0041")").if_string(), "\\u0041");
    for (std::size_t size = 0; size < 40; ++size) {
        const std::string text(size, 'x');
        EXPECT_EQ(*parsed('"' + text + "\\n" + text + '"').if_string(), text + "\n" + text);
    }
}

TEST(ParseJson, DecodesKeysAndAllowsEmptyOnes) {
    const Json object = parsed(R"({"": 1, "a\u0062": 2, "é": 3})");
    EXPECT_EQ(object.find("")->if_int(), 1);
    EXPECT_EQ(object.find("ab")->if_int(), 2);
    EXPECT_EQ(object.find("é")->if_int(), 3);
}

TEST(ParseJson, AcceptsALeadingByteOrderMarkOnly) {
    EXPECT_EQ(parsed("\xef\xbb\xbf[1]"), Json(Json::Array{Json(1)}));
    EXPECT_EQ(error_of("[\xef\xbb\xbf]"), "1:2 G1101 expected a value, found byte 0xef");
}

TEST(ParseJson, RefusesBrokenStructureAtItsPlace) {
    const std::pair<const char*, const char*> cases[] = {
        {"", "1:1 G1101 expected a value, found the end of the text"},
        {" \n ", "2:2 G1101 expected a value, found the end of the text"},
        {"[", "1:2 G1101 expected a value, found the end of the text"},
        {"]", "1:1 G1101 expected a value, found ']'"},
        {"[1", "1:3 G1101 expected ',' or ']' after an element, found the end of the text"},
        {"[1,\n]", "2:1 G1101 expected an element, found ']'"},
        {"[,1]", "1:2 G1101 expected a value, found ','"},
        {"[1,,2]", "1:4 G1101 expected a value, found ','"},
        {"[1 2]", "1:4 G1101 expected ',' or ']' after an element, found '2'"},
        {"[1}", "1:3 G1101 expected ',' or ']' after an element, found '}'"},
        {"{", "1:2 G1101 expected a key in double quotes, found the end of the text"},
        {"{\"a\"}", "1:5 G1101 expected ':' after a key, found '}'"},
        {"{\"a\" 1}", "1:6 G1101 expected ':' after a key, found '1'"},
        {"{\"a\":}", "1:6 G1101 expected a value, found '}'"},
        {"{\"a\":1,}", "1:8 G1101 expected a key in double quotes, found '}'"},
        {"{\"a\":1 \"b\":2}", "1:8 G1101 expected ',' or '}' after a member, found '\"'"},
        {"{a:1}", "1:2 G1101 expected a key in double quotes, found 'a'"},
        {"{'a':1}", "1:2 G1101 expected a key in double quotes, found '''"},
        {"{1:1}", "1:2 G1101 expected a key in double quotes, found '1'"},
        {"[1] x", "1:5 G1101 expected the end of the text, found 'x'"},
        {"1 2", "1:3 G1101 expected the end of the text, found '2'"},
        {"[]]", "1:3 G1101 expected the end of the text, found ']'"},
        {"// a\n1", "1:1 G1101 expected a value, found '/'"},
        {"[1 /* a */]", "1:4 G1101 expected ',' or ']' after an element, found '/'"},
        {"\f1", "1:1 G1101 expected a value, found byte 0x0c"},
        {"1\v", "1:2 G1101 expected the end of the text, found byte 0x0b"},
        {"\xc2\xa0"
         "1",
         "1:1 G1101 expected a value, found byte 0xc2"},
    };
    for (const auto& [text, error] : cases) EXPECT_EQ(error_of(text), error) << text;
    EXPECT_EQ(error_of(std::string_view("[\0]", 3)), "1:2 G1101 expected a value, found byte 0x00");
    EXPECT_EQ(error_of(std::string_view("1\0", 2)),
              "1:2 G1101 expected the end of the text, found byte 0x00");
}

TEST(ParseJson, RefusesBrokenWordsAndNumbersAtTheirPlace) {
    const std::pair<const char*, const char*> cases[] = {
        {"tru", "1:4 G1101 expected the word 'true', found the end of the text"},
        {"[nul]", "1:5 G1101 expected the word 'null', found ']'"},
        {"fAlse", "1:2 G1101 expected the word 'false', found 'A'"},
        {"truee", "1:5 G1101 expected the end of the text, found 'e'"},
        {"NaN", "1:1 G1101 expected a value, found 'N'"},
        {"-Infinity", "1:2 G1101 expected a digit after the minus sign, found 'I'"},
        {"01", "1:2 G1101 a number must not begin with a zero"},
        {"-00", "1:3 G1101 a number must not begin with a zero"},
        {"+1", "1:1 G1101 expected a value, found '+'"},
        {".5", "1:1 G1101 expected a value, found '.'"},
        {"-.5", "1:2 G1101 expected a digit after the minus sign, found '.'"},
        {"-", "1:2 G1101 expected a digit after the minus sign, found the end of the text"},
        {"--1", "1:2 G1101 expected a digit after the minus sign, found '-'"},
        {"1.", "1:3 G1101 expected a digit after the point, found the end of the text"},
        {"[1.e1]", "1:4 G1101 expected a digit after the point, found 'e'"},
        {"1e", "1:3 G1101 expected a digit in the exponent, found the end of the text"},
        {"1e+", "1:4 G1101 expected a digit in the exponent, found the end of the text"},
        {"1e1.5", "1:4 G1101 expected the end of the text, found '.'"},
        {"0x10", "1:2 G1101 expected the end of the text, found 'x'"},
        {"1a", "1:2 G1101 expected the end of the text, found 'a'"},
        {"1_000", "1:2 G1101 expected the end of the text, found '_'"},
    };
    for (const auto& [text, error] : cases) EXPECT_EQ(error_of(text), error) << text;
}

TEST(ParseJson, RefusesBrokenStringsAtTheirPlace) {
    const std::pair<const char*, const char*> cases[] = {
        {"\"", "1:2 G1101 the text ends inside the string that begins on line 1"},
        {"\n\"abc", "2:5 G1101 the text ends inside the string that begins on line 2"},
        {"\"a\\", "1:4 G1101 the text ends inside the string that begins on line 1"},
        {"\"a\nb\"", "1:3 G1101 a control character (0x0a) inside a string"},
        {"\"0123456789\tb\"", "1:12 G1101 a control character (0x09) inside a string"},
        {"\"\\x\"", "1:2 G1101 an unknown escape in a string"},
        {"\"\\'\"", "1:2 G1101 an unknown escape in a string"},
        {"\"\\u12\"", "1:6 G1101 expected four hex digits after \\u, found '\"'"},
        {"\"\\u12g4\"", "1:6 G1101 expected four hex digits after \\u, found 'g'"},
        {"\"\\U0041\"", "1:2 G1101 an unknown escape in a string"},
        {"\"a\\ud800\"", "1:3 G1101 a lone surrogate: half of a character above U+FFFF"},
        {"\"\\ud800x\"", "1:2 G1101 a lone surrogate: half of a character above U+FFFF"},
        {"\"\\udc00\"", "1:2 G1101 a lone surrogate: half of a character above U+FFFF"},
        {"\"\\udc00\\ud800\"", "1:2 G1101 a lone surrogate: half of a character above U+FFFF"},
        {"\"\\ud800\\ud800\"", "1:2 G1101 a lone surrogate: half of a character above U+FFFF"},
        {"\"\\ud800\\u0041\"", "1:2 G1101 a lone surrogate: half of a character above U+FFFF"},
        {"\"\\ud800\\u\"", "1:10 G1101 expected four hex digits after \\u, found '\"'"},
        {"[\n\"\xff\"]", "2:2 G1201 the text is not valid UTF-8 here"},
        {"\"\xed\xa0\x80\"", "1:2 G1201 the text is not valid UTF-8 here"},
        {"[1]\xe2\x82", "1:4 G1201 the text is not valid UTF-8 here"},
    };
    for (const auto& [text, error] : cases) EXPECT_EQ(error_of(text), error) << text;
    EXPECT_EQ(error_of(std::string_view("\"a\0\"", 4)),
              "1:3 G1101 a control character (0x00) inside a string");
}

TEST(ParseJson, HintsAtCommonMistakes) {
    EXPECT_EQ(parse_json("[1,]", "f").error().hint, "remove the comma before ']'");
    EXPECT_EQ(parse_json("[1, // one\n2]", "f").error().hint, "JSON has no comments");
}

TEST(ParseJson, RefusesAKeyGivenTwiceAtTheSecond) {
    EXPECT_EQ(error_of("{\"a\": 1,\n \"b\": 2, \"a\": 3}"),
              "2:10 G1102 the key 'a' stands twice in one object");
    EXPECT_EQ(error_of(R"({"\u0061": 1, "a": 2})"),
              "1:15 G1102 the key 'a' stands twice in one object");
    EXPECT_EQ(error_of(R"({"x": {"a": 1, "a": 2}, "x": 3})"),
              "1:16 G1102 the key 'a' stands twice in one object");
    EXPECT_EQ(error_of(R"([{"a": 1}, {"a": 2}])"), "parsed");
    EXPECT_EQ(error_of(R"({"a": {"a": {"a": 1}}})"), "parsed");
    std::string many = "{";
    for (int i = 0; i < 100; ++i) many += "\"k" + std::to_string(i) + "\":0,\n";
    EXPECT_EQ(error_of(many + "\"last\":0}"), "parsed");
    EXPECT_EQ(error_of(many + "\"k50\":0,\"k7\":0}"),
              "101:1 G1102 the key 'k50' stands twice in one object");
}

TEST(ParseJson, RefusesDeepNestingWithoutUsingTheStack) {
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    EXPECT_EQ(error_of(nested(512)), "parsed");
    EXPECT_EQ(error_of(nested(513)), "1:513 G1103 nested deeper than 512 levels");
    EXPECT_EQ(error_of(nested(100'000)), "1:513 G1103 nested deeper than 512 levels");
    std::string objects;
    for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
    EXPECT_EQ(error_of(objects), "1:2561 G1103 nested deeper than 512 levels");
    JsonLimits limits;
    limits.max_depth = 1'000'000;
    EXPECT_TRUE(parse_json(nested(1024), "f", limits));
    EXPECT_EQ(parse_json(nested(1025), "f", limits).error().code, kJsonTooDeep);
    EXPECT_EQ(parse_json(nested(100'000), "f", limits).error().code, kJsonTooDeep);
    limits.max_depth = 1;
    EXPECT_TRUE(parse_json("[1,[]]", "f", limits).error().code == kJsonTooDeep);
    EXPECT_TRUE(parse_json("[1]", "f", limits));
}

TEST(ParseJson, RefusesTextAboveTheLimit) {
    JsonLimits limits;
    limits.max_bytes = 3;
    EXPECT_TRUE(parse_json("[1]", "f", limits));
    const auto refused = parse_json("[1] ", "f", limits);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, kJsonTooLarge);
    EXPECT_EQ(refused.error().place.file, "f");
}

TEST(ParseJson, EveryTruncationOfADocumentIsAnErrorAtItsEnd) {
    const std::string text =
        "{\"name\": \"caf\xc3\xa9 \\u00e9\\ud83d\\ude00\", \"n\": [-1.5e+3, 0, true, false, null],"
        "\n \"o\": {\"\": {}, \"x\": []}}";
    ASSERT_EQ(error_of(text), "parsed");
    for (std::size_t size = 0; size < text.size(); ++size) {
        const auto document = parse_json(std::string_view(text).substr(0, size), "f");
        ASSERT_FALSE(document) << size;
        EXPECT_NE(document.error().place.line, 0U) << size;
        EXPECT_NE(document.error().place.column, 0U) << size;
    }
}

TEST(ParseJson, EveryFlippedByteParsesOrFailsWithAPlace) {
    const std::string text = "{\"a\": [-1.5e+3, true, null, \"\\u00e9\\n\xc3\xa9\"],\n \"b\": {}}";
    test::for_each_byte_flip(as_byte_span(text), [](ByteSpan changed, std::size_t at) {
        const auto document = parse_json(as_text(changed), "f");
        if (document) {
            const std::string written = write_json(document->root);
            EXPECT_EQ(parse_json(written, "f")->root, document->root) << at;
        } else {
            EXPECT_NE(document.error().place.line, 0U) << at;
        }
    });
}

}  // namespace
}  // namespace galley
