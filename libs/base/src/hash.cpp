#include "galley/base/hash.h"

#include <cstring>

#include <xxhash.h>

#include "hex.h"

namespace galley {

std::string Digest::to_hex() const { return galley::to_hex(std::as_bytes(std::span(bytes))); }

std::optional<Digest> Digest::from_hex(std::string_view text) {
    Digest digest;
    if (text.size() != digest.bytes.size() * 2) return std::nullopt;
    for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
        const int high = hex_digit(text[i * 2]);
        const int low = hex_digit(text[i * 2 + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        digest.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return digest;
}

std::uint64_t xxh3_64(ByteSpan bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Hash128 xxh3_128(ByteSpan bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.low64, hash.high64};
}

std::string to_hex(ByteSpan bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes) append_hex(text, static_cast<std::uint8_t>(byte));
    return text;
}

}  // namespace galley

std::size_t std::hash<galley::Digest>::operator()(const galley::Digest& digest) const noexcept {
    std::size_t value;
    std::memcpy(&value, digest.bytes.data(), sizeof(value));
    return value;
}
