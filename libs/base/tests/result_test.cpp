#include "galley/base/result.h"

#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/base/try.h"

namespace galley {
namespace {

constexpr ErrorCode kTestCode{"G9999", "a test"};

TEST(Place, ShowsFileLineAndColumnOfText) {
    const Place place{.file = "a/b.json", .line = 3, .column = 14};
    EXPECT_EQ(place.to_string(), "a/b.json:3:14");
    EXPECT_FALSE(place.empty());
}

TEST(Place, ShowsChunkByteAndFieldOfABinary) {
    const Place place{.file = "x.vda", .offset = 12, .chunk = "GMSH", .field = "levels/0"};
    EXPECT_EQ(place.to_string(), "x.vda, chunk GMSH, byte 12, field levels/0");
}

TEST(Place, ShowsWhatIsKnownWithoutAFile) {
    EXPECT_EQ((Place{.line = 3, .column = 1}.to_string()), "line 3:1");
    EXPECT_EQ(Place{.offset = 0}.to_string(), "byte 0");
    EXPECT_EQ(Place{.field = "/a"}.to_string(), "field /a");
    EXPECT_EQ(Place{}.to_string(), "");
    EXPECT_TRUE(Place{}.empty());
}

TEST(Error, IsOneLineWithPlaceCodeMessageHintAndCause) {
    Error inner{kFileNotFound, "cannot open: No such file or directory", {.file = "b.bin"}};
    Error outer = because(kTestCode, "importing 'a.gltf'", std::move(inner));
    outer.hint = "put the file back";
    EXPECT_EQ(outer.to_string(),
              "error G9999: importing 'a.gltf' (put the file back); because: b.bin: error G1001: "
              "cannot open: No such file or directory");
}

TEST(Error, TakesAFileOnlyWhenItNamesNone) {
    EXPECT_EQ(Error{kTestCode}.in_file("a").place.file, "a");
    EXPECT_EQ((Error{kTestCode, "", {.file = "b"}}.in_file("a").place.file), "b");
}

TEST(ErrorCode, IsComparedById) {
    EXPECT_EQ(kTestCode, (ErrorCode{"G9999", "another title"}));
    EXPECT_NE(kTestCode, kFileNotFound);
}

Result<int> half(int value) {
    if (value % 2 != 0) return fail(kTestCode, "odd");
    return value / 2;
}

Result<int> quarter(int value) {
    TRY(half(value));
    TRY_ASSIGN(const int first, half(value));
    TRY_ASSIGN(const int second, half(first));
    return second;
}

TEST(Try, GivesTheValueOrReturnsTheError) {
    EXPECT_EQ(quarter(12).value(), 3);
    EXPECT_EQ(quarter(6).error().message, "odd");
    EXPECT_EQ(quarter(5).error().code, kTestCode);
}

}  // namespace
}  // namespace galley
