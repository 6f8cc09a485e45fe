#include "galley/core/uuid5.h"

#include <algorithm>
#include <array>

#include <nettle/sha1.h>

#include "galley/base/bytes.h"

namespace galley {

Uuid uuid5(const Uuid& name_space, std::string_view name) {
    sha1_ctx context;
    sha1_init(&context);
    sha1_update(&context, name_space.bytes.size(), name_space.bytes.data());
    sha1_update(&context, name.size(), reinterpret_cast<const std::uint8_t*>(name.data()));
    std::array<std::uint8_t, SHA1_DIGEST_SIZE> sha1;
    sha1_digest(&context, sha1.size(), sha1.data());
    Uuid id;
    std::copy_n(sha1.begin(), id.bytes.size(), id.bytes.begin());
    id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0f) | 0x50);
    id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3f) | 0x80);
    return id;
}

}  // namespace galley
