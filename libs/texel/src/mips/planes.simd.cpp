#include "mips/pixels.h"
#include "mips/plane_kernels.h"
#include "mips/srgb_store.h"
#include "simd/wide.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

constexpr std::uint32_t kStep = kLanes;

using Bytes4 = std::uint8_t __attribute__((vector_size(kLanes)));
using Words = std::uint16_t __attribute__((vector_size(2 * kLanes)));

GALLEY_WIDE I32 unorm_codes(F32 value, float scale, float offset, float full) {
    return round(min(max(value * scale + offset, F32{}), all(full)));
}

struct Values {
    F32 plane[4];
};

/// From what is averaged to what is stored.
template <PlaneKind kKind>
GALLEY_WIDE Values finished(const PlaneRow& row, std::uint32_t x, float alpha_scale) {
    Values values;
    GALLEY_UNROLL
    for (int c = 0; c < 4; ++c)
        values.plane[c] = c < row.planes
                              ? load<F32>(row.first + static_cast<std::size_t>(c) * row.stride + x)
                              : all(1.0f);
    if constexpr (kKind == PlaneKind::weighted) unweigh(values.plane, alpha_scale);
    return values;
}

template <PlaneKind kKind>
void store_srgb(const PlaneRow& row, std::uint32_t width, const SrgbRow& srgb) {
    constexpr int kCount = kKind == PlaneKind::weighted ? 4 : 3;
    for (std::uint32_t x = 0; x < width; x += kStep) {
        F32 planes[kCount];
        GALLEY_UNROLL
        for (int c = 0; c < kCount; ++c)
            planes[c] = load<F32>(row.first + static_cast<std::size_t>(c) * row.stride + x);
        put_srgb<kKind>(planes, srgb, x, width);
    }
}

template <PlaneKind kKind, int kChannels, int kBits>
void store_unorm(const PlaneRow& row, std::uint32_t width, const StoredPlanes& stored,
                 std::uint8_t* out) {
    constexpr float kFull = kBits == 8 ? 255.0f : 65535.0f;
    // A vector's -1..1 is stored as 0..1.
    constexpr bool kVectors = kKind == PlaneKind::vector;
    for (std::uint32_t x = 0; x < width; x += kStep) {
        const Values values = finished<kKind>(row, x, stored.alpha_scale);
        I32 codes[4];
        GALLEY_UNROLL
        for (int c = 0; c < kChannels; ++c)
            codes[c] = unorm_codes(values.plane[c], kVectors ? kFull * 0.5f : kFull,
                                   kVectors ? kFull * 0.5f : 0.0f, kFull);
        if constexpr (kBits == 8 && kChannels == 1) {
            const Bytes4 pixels = __builtin_convertvector(as<U32>(codes[0]), Bytes4);
            put<1>(&pixels, x, width, out);
        } else if constexpr (kBits == 8 && kChannels == 2) {
            const Words pixels =
                __builtin_convertvector(as<U32>(codes[0] | (codes[1] << 8)), Words);
            put<2>(&pixels, x, width, out);
        } else if constexpr (kBits == 8) {
            const I32 pixels = codes[0] | (codes[1] << 8) | (codes[2] << 16) | (codes[3] << 24);
            put<4>(&pixels, x, width, out);
        } else if constexpr (kChannels == 1) {
            const Words pixels = __builtin_convertvector(as<U32>(codes[0]), Words);
            put<2>(&pixels, x, width, out);
        } else if constexpr (kChannels == 2) {
            const I32 pixels = codes[0] | (codes[1] << 16);
            put<4>(&pixels, x, width, out);
        } else {
            const I32 low = codes[0] | (codes[1] << 16);
            const I32 high = codes[2] | (codes[3] << 16);
            std::int32_t pixels[2 * kLanes];
            for (int lane = 0; lane < kLanes; ++lane) {
                pixels[2 * lane] = low[lane];
                pixels[2 * lane + 1] = high[lane];
            }
            put<8>(pixels, x, width, out);
        }
    }
}

template <PlaneKind kKind, int kChannels>
void store_depth(const PlaneRow& row, std::uint32_t width, const StoredPlanes& stored,
                 std::uint8_t* out) {
    if (stored.sample_bits == 8) return store_unorm<kKind, kChannels, 8>(row, width, stored, out);
    store_unorm<kKind, kChannels, 16>(row, width, stored, out);
}

/// Vectors that are summed side by side, so that none waits for its own additions.
constexpr int kSums = 4;

template <int kCount>
GALLEY_WIDE void sum_vectors(const float* const* samples, const float* weights, unsigned taps,
                             std::uint32_t x, float* out) {
    F32 sums[kCount];
    GALLEY_UNROLL
    for (int i = 0; i < kCount; ++i) sums[i] = load<F32>(samples[0] + x + i * kLanes) * weights[0];
    for (unsigned k = 1; k < taps; ++k) {
        const F32 weight = all(weights[k]);
        GALLEY_UNROLL
        for (int i = 0; i < kCount; ++i) sums[i] += load<F32>(samples[k] + x + i * kLanes) * weight;
    }
    GALLEY_UNROLL
    for (int i = 0; i < kCount; ++i) store(out + x + i * kLanes, sums[i]);
}

}  // namespace

void sum_samples(const float* const* samples, const float* weights, unsigned taps,
                 std::uint32_t count, float* out) {
    std::uint32_t x = 0;
    for (; x + kSums * kStep <= count; x += kSums * kStep)
        sum_vectors<kSums>(samples, weights, taps, x, out);
    for (; x < count; x += kStep) sum_vectors<1>(samples, weights, taps, x, out);
}

std::uint32_t find_below(const float* row, std::uint32_t first, std::uint32_t count, float least) {
    std::uint32_t x = first;
    while (x + kStep <= count && !any(load<F32>(row + x) < all(least))) x += kStep;
    while (x < count && !(row[x] < least)) ++x;
    return x;
}

void sum_chosen(const float* row, const std::int32_t* samples, const float* weights, unsigned taps,
                std::uint32_t step, std::uint32_t count, float* out) {
    for (std::uint32_t x = 0; x < count; x += kStep) {
        F32 sum = gather(row, load<I32>(samples + x)) * load<F32>(weights + x);
        for (unsigned k = 1; k < taps; ++k) {
            const std::size_t at = std::size_t{k} * step + x;
            sum += gather(row, load<I32>(samples + at)) * load<F32>(weights + at);
        }
        store(out + x, sum);
    }
}

void split_pairs(const float* row, std::uint32_t count, float* even, float* odd) {
    for (std::uint32_t x = 0; x < count; x += kStep) {
        const U32 first = load<U32>(row + 2 * std::size_t{x});
        const U32 second = load<U32>(row + 2 * std::size_t{x} + kStep);
        store(even + x, even_lanes(first, second));
        store(odd + x, odd_lanes(first, second));
    }
}

void store_planes(const PlaneRow& row, std::uint32_t width, const StoredPlanes& stored,
                  std::uint8_t* out) {
    if (stored.srgb_steps != nullptr) {
        const SrgbRow srgb{stored.srgb_steps, stored.alpha_scale, out};
        if (stored.kind == PlaneKind::weighted)
            store_srgb<PlaneKind::weighted>(row, width, srgb);
        else
            store_srgb<PlaneKind::color>(row, width, srgb);
        return;
    }
    switch (stored.kind) {
    case PlaneKind::vector: return store_depth<PlaneKind::vector, 2>(row, width, stored, out);
    case PlaneKind::weighted: return store_depth<PlaneKind::weighted, 4>(row, width, stored, out);
    case PlaneKind::color:
    case PlaneKind::data: break;
    }
    if (stored.channels == 1) return store_depth<PlaneKind::data, 1>(row, width, stored, out);
    store_depth<PlaneKind::data, 4>(row, width, stored, out);
}

void widen_rgb(const std::uint8_t* rgb, std::uint32_t count, std::uint32_t* out) {
    std::uint32_t x = 0;
    for (; 3 * (x + kStep) + kReadBeyond<3> <= 3 * count; x += kStep)
        store(out + x, load_rgb(rgb + std::size_t{3} * x));
    for (; x < count; ++x) {
        const std::uint8_t* const pixel = rgb + std::size_t{3} * x;
        out[x] = 0xff000000U | pixel[0] | static_cast<std::uint32_t>(pixel[1]) << 8 |
                 static_cast<std::uint32_t>(pixel[2]) << 16;
    }
}

}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
