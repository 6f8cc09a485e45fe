#include <cstdint>
#include <span>

#include "galley/import/image_file.h"
#include "galley/import/image_texture.h"

// Small limits keep each run short; the bounds that protect memory are checked the same way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto file = std::as_bytes(std::span(data, size));
    galley::Ledger ledger;
    (void)galley::probe_image(file, "dds");
    const galley::DecodeLimits limits{.max_decoded = 4 << 20, .max_side = 2048};
    (void)galley::decode_image(file, "dds", limits, ledger);
    (void)galley::read_image_texture(file, "dds", limits, ledger);
    return 0;
}
