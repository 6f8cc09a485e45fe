#include "galley/vda/meta.h"

#include <functional>

#include <gmock/gmock.h>

#include "galley/test/bytes.h"
#include "galley/vda/container.h"
#include "galley/vda/errors.h"

namespace galley::vda {
namespace {

using test::to_bytes;

constexpr std::string_view kHash =
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

// The example of Veduta's specification, character by character.
constexpr std::string_view kSeedExample =
    R"({"compiler":"veduta-asset/0.8.0","deps":[],"kind":"model","name":"crate",)"
    R"("source":"models/crate.vmodel",)"
    R"("source_hash":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"})";

Meta seed_meta() {
    return {"veduta-asset/0.8.0", {}, "model", "crate", "models/crate.vmodel", std::string(kHash)};
}

std::string encoded(const Meta& meta) {
    const auto bytes = encode_meta(meta);
    if (!bytes) return bytes.error().to_string();
    return std::string(as_text(*bytes));
}

TEST(Meta, WritesAndReadsTheExampleOfTheSpecification) {
    EXPECT_EQ(kSeedExample.size(), 185U);
    EXPECT_EQ(encoded(seed_meta()), kSeedExample);
    EXPECT_EQ(chunk_crc("META", as_byte_span(kSeedExample)), 0x042dd3afU);
    const auto meta = decode_meta(as_byte_span(kSeedExample));
    ASSERT_TRUE(meta) << meta.error().to_string();
    EXPECT_EQ(*meta, seed_meta());
}

TEST(Meta, WritesDepsSortedWithoutDuplicates) {
    Meta meta = seed_meta();
    meta.deps = {"b", "a/z", "b", "B", "a"};
    EXPECT_THAT(encoded(meta), ::testing::HasSubstr(R"("deps":["B","a","a/z","b"],)"));
    const auto decoded = decode_meta(to_bytes(encoded(meta)));
    ASSERT_TRUE(decoded);
    EXPECT_THAT(decoded->deps, ::testing::ElementsAre("B", "a", "a/z", "b"));
}

// What encoding/json of Go 1.22 writes with SetEscapeHTML(false).
TEST(Meta, M1_EscapesStringsAsGoDoes) {
    const std::pair<std::string_view, std::string_view> cases[] = {
        {"\"", R"(\")"},
        {"\b\f\n\r\t", R"(\b\f\n\r\t)"},
        {std::string_view("\0\x01\x0b\x1f", 4), R"(\u0000\u0001\u000b\u001f)"},
        {"\x7f</>&'", "\x7f</>&'"},
        {"\u2028\u2029", R"(\u2028\u2029)"},
        {"\u2027\u202a\u00e9\u20ac\U0001f600\ufffd", "\u2027\u202a\u00e9\u20ac\U0001f600\ufffd"},
    };
    for (const auto& [text, expected] : cases) {
        Meta meta = seed_meta();
        meta.compiler = text;
        const std::string json = encoded(meta);
        EXPECT_EQ(json.substr(13, json.find("\",\"deps\"") - 13), expected);
        const auto decoded = decode_meta(to_bytes(json));
        ASSERT_TRUE(decoded) << decoded.error().to_string();
        EXPECT_EQ(*decoded, meta);
    }
}

TEST(Meta, M1_RefusesEveryOtherEscape) {
    for (const auto* escape :
         {R"(\/)", R"(\u000a)", R"(\u0008)", R"(\u001F)", R"(\u0041)", R"(\u0022)", R"(\u202a)",
          R"(\u2028x\U)", R"(\ud83d\ude00)", R"(\x41)", R"(\u00)", R"(\u00g0)", R"(\)"}) {
        std::string json(kSeedExample);
        json.replace(json.find("models/"), 7, escape);
        const auto meta = decode_meta(to_bytes(json));
        ASSERT_FALSE(meta) << escape;
        EXPECT_EQ(meta.error().code, kMetaNotCanonical) << escape;
    }
}

TEST(Meta, M1_RefusesEveryTruncationAndAnythingBehind) {
    test::for_each_truncation(as_byte_span(kSeedExample), [](ByteSpan cut, std::size_t size) {
        const auto meta = decode_meta(cut);
        ASSERT_FALSE(meta) << size;
        EXPECT_EQ(meta.error().code, kMetaNotCanonical);
        EXPECT_LE(meta.error().place.offset, size);
    });
    EXPECT_FALSE(decode_meta(to_bytes(std::string(kSeedExample) + " ")));
}

TEST(Meta, M1_FlippedBytesAreRefusedOrWrittenAgainAsTheyAre) {
    std::string text(kSeedExample);
    text.replace(text.find("[]"), 2, R"(["a","b\n","c d"])");
    test::for_each_byte_flip(as_byte_span(text), [](ByteSpan flipped, std::size_t at) {
        const auto meta = decode_meta(flipped);
        if (!meta) return;
        const auto again = encode_meta(*meta);
        ASSERT_TRUE(again) << at;
        EXPECT_EQ(as_text(*again), as_text(flipped)) << at;
    });
}

TEST(Meta, WriterRefusesWhatBreaksARule) {
    struct Case {
        std::string_view field;
        std::function<void(Meta&)> change;
    };
    const Case cases[] = {
        {"compiler", [](Meta& m) { m.compiler = ""; }},
        {"compiler", [](Meta& m) { m.compiler = "\xff"; }},
        {"compiler", [](Meta& m) { m.compiler = "\xed\xa0\x80"; }},
        {"kind", [](Meta& m) { m.kind = "Model"; }},
        {"kind", [](Meta& m) { m.kind = "mesh"; }},
        {"kind", [](Meta& m) { m.kind = "meta"; }},
        {"kind", [](Meta& m) { m.kind = "padd"; }},
        {"kind", [](Meta& m) { m.kind = "\xff"; }},
        {"kind", [](Meta& m) { m.kind = "1abc"; }},
        {"name", [](Meta& m) { m.name = "Crate"; }},
        {"name", [](Meta& m) { m.name = "_crate"; }},
        {"name", [](Meta& m) { m.name = "crate.1"; }},
        {"source", [](Meta& m) { m.source = "a//b"; }},
        {"source", [](Meta& m) { m.source = ".."; }},
        {"source", [](Meta& m) { m.source = "a/b\\c"; }},
        {"source", [](Meta& m) { m.source = "a/\xc0\xaf"; }},
        {"deps/1", [](Meta& m) { m.deps = {"ok", "/abs"}; }},
        {"source_hash", [](Meta& m) { m.source_hash[0] = 'A'; }},
        {"source_hash", [](Meta& m) { m.source_hash += '0'; }},
    };
    for (const Case& c : cases) {
        Meta meta = seed_meta();
        c.change(meta);
        const auto bytes = encode_meta(meta);
        ASSERT_FALSE(bytes) << c.field;
        EXPECT_EQ(bytes.error().code, kMetaInvalid);
        EXPECT_EQ(bytes.error().place.field, c.field);
    }
    Meta dots = seed_meta();
    dots.source = ".hidden/a..b/c...";
    EXPECT_TRUE(encode_meta(dots));
}

TEST(Meta, M8_OwnKindsFollowFromKindVersionAndKey) {
    const Digest key = Digest::from_hex(kHash).value();
    const Meta meta = own_meta("gmsh", 12, key);
    EXPECT_EQ(encoded(meta),
              R"({"compiler":"galley/gmsh/12","deps":[],"kind":"gmsh","name":"9f86d081884c7d65",)"
              R"("source":"9f86d081884c7d65","source_hash":")" +
                  std::string(kHash) + R"("})");
    EXPECT_EQ(own_body_version(meta), 12);
    EXPECT_FALSE(own_body_version(seed_meta()));
}

TEST(Meta, M8_RefusesOwnKindsThatSayMore) {
    const Digest key = Digest::from_hex(kHash).value();
    const std::pair<std::string_view, std::function<void(Meta&)>> cases[] = {
        {"compiler", [](Meta& m) { m.compiler = "galley/gtex/1"; }},
        {"compiler", [](Meta& m) { m.compiler = "galley/gmsh/"; }},
        {"compiler", [](Meta& m) { m.compiler = "galley/gmsh/0"; }},
        {"compiler", [](Meta& m) { m.compiler = "galley/gmsh/01"; }},
        {"compiler", [](Meta& m) { m.compiler = "galley/gmsh/65536"; }},
        {"compiler", [](Meta& m) { m.compiler = "galley/gmsh/1 "; }},
        {"compiler", [](Meta& m) { m.compiler = "veduta-asset/0.8.0"; }},
        {"name", [](Meta& m) { m.name = "crate"; }},
        {"source", [](Meta& m) { m.source = "models/crate.glb"; }},
        {"deps", [](Meta& m) { m.deps = {"a.png"}; }},
    };
    for (const auto& [field, change] : cases) {
        Meta meta = own_meta("gmsh", 1, key);
        change(meta);
        const auto bytes = encode_meta(meta);
        ASSERT_FALSE(bytes) << field;
        EXPECT_EQ(bytes.error().place.field, field);
        EXPECT_EQ(bytes.error().code, kMetaInvalid);
    }
}

TEST(Meta, M4_EveryKindHasItsBodyChunk) {
    const std::pair<std::string_view, std::string_view> kinds[] = {
        {"model", "MESH"},  {"texture", "TEXR"}, {"material", "MATL"}, {"scene", "SCEN"},
        {"prefab", "PRFB"}, {"world", "WRLD"},   {"map", "TMAP"},      {"gmsh", "GMSH"},
        {"gtex", "GTEX"},   {"gmat", "GMAT"},    {"gscn", "GSCN"},     {"abc1", "ABC1"},
    };
    for (const auto& [kind, type] : kinds) EXPECT_EQ(body_type(kind), type);
    for (const auto* word : {"", "mesh", "texr", "meta", "padd", "GMSH", "gms", "models"}) {
        EXPECT_FALSE(body_type(word)) << word;
    }
    EXPECT_TRUE(is_known_body_type("TMAP"));
    EXPECT_TRUE(is_known_body_type("GRAW"));
    EXPECT_FALSE(is_known_body_type("ABC1"));
    EXPECT_FALSE(is_known_body_type("PADD"));
}

}  // namespace
}  // namespace galley::vda
