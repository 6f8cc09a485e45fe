#pragma once

#include <cstdint>
#include <vector>

// Encoders of blocks by others, built from their own sources where GALLEY_BENCH_PEERS names a
// folder that holds them: bc7enc_rdo (rgbcx), basis_universal (bc7e in scalar form, bc15), etcpak.
namespace galley::bench {

struct BlockPeer {
    const char* name;
    const char* format;  ///< bc1, bc3, bc4, bc5, bc7
    /// RGBA of 8 bits, sides that are multiples of 4; BC4 and BC5 take red, and green.
    void (*encode)(const std::uint8_t* pixels, std::uint32_t width, std::uint32_t height,
                   std::uint8_t* blocks);
};

const std::vector<BlockPeer>& block_peers();

}  // namespace galley::bench
