#include "galley/core/virtual_path.h"

#include <gtest/gtest.h>

#include "galley/core/errors.h"

namespace galley {
namespace {

std::string parsed(std::string_view text) {
    const auto path = VirtualPath::parse(text);
    return path ? path->text() : std::string(path.error().code.id);
}

std::string resolved(std::string_view base, std::string_view reference) {
    const auto path = VirtualPath::resolve(*VirtualPath::parse(base), reference);
    return path ? path->text() : std::string(path.error().code.id);
}

const std::string kEscapes(kPathEscapes.id);
const std::string kInvalid(kPathInvalid.id);
const std::string kNotUtf8(kBadUtf8.id);

TEST(VirtualPath, CleansWhatMeansTheSame) {
    EXPECT_EQ(parsed("a/b.png"), "a/b.png");
    EXPECT_EQ(parsed("./a//b"), "a/b");
    EXPECT_EQ(parsed("a/./b/../c/"), "a/c");
    EXPECT_EQ(parsed("a/b/../../c"), "c");
    EXPECT_EQ(parsed("..a/...b/c.."), "..a/...b/c..");
    EXPECT_EQ(parsed(" a b "), " a b ");
}

TEST(VirtualPath, KeepsCase) {
    EXPECT_EQ(parsed("Assets/Wood.PNG"), "Assets/Wood.PNG");
    EXPECT_NE(*VirtualPath::parse("A"), *VirtualPath::parse("a"));
}

TEST(VirtualPath, ComposesLetters) {
    EXPECT_EQ(parsed("cafe\xcc\x81.png"), "caf\xc3\xa9.png");
    EXPECT_EQ(parsed("Unicode❤♻Test"), "Unicode❤♻Test");
    // Hangul syllables and the angstrom sign, from UAX #15's examples.
    EXPECT_EQ(parsed("\xe1\x84\x80\xe1\x85\xa1"), "\xea\xb0\x80");
    EXPECT_EQ(parsed("\xe2\x84\xab"), "\xc3\x85");
}

TEST(VirtualPath, StaysInItsRoot) {
    for (const char* text : {"..", "../a", "a/../../b", "./..", "a/b/../../../c"}) {
        EXPECT_EQ(parsed(text), kEscapes) << text;
    }
}

TEST(VirtualPath, RefusesAbsolutePathsDrivesSharesAndUrls) {
    for (const char* text : {"/a", "/", "//host/share", "\\\\host\\share", "\\a", "C:\\x", "c:/x",
                             "c:x", "http://example.com/a.png", "file:a", "file:///etc/passwd",
                             "data:image/png;base64,AA", "a+b-c.d:e"}) {
        EXPECT_EQ(parsed(text), kEscapes) << text;
    }
}

TEST(VirtualPath, RefusesADriveThatCleaningBringsOut) {
    EXPECT_EQ(parsed("./c:/x"), kEscapes);
    EXPECT_EQ(parsed("a/../file:x"), kEscapes);
    EXPECT_EQ(parsed("\xe2\x84\xaa:/x"), kEscapes) << "the Kelvin sign is K in NFC";
}

TEST(VirtualPath, AllowsAColonThatIsNoScheme) {
    EXPECT_EQ(parsed("a/b:c"), "a/b:c");
    EXPECT_EQ(parsed("1:1.png"), "1:1.png");
}

TEST(VirtualPath, RefusesBackslashesControlsAndNothing) {
    EXPECT_EQ(parsed("a\\b"), kInvalid);
    EXPECT_EQ(parsed("a\nb"), kInvalid);
    EXPECT_EQ(parsed("a\x7f"), kInvalid);
    EXPECT_EQ(parsed("a\xc2\x85"), kInvalid);
    EXPECT_EQ(parsed(std::string_view("a\0b", 3)), kInvalid);
    EXPECT_EQ(parsed(""), kInvalid);
    EXPECT_EQ(parsed("."), kInvalid);
    EXPECT_EQ(parsed("a/.."), kInvalid);
}

TEST(VirtualPath, RefusesWhatIsNotUtf8) {
    EXPECT_EQ(parsed("a\xff"), kNotUtf8);
    EXPECT_EQ(parsed("\xc0\xaf"), kNotUtf8) << "an overlong slash";
    EXPECT_EQ(VirtualPath::parse("ab\xe2\x82").error().place.offset, 2U);
}

TEST(VirtualPath, IsAtMost1024Bytes) {
    EXPECT_EQ(parsed(std::string(1024, 'a')), std::string(1024, 'a'));
    EXPECT_EQ(parsed(std::string(1025, 'a')), kInvalid);
    EXPECT_EQ(parsed(std::string(2000, '/').insert(0, "a").append("b")), "a/b");
    // e and an acute are three bytes, the letter with one is two.
    std::string accents;
    for (int i = 0; i < 512; ++i) accents += "e\xcc\x81";
    EXPECT_EQ(parsed(accents).size(), 1024U);
}

TEST(VirtualPath, ErrorsShowThePathWithoutItsControls) {
    EXPECT_EQ(VirtualPath::parse("a\x1b[31m").error().message,
              "'a\\x1b[31m' holds a control character");
    EXPECT_EQ(VirtualPath::parse("../x").error().message, "'../x' leaves the root");
}

TEST(VirtualPath, ResolvesAgainstTheDirectoryOfTheFile) {
    EXPECT_EQ(resolved("models/hero.gltf", "hero.bin"), "models/hero.bin");
    EXPECT_EQ(resolved("models/hero.gltf", "../textures/a.png"), "textures/a.png");
    EXPECT_EQ(resolved("hero.gltf", "./a.png"), "a.png");
    EXPECT_EQ(resolved("models/hero.gltf", "../../a.png"), kEscapes);
    EXPECT_EQ(resolved("models/hero.gltf", "/models/hero.bin"), kEscapes);
    EXPECT_EQ(resolved("models/hero.gltf", "http://a/b"), kEscapes);
    EXPECT_EQ(resolved("models/hero.gltf", "a%20b.png"), "models/a%20b.png");
    EXPECT_EQ(resolved("models/hero.gltf", ".."), kInvalid);
    EXPECT_EQ(resolved("models/hero.gltf", ""), kInvalid);
}

TEST(VirtualPath, TellsItsParts) {
    const VirtualPath path = *VirtualPath::parse("a/b.c/d.tar.GZ");
    EXPECT_EQ(path.directory(), "a/b.c");
    EXPECT_EQ(path.file_name(), "d.tar.GZ");
    EXPECT_EQ(path.stem(), "d.tar");
    EXPECT_EQ(path.extension(), "gz");
    const VirtualPath plain = *VirtualPath::parse("name");
    EXPECT_EQ(plain.directory(), "");
    EXPECT_EQ(plain.stem(), "name");
    EXPECT_EQ(plain.extension(), "");
    EXPECT_EQ(VirtualPath::parse("b.c/name")->extension(), "");
}

TEST(PercentDecode, DecodesOnce) {
    EXPECT_EQ(*percent_decode("a%20b%2fc%C3%A9"), "a b/cé");
    EXPECT_EQ(*percent_decode("%2520"), "%20");
    EXPECT_EQ(*percent_decode("plain+text"), "plain+text");
}

TEST(PercentDecode, RefusesBrokenEscapesAndNul) {
    for (const char* text : {"%", "a%2", "%zz", "%2g", "%00", "%%41"}) {
        const auto decoded = percent_decode(text);
        ASSERT_FALSE(decoded) << text;
        EXPECT_EQ(decoded.error().code, kBadPercentEncoding);
    }
    EXPECT_FALSE(percent_decode(std::string_view("a\0b", 3)));
}

TEST(PercentEncode, EncodesWhatIsReservedAndComesBack) {
    EXPECT_EQ(percent_encode("a/b:c~d%e\n❤", "/:~"), "a%2Fb%3Ac%7Ed%25e%0A❤");
    EXPECT_EQ(*percent_decode(percent_encode("a/b:c~d%e\n❤", "/:~")), "a/b:c~d%e\n❤");
}

TEST(JoinPath, PutsOneSlashBetween) {
    EXPECT_EQ(join_path("a", "b"), "a/b");
    EXPECT_EQ(join_path("a/", "b"), "a/b");
    EXPECT_EQ(join_path("a/", "/b"), "a/b");
    EXPECT_EQ(join_path("", "b"), "b");
    EXPECT_EQ(join_path("a", ""), "a");
    EXPECT_EQ(join_path("/", "b"), "/b");
    EXPECT_EQ(join_path("", ""), "");
}

TEST(Utf8, FindsTheFirstInvalidByte) {
    constexpr std::size_t kNone = std::string_view::npos;
    EXPECT_EQ(find_invalid_utf8(""), kNone);
    EXPECT_EQ(find_invalid_utf8("plain text of some length"), kNone);
    EXPECT_EQ(find_invalid_utf8("é€😀\xf4\x8f\xbf\xbf\xef\xbf\xbf"), kNone);
    EXPECT_EQ(find_invalid_utf8("eight by\x80"), 8U);
    // Table 3-7 of the Unicode standard: overlong forms, surrogates, above U+10FFFF, cut sequences.
    for (const char* bad :
         {"\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xfe", "\xc3", "\xe2\x82", "\xf0\x9f\x98",
          "\xe2\x28\xa1", "\xf0\x28\x8c\xbc"}) {
        EXPECT_EQ(find_invalid_utf8(std::string("ab") + bad + "c"), 2U);
    }
}

TEST(Utf8, NfcFailsWithTheOffset) {
    EXPECT_EQ(*to_nfc("e\xcc\x81"), "é");
    EXPECT_EQ(*to_nfc(std::string_view("a\0b", 3)), std::string_view("a\0b", 3));
    const auto bad = to_nfc("abc\xff");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, kBadUtf8);
    EXPECT_EQ(bad.error().place.offset, 3U);
}

}  // namespace
}  // namespace galley
