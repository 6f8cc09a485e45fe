#include "galley/core/uuid5.h"

#include <algorithm>
#include <array>

#include <openssl/evp.h>

#include "galley/base/assert.h"
#include "galley/base/bytes.h"

namespace galley {

Uuid uuid5(const Uuid& name_space, std::string_view name) {
    Bytes input(name_space.bytes.size() + name.size());
    std::ranges::copy(std::as_bytes(std::span(name_space.bytes)), input.begin());
    std::ranges::copy(as_byte_span(name), input.begin() + 16);
    std::array<std::uint8_t, 20> sha1;
    GALLEY_ASSERT(
        EVP_Digest(input.data(), input.size(), sha1.data(), nullptr, EVP_sha1(), nullptr) == 1);
    Uuid id;
    std::copy_n(sha1.begin(), id.bytes.size(), id.bytes.begin());
    id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0f) | 0x50);
    id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3f) | 0x80);
    return id;
}

}  // namespace galley
