#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "galley/base/bytes.h"
#include "galley/import/image_errors.h"
#include "galley/import/image_file.h"
#include "galley/test/bytes.h"

// Small picture files written byte by byte, and what every decoder goes through.
namespace galley::test {

struct Decoded {
    Image image;
    Ledger ledger;
};

/// Decodes, or fails the test and gives an empty picture.
inline Decoded decode_ok(ByteSpan file, std::string_view extension = "",
                         const DecodeLimits& limits = {}) {
    Decoded decoded;
    auto result = decode_image(file, extension, limits, decoded.ledger);
    if (result)
        decoded.image = *std::move(result);
    else
        ADD_FAILURE() << result.error().to_string();
    return decoded;
}

/// The id of the error, or "none".
inline std::string decode_error(ByteSpan file, std::string_view extension = "",
                                const DecodeLimits& limits = {}) {
    Ledger ledger;
    const auto result = decode_image(file, extension, limits, ledger);
    return result ? "none" : std::string(result.error().code.id);
}

template <class Sample>
std::vector<Sample> samples(const Image& image) {
    std::vector<Sample> values(image.pixels.size() / sizeof(Sample));
    std::memcpy(values.data(), image.pixels.data(), image.pixels.size());
    return values;
}
inline std::vector<std::uint8_t> samples8(const Image& image) {
    return samples<std::uint8_t>(image);
}

inline const LedgerEntry* find_entry(const Ledger& ledger, std::string_view what) {
    for (const LedgerEntry& entry : ledger.entries())
        if (entry.what == what) return &entry;
    return nullptr;
}

/// What a decoder gives is an error with a code, or pixels that fit the size it says.
inline void expect_sound(ByteSpan file, std::string_view extension) {
    DecodeLimits limits;
    limits.max_decoded = 16 << 20;
    limits.max_side = 4096;
    Ledger ledger;
    const auto probed = probe_image(file, extension);
    const auto result = decode_image(file, extension, limits, ledger);
    if (!result) {
        EXPECT_TRUE(result.error().code.id.starts_with("G22")) << result.error().to_string();
        return;
    }
    EXPECT_EQ(result->pixels.size(), result->row_bytes() * result->height);
    ASSERT_TRUE(probed) << probed.error().to_string();
    EXPECT_EQ(probed->width, result->width);
    EXPECT_EQ(probed->height, result->height);
    EXPECT_EQ(probed->channels, result->channels);
    EXPECT_EQ(probed->type, result->type);
}

/// Every byte of the file flipped in turn.
inline void expect_flips_are_sound(ByteSpan file, std::string_view extension) {
    for_each_byte_flip(file, [&](std::span<const std::byte> bytes, std::size_t) {
        expect_sound(bytes, extension);
    });
}

/// The file cut at every length: an error, or a result that the ledger calls partial.
inline void expect_cuts_are_refused_or_partial(ByteSpan file, std::string_view extension) {
    for_each_truncation(file, [&](std::span<const std::byte> bytes, std::size_t at) {
        Ledger ledger;
        const auto result = decode_image(bytes, extension, {}, ledger);
        EXPECT_TRUE(!result || ledger.partial()) << "cut at " << at;
    });
}

}  // namespace galley::test
