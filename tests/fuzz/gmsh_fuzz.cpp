// GMSH bodies as given, and with every hash made right: what is accepted encodes to itself.
#include <cstdint>
#include <cstdlib>

#include "../support/include/galley/test/vda_repair.h"
#include "galley/asset/mesh.h"

namespace {

void check(const galley::Bytes& body) {
    const auto view = galley::view_mesh(body);
    if (!view) return;
    const auto again = galley::encode_mesh(galley::to_mesh(*view));
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
