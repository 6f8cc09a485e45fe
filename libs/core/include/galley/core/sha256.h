#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/hash.h"

namespace galley {

/// SHA-256 (FIPS 180-4) fed in pieces. The integers go in as little-endian bytes, and `field`
/// prefixes its bytes with their length, so that no two different sequences of fields feed the
/// same bytes.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void bytes(ByteSpan bytes);
    void u32(std::uint32_t value);
    void u64(std::uint64_t value);
    void field(ByteSpan bytes);
    void field(std::string_view text);
    void digest(const Digest& digest);
    [[nodiscard]] Digest finish();  ///< once

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

[[nodiscard]] Digest sha256(ByteSpan bytes);

}  // namespace galley
