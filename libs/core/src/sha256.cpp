#include "galley/core/sha256.h"

#include <algorithm>
#include <array>
#include <memory>

#include <nettle/sha2.h>

#include "galley/base/assert.h"

namespace galley {
namespace {

template <class T>
std::array<std::byte, sizeof(T)> little(T value) {
    std::array<std::byte, sizeof(T)> bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes[i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    }
    return bytes;
}

/// Each round of SHA-256 waits for the one before, so that a processor which looks a few hundred
/// instructions ahead does not see the next bytes in time: data that is in no cache took 1.5 times
/// as long as data that is. What comes next is therefore fetched piece by piece.
void update(sha256_ctx& context, ByteSpan bytes) {
    constexpr std::size_t kPiece = 2048;
    constexpr std::size_t kCacheLine = 64;
    while (!bytes.empty()) {
        const ByteSpan piece = bytes.first(std::min(bytes.size(), kPiece));
        bytes = bytes.subspan(piece.size());
        const std::size_t ahead = std::min(bytes.size(), kPiece);
        for (std::size_t i = 0; i < ahead; i += kCacheLine) __builtin_prefetch(bytes.data() + i);
        sha256_update(&context, piece.size(), reinterpret_cast<const std::uint8_t*>(piece.data()));
    }
}

}  // namespace

struct Sha256::Impl {
    sha256_ctx context;
    bool finished = false;
};

Sha256::Sha256() : impl_(std::make_unique<Impl>()) { sha256_init(&impl_->context); }

Sha256::~Sha256() = default;

void Sha256::bytes(ByteSpan bytes) {
    GALLEY_ASSERT(!impl_->finished);
    update(impl_->context, bytes);
}

void Sha256::u32(std::uint32_t value) { bytes(little(value)); }
void Sha256::u64(std::uint64_t value) { bytes(little(value)); }

void Sha256::field(ByteSpan bytes) {
    u64(bytes.size());
    this->bytes(bytes);
}

void Sha256::field(std::string_view text) { field(as_byte_span(text)); }
void Sha256::digest(const Digest& digest) { bytes(std::as_bytes(std::span(digest.bytes))); }

Digest Sha256::finish() {
    GALLEY_ASSERT(!impl_->finished);
    impl_->finished = true;
    Digest digest;
    sha256_digest(&impl_->context, digest.bytes.size(), digest.bytes.data());
    return digest;
}

Digest sha256(ByteSpan bytes) {
    sha256_ctx context;
    sha256_init(&context);
    update(context, bytes);
    Digest digest;
    sha256_digest(&context, digest.bytes.size(), digest.bytes.data());
    return digest;
}

}  // namespace galley
