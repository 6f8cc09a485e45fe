#include "galley/core/sha256.h"

#include <array>
#include <memory>

#include <openssl/evp.h>

#include "galley/base/assert.h"

namespace galley {
namespace {

/// Looked up once: a look-up costs more than hashing a short text.
const EVP_MD* algorithm() {
    static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA2-256", nullptr);
    GALLEY_ASSERT(found != nullptr);  // every libcrypto has it
    return found;
}

template <class T>
std::array<std::byte, sizeof(T)> little(T value) {
    std::array<std::byte, sizeof(T)> bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes[i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    }
    return bytes;
}

}  // namespace

struct Sha256::Impl {
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                    &EVP_MD_CTX_free};
    bool finished = false;
};

Sha256::Sha256() : impl_(std::make_unique<Impl>()) {
    GALLEY_ASSERT(impl_->context &&
                  EVP_DigestInit_ex(impl_->context.get(), algorithm(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::bytes(ByteSpan bytes) {
    GALLEY_ASSERT(!impl_->finished);
    GALLEY_ASSERT(EVP_DigestUpdate(impl_->context.get(), bytes.data(), bytes.size()) == 1);
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
    GALLEY_ASSERT(EVP_DigestFinal_ex(impl_->context.get(), digest.bytes.data(), nullptr) == 1);
    return digest;
}

Digest sha256(ByteSpan bytes) {
    Digest digest;
    GALLEY_ASSERT(EVP_Digest(bytes.data(), bytes.size(), digest.bytes.data(), nullptr, algorithm(),
                             nullptr) == 1);
    return digest;
}

}  // namespace galley
