// Any bytes are a manifest or an error; what was read is found, and survives being written again.
#include "galley/vfs/manifest.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const galley::ByteSpan file = std::as_bytes(std::span(data, size));
    const auto manifest = galley::Manifest::read(file);
    if (!manifest) {
        return 0;
    }
    if (manifest->valid_size() > size) {
        std::abort();
    }
    for (const galley::ManifestRow& row : manifest->rows()) {
        if (manifest->find(row.id) != &row || manifest->find_name(row.name) == nullptr) {
            std::abort();
        }
    }
    const auto again = galley::Manifest::read(galley::encode_manifest(manifest->rows()));
    if (!again || again->torn() || again->rows() != manifest->rows()) {
        std::abort();
    }
    const auto prefix = galley::Manifest::read(file.first(manifest->valid_size()));
    if (!prefix || prefix->rows() != manifest->rows()) {
        std::abort();
    }
    return 0;
}
