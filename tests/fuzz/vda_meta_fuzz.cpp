// META payloads: what is accepted is written again byte for byte.
#include <cstdint>
#include <cstdlib>

#include "galley/vda/meta.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const galley::ByteSpan payload{reinterpret_cast<const std::byte*>(data), size};
    const auto meta = galley::vda::decode_meta(payload);
    if (!meta) return 0;
    const auto again = galley::vda::encode_meta(*meta);
    if (!again || galley::as_text(*again) != galley::as_text(payload)) std::abort();
    return 0;
}
