// Containers as given, and with every CRC made right: what is accepted is written again as it is.
#include <cstdint>
#include <cstdlib>

#include "../support/include/galley/test/vda_repair.h"
#include "galley/vda/asset_file.h"

namespace {

void check(const galley::Bytes& file) {
    const auto chunks = galley::vda::read_container(file);
    if (!chunks) return;
    galley::vda::ContainerWriter writer;
    for (const auto& chunk : *chunks) {
        if (!writer.append(chunk.type, chunk.payload)) std::abort();
    }
    if (writer.take() != file) std::abort();
    const auto asset = galley::vda::read_asset_file(file);
    if (asset && asset->chunks.size() != chunks->size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    galley::Bytes file(bytes, bytes + size);
    check(file);
    galley::test::repair_crcs(file);
    check(file);
    return 0;
}
