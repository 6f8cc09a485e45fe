// GMAT bodies as given, and with every hash made right: what is accepted encodes to itself.
#include <cstdint>
#include <cstdlib>

#include "../support/include/galley/test/vda_repair.h"
#include "galley/asset/material.h"

namespace {

void check(const galley::Bytes& body) {
    const auto material = galley::decode_material(body);
    if (!material) return;
    const auto again = galley::encode_material(*material);
    if (!again || *again != body) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    galley::Bytes body(bytes, bytes + size);
    check(body);
    galley::test::repair_hashes(body);
    check(body);
    return 0;
}
