#include "peers.h"

#include <cstring>

#include "ProcessDxtc.hpp"
#include "basisu_bc15_spmd.h"
#include "basisu_bc7e_scalar.h"
#include "rgbcx.h"

void Dither(std::uint8_t*) {}  // etcpak's, never called
namespace basisu {
bool g_cpu_supports_sse41 = true;
}  // namespace basisu

namespace galley::bench {
namespace {

using Pixels = const std::uint8_t*;
using Size = std::uint32_t;

void init() {
    rgbcx::init(rgbcx::bc1_approx_mode::cBC1IdealRound4);
    basisu::bc_spmd::init();
    bc7e_scalar::bc7e_compress_block_init();
}

/// Calls `encode(blocks, pixels, count)` for runs of blocks of 16 pixels each.
template <std::size_t kBytes, std::size_t kRun, class Encode>
void in_runs(Pixels pixels, Size width, Size height, std::uint8_t* blocks, const Encode& encode) {
    alignas(64) std::uint8_t run[kRun * 64];
    std::size_t held = 0;
    for (std::size_t y = 0; y < height; y += 4) {
        for (std::size_t x = 0; x < width; x += 4) {
            for (std::size_t row = 0; row < 4; ++row)
                std::memcpy(run + held * 64 + row * 16, pixels + ((y + row) * width + x) * 4, 16);
            if (++held < kRun && (y + 4 < height || x + 4 < width)) continue;
            encode(blocks, run, held);
            blocks += held * kBytes;
            held = 0;
        }
    }
}

template <std::uint32_t kLevel>
void rgbcx_bc1(Pixels pixels, Size width, Size height, std::uint8_t* blocks) {
    in_runs<8, 1>(pixels, width, height, blocks, [](std::uint8_t* to, Pixels from, std::size_t) {
        rgbcx::encode_bc1(kLevel, to, from, true, false);
    });
}

template <std::uint32_t kLevel>
void rgbcx_bc3(Pixels pixels, Size width, Size height, std::uint8_t* blocks) {
    in_runs<16, 1>(pixels, width, height, blocks, [](std::uint8_t* to, Pixels from, std::size_t) {
        rgbcx::encode_bc3(kLevel, to, from);
    });
}

template <bool kHigh>
void rgbcx_bc4(Pixels pixels, Size width, Size height, std::uint8_t* blocks) {
    in_runs<8, 1>(pixels, width, height, blocks, [](std::uint8_t* to, Pixels from, std::size_t) {
        if (kHigh)
            rgbcx::encode_bc4_hq(to, from);
        else
            rgbcx::encode_bc4(to, from);
    });
}

template <bool kHigh>
void rgbcx_bc5(Pixels pixels, Size width, Size height, std::uint8_t* blocks) {
    in_runs<16, 1>(pixels, width, height, blocks, [](std::uint8_t* to, Pixels from, std::size_t) {
        if (kHigh)
            rgbcx::encode_bc5_hq(to, from);
        else
            rgbcx::encode_bc5(to, from);
    });
}

const basisu::color_rgba* colors(Pixels pixels) {
    return reinterpret_cast<const basisu::color_rgba*>(pixels);
}

template <int kFormat, bool kHigh>
void bc15(Pixels pixels, Size width, Size height, std::uint8_t* blocks) {
    in_runs<kFormat == 1 || kFormat == 4 ? 8 : 16, 64>(
        pixels, width, height, blocks, [](std::uint8_t* to, Pixels from, std::size_t count) {
            const auto n = static_cast<std::uint32_t>(count);
            if (kFormat == 1) basisu::bc_spmd::encode_bc1(to, colors(from), n);
            if (kFormat == 3) basisu::bc_spmd::encode_bc3(to, colors(from), n, true, kHigh);
            if (kFormat == 4) basisu::bc_spmd::encode_bc4(to, colors(from), n, true, kHigh);
            if (kFormat == 5) basisu::bc_spmd::encode_bc5(to, colors(from), n, true, kHigh);
        });
}

using Bc7eParams = bc7e_scalar::bc7e_compress_block_params;

template <void (*kInit)(Bc7eParams*, bool)>
void bc7e(Pixels pixels, Size width, Size height, std::uint8_t* blocks) {
    static const Bc7eParams kParams = [] {
        Bc7eParams params;
        kInit(&params, false);
        return params;
    }();
    in_runs<16, 64>(pixels, width, height, blocks,
                    [](std::uint8_t* to, Pixels from, std::size_t count) {
                        bc7e_scalar::bc7e_compress_blocks(
                            static_cast<std::uint32_t>(count), reinterpret_cast<std::uint64_t*>(to),
                            reinterpret_cast<const std::uint32_t*>(from), &kParams);
                    });
}

template <void (*kEncode)(const std::uint32_t*, std::uint64_t*, std::uint32_t, std::size_t)>
void etcpak(Pixels pixels, Size width, Size height, std::uint8_t* blocks) {
    kEncode(reinterpret_cast<const std::uint32_t*>(pixels),
            reinterpret_cast<std::uint64_t*>(blocks), width * height / 16, width);
}

}  // namespace

const std::vector<BlockPeer>& block_peers() {
    namespace e = bc7e_scalar;
    static const bool kReady = (init(), true);
    (void)kReady;
    static const std::vector<BlockPeer> kPeers = {
        {"rgbcx_L2", "bc1", rgbcx_bc1<2>},
        {"rgbcx_L5", "bc1", rgbcx_bc1<5>},
        {"rgbcx_L10", "bc1", rgbcx_bc1<10>},
        {"rgbcx_L18", "bc1", rgbcx_bc1<18>},
        {"bc15", "bc1", bc15<1, false>},
        {"etcpak", "bc1", etcpak<CompressBc1>},
        {"rgbcx_L2", "bc3", rgbcx_bc3<2>},
        {"rgbcx_L10", "bc3", rgbcx_bc3<10>},
        {"bc15", "bc3", bc15<3, false>},
        {"bc15_hq", "bc3", bc15<3, true>},
        {"etcpak", "bc3", etcpak<CompressBc3>},
        {"rgbcx", "bc4", rgbcx_bc4<false>},
        {"rgbcx_hq", "bc4", rgbcx_bc4<true>},
        {"bc15", "bc4", bc15<4, false>},
        {"bc15_hq", "bc4", bc15<4, true>},
        {"etcpak", "bc4", etcpak<CompressBc4>},
        {"rgbcx", "bc5", rgbcx_bc5<false>},
        {"rgbcx_hq", "bc5", rgbcx_bc5<true>},
        {"bc15", "bc5", bc15<5, false>},
        {"bc15_hq", "bc5", bc15<5, true>},
        {"etcpak", "bc5", etcpak<CompressBc5>},
        {"bc7e_scalar_ultrafast", "bc7", bc7e<e::bc7e_compress_block_params_init_ultrafast>},
        {"bc7e_scalar_veryfast", "bc7", bc7e<e::bc7e_compress_block_params_init_veryfast>},
        {"bc7e_scalar_basic", "bc7", bc7e<e::bc7e_compress_block_params_init_basic>},
        {"bc7e_scalar_veryslow", "bc7", bc7e<e::bc7e_compress_block_params_init_veryslow>},
    };
    return kPeers;
}

}  // namespace galley::bench
