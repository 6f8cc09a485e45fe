#include "galley/core/sha256.h"

#include <string>

#include <galley/test/bytes.h>
#include <gtest/gtest.h>

namespace galley {
namespace {

// FIPS 180-4 example values (NIST, "SHA256.pdf" of the cryptographic standards and guidelines).
TEST(Sha256, GivesTheValuesOfTheStandard) {
    EXPECT_EQ(sha256(as_byte_span("abc")).to_hex(),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256({}).to_hex(),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(
        sha256(as_byte_span("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).to_hex(),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256(as_byte_span(std::string(1'000'000, 'a'))).to_hex(),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesMakeTheSameDigestAsTheWhole) {
    Sha256 hash;
    hash.bytes(as_byte_span("a"));
    hash.bytes({});
    hash.bytes(as_byte_span("bc"));
    EXPECT_EQ(hash.finish(), sha256(as_byte_span("abc")));
}

TEST(Sha256, AnySplitMakesTheSameDigest) {
    std::string text;
    for (int i = 0; i < 2000; ++i) text += std::to_string(i);
    for (const std::size_t size : {1, 63, 64, 2047, 2048, 2049, 4096}) {
        Sha256 hash;
        for (std::size_t at = 0; at < text.size(); at += size) {
            hash.bytes(as_byte_span(std::string_view(text).substr(at, size)));
        }
        EXPECT_EQ(hash.finish(), sha256(as_byte_span(text))) << size;
    }
}

TEST(Sha256, IntegersAreLittleEndianAndFieldsCarryTheirLength) {
    Sha256 hash;
    hash.u32(0x04030201);
    hash.u64(0x0807060504030201);
    hash.field("ab");
    hash.digest(Digest{{0xff}});
    const auto same =
        test::from_hex("01020304 0102030405060708 0200000000000000 6162 ff" + std::string(62, '0'));
    EXPECT_EQ(hash.finish(), sha256(same));
}

TEST(Sha256, FieldsSplitOtherwiseFeedOtherBytes) {
    Sha256 one;
    one.field("ab");
    one.field("c");
    Sha256 two;
    two.field("a");
    two.field("bc");
    EXPECT_NE(one.finish(), two.finish());
}

TEST(Sha256DeathTest, FinishesOnce) {
    Sha256 hash;
    static_cast<void>(hash.finish());
    EXPECT_DEATH(static_cast<void>(hash.finish()), "contract broken");
}

}  // namespace
}  // namespace galley
