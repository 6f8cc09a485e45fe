#include <array>

#include "blocks/decode.h"
#include "blocks/rgb565.h"

namespace galley::texel {
namespace {

// BC2 and BC3 have four colours whatever the order of the endpoints.
template <bool kMayBeThreeColors>
std::array<std::uint32_t, 4> palette(std::uint32_t endpoints, std::uint32_t alpha) {
    const std::uint32_t a = endpoints & 0xffff;
    const std::uint32_t b = endpoints >> 16;
    const Rgb565 ca = rgb565(a);
    const Rgb565 cb = rgb565(b);
    std::array<std::uint32_t, 4> colors = {packed_endpoint(ca) | alpha, packed_endpoint(cb) | alpha,
                                           0, 0};
    if (!kMayBeThreeColors || a > b) {
        colors[2] = packed_third(ca, cb) | alpha;
        colors[3] = packed_third(cb, ca) | alpha;
    } else {
        colors[2] = packed_half(ca, cb) | alpha;
    }
    return colors;
}

void put(std::byte* pixel, std::uint32_t rgba) { std::memcpy(pixel, &rgba, sizeof rgba); }

// `alphas` has one 8-bit alpha a pixel in a row of 32 bits each.
void put_colors(std::uint64_t colors, const std::array<std::uint32_t, 4>& alphas, std::byte* pixels,
                std::size_t stride) {
    const auto choices = palette<false>(static_cast<std::uint32_t>(colors), 0);
    std::uint32_t indices = static_cast<std::uint32_t>(colors >> 32);
    for (const std::uint32_t alpha : alphas) {
        put(pixels, choices[indices & 3] | alpha << 24);
        put(pixels + 4, choices[indices >> 2 & 3] | (alpha & 0xff00) << 16);
        put(pixels + 8, choices[indices >> 4 & 3] | (alpha & 0xff0000) << 8);
        put(pixels + 12, choices[indices >> 6 & 3] | (alpha & 0xff000000));
        indices >>= 8;
        pixels += stride;
    }
}

}  // namespace

void decode_bc1(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t block = load_u64(blocks + 8 * i);
        const auto colors = palette<true>(static_cast<std::uint32_t>(block), 0xff000000);
        std::uint32_t indices = static_cast<std::uint32_t>(block >> 32);
        std::byte* row = pixels + 16 * i;
        for (int y = 0; y < 4; ++y) {
            put(row, colors[indices & 3]);
            put(row + 4, colors[indices >> 2 & 3]);
            put(row + 8, colors[indices >> 4 & 3]);
            put(row + 12, colors[indices >> 6 & 3]);
            indices >>= 8;
            row += stride;
        }
    }
}

void decode_bc2(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t fours = load_u64(blocks + 16 * i);
        std::array<std::uint32_t, 4> alphas;
        for (unsigned y = 0; y < 4; ++y) {
            const auto row = static_cast<std::uint32_t>(fours >> (16 * y) & 0xffff);
            const std::uint32_t spread =
                (row & 0xf) | (row & 0xf0) << 4 | (row & 0xf00) << 8 | (row & 0xf000) << 12;
            alphas[y] = spread * 17;
        }
        put_colors(load_u64(blocks + 16 * i + 8), alphas, pixels + 16 * i, stride);
    }
}

void decode_bc3(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t block = load_u64(blocks + 16 * i);
        const std::uint64_t packed = bc4_palette8(block);
        std::array<std::uint8_t, 8> choices;  // loads are cheaper than shifts
        std::memcpy(choices.data(), &packed, sizeof packed);
        std::array<std::uint32_t, 4> alphas;
        for (unsigned y = 0; y < 4; ++y) {
            const auto indices = static_cast<std::uint32_t>(block >> (16 + 12 * y));
            alphas[y] = choices[indices & 7] | std::uint32_t{choices[indices >> 3 & 7]} << 8 |
                        std::uint32_t{choices[indices >> 6 & 7]} << 16 |
                        std::uint32_t{choices[indices >> 9 & 7]} << 24;
        }
        put_colors(load_u64(blocks + 16 * i + 8), alphas, pixels + 16 * i, stride);
    }
}

}  // namespace galley::texel
