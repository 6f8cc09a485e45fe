#include "galley/base/uuid.h"

#include <unordered_set>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Uuid, TextAndBytesAreInTheSameOrder) {
    const auto id = Uuid::parse("00112233-4455-6677-8899-aabbccddeeff");
    ASSERT_TRUE(id);
    EXPECT_EQ(id->bytes[0], 0x00);
    EXPECT_EQ(id->bytes[7], 0x77);
    EXPECT_EQ(id->bytes[15], 0xff);
    EXPECT_EQ(id->to_string(), "00112233-4455-6677-8899-aabbccddeeff");
}

TEST(Uuid, ReadsEitherCaseAndWritesLower) {
    EXPECT_EQ(Uuid::parse("8FD2C159-BA7B-5CF5-B8D7-63656F75DD88")->to_string(),
              "8fd2c159-ba7b-5cf5-b8d7-63656f75dd88");
}

TEST(Uuid, RefusesEveryOtherForm) {
    for (const char* text :
         {"", "8fd2c159ba7b5cf5b8d763656f75dd88", "{8fd2c159-ba7b-5cf5-b8d7-63656f75dd88}",
          "8fd2c159-ba7b-5cf5-b8d7-63656f75dd8", "8fd2c159-ba7b-5cf5-b8d7-63656f75dd888",
          "8fd2c159-ba7b-5cf5-b8d7-63656f75dd8g", "8fd2c159_ba7b-5cf5-b8d7-63656f75dd88",
          "8fd2c15-9ba7b-5cf5-b8d7-63656f75dd88", "-fd2c159-ba7b-5cf5-b8d7-63656f75dd88",
          "8fd2c159-ba7b-5cf5-b8d7-63656f75dd 8"}) {
        EXPECT_FALSE(Uuid::parse(text)) << text;
    }
}

TEST(Uuid, NilIsAllZeros) {
    EXPECT_TRUE(Uuid{}.is_nil());
    EXPECT_EQ(Uuid{}.to_string(), "00000000-0000-0000-0000-000000000000");
    EXPECT_FALSE(Uuid::parse("00000000-0000-0000-0000-000000000001")->is_nil());
}

TEST(Uuid, IsOrderedAsItsText) {
    EXPECT_LT(*Uuid::parse("00ffffff-ffff-ffff-ffff-ffffffffffff"),
              *Uuid::parse("01000000-0000-0000-0000-000000000000"));
}

TEST(Uuid, HashesDifferWhereAnyByteDoes) {
    std::unordered_set<std::size_t> hashes = {std::hash<Uuid>()(Uuid{})};
    for (std::size_t i = 0; i < 16; ++i) {
        Uuid id;
        id.bytes[i] = 1;
        hashes.insert(std::hash<Uuid>()(id));
    }
    EXPECT_EQ(hashes.size(), 17U);
}

}  // namespace
}  // namespace galley
