#include <cstdint>
#include <span>

#include "galley/texel/block_decode.h"

// Any bytes are blocks: the first says which coding, the second and third the size.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace galley;
    if (size < 3) return 0;
    const auto coding = static_cast<texel::BlockCoding>(data[0] % 10);
    const std::uint32_t width = 1 + data[1] % 32U;
    const std::uint32_t height = 1 + data[2] % 32U;
    const ByteSpan rest = std::as_bytes(std::span(data, size)).subspan(3);
    const std::size_t exact =
        ((width + 3) / 4) * ((height + 3) / 4) * std::size_t{texel::block_bytes(coding)};
    const ByteSpan blocks = rest.first(exact < rest.size() ? exact : rest.size());
    for (const auto depth : {texel::DecodedDepth::eight_bits, texel::DecodedDepth::full}) {
        const auto pixels = texel::decode_blocks(coding, blocks, width, height, depth);
        if (pixels.has_value() != (blocks.size() == exact)) __builtin_trap();
    }
    return 0;
}
