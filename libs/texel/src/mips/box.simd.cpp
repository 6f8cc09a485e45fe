#include "mips/plane_kernels.h"
#include "mips/quads.h"
#include "mips/srgb_store.h"
#include "simd/wide.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

constexpr std::uint32_t kStep = kLanes;

GALLEY_WIDE I32 byte_of(U32 pixels, int index) { return as<I32>((pixels >> (8 * index)) & 255U); }

/// code / 255, rounded to the nearest float for each of the 256 (a test compares): the first
/// product is exact, and the second adds what nine bits of 1 / 255 leave.
GALLEY_WIDE F32 fraction(F32 code) { return code * 0x1.01p-8f + code * 0x1.010102p-24f; }
GALLEY_WIDE F32 fraction(I32 code) { return fraction(to_float(code)); }

/// x and y of -1 to 1, and the z that makes them a unit vector; those too long are cut to length.
GALLEY_WIDE void unit_vectors(F32 x, F32 y, F32* out) {
    const F32 planar = x * x + y * y;
    const I32 inside = planar < all(1.0f);
    out[2] = select(inside, square_root(1.0f - planar), F32{});
    if (any(~inside)) {
        const F32 length = square_root(planar);
        x = select(inside, x, x / length);
        y = select(inside, y, y / length);
    }
    out[0] = x;
    out[1] = y;
}

template <PlaneKind kKind, int kPlanes>
GALLEY_WIDE void read_pixels(U32 pixels, const PixelMeaning& meaning, F32* out) {
    if constexpr (kKind == PlaneKind::data) {
        GALLEY_UNROLL
        for (int c = 0; c < kPlanes; ++c) out[c] = fraction(byte_of(pixels, c));
    } else if constexpr (kKind == PlaneKind::vector) {
        unit_vectors(fraction(byte_of(pixels, 0)) * 2.0f - 1.0f,
                     fraction(byte_of(pixels, 1)) * 2.0f - 1.0f, out);
    } else {
        GALLEY_UNROLL
        for (int c = 0; c < 3; ++c) out[c] = gather(meaning.color, byte_of(pixels, c));
        if constexpr (kKind == PlaneKind::weighted) {
            out[3] = fraction(byte_of(pixels, 3)) + kLeastWeight;
            for (int c = 0; c < 3; ++c) out[c] = out[c] * out[3];
        }
    }
}

template <int kChannels>
GALLEY_WIDE void box_of_vectors(const std::uint8_t* above, const std::uint8_t* below,
                                const PixelMeaning& meaning, F32* sum) {
    const std::uint8_t* const rows[2] = {above, below};
    for (int row = 0; row < 2; ++row) {
        const U32 first = load_pixels<kChannels>(rows[row]);
        const U32 second = load_pixels<kChannels>(rows[row] + kChannels * kStep);
        F32 left[3];
        F32 right[3];
        read_pixels<PlaneKind::vector, 3>(even_lanes(first, second), meaning, left);
        read_pixels<PlaneKind::vector, 3>(odd_lanes(first, second), meaning, right);
        GALLEY_UNROLL
        for (int c = 0; c < 3; ++c) {
            const F32 pair = (left[c] + right[c]) * 0.5f;
            sum[c] = row == 0 ? pair * 0.5f : sum[c] + pair * 0.5f;
        }
    }
}

/// The colours times alpha, and alpha; where there is none at all, the colours times kLeastWeight.
GALLEY_WIDE void box_of_weighted(const Quads* quads, const FixedLight& light, F32* sum) {
    constexpr float kProduct = 1.0f / (4.0f * 255.0f * FixedLight::kOne);
    constexpr float kLeast = kLeastWeight / (4.0f * FixedLight::kOne);
    const I32 alphas = sum_of(quads[3]);
    const I32 clear = alphas == 0;
    const bool any_clear = any(clear);
    GALLEY_UNROLL
    for (int c = 0; c < 3; ++c) {
        const QuadLight color = light_of(quads[c], light);
        sum[c] = unsigned_to_float(sum_of(color, quads[3])) * kProduct;
        if (any_clear) sum[c] = select(clear, to_float(as<I32>(sum_of(color))) * kLeast, sum[c]);
    }
    sum[3] = max(fraction(to_float(alphas) * 0.25f), all(kLeastWeight));
}

constexpr int plane_count(PlaneKind kind, int channels) {
    if (kind == PlaneKind::weighted) return 4;
    if (kind == PlaneKind::data) return channels == 2 ? 4 : channels;
    return 3;
}

/// Bytes ahead of what is read that are asked for: about what a load from memory takes.
constexpr int kAhead = 2048;

template <PlaneKind kKind, int kChannels>
GALLEY_WIDE void box_vector(const std::uint8_t* above, const std::uint8_t* below,
                            const PixelMeaning& meaning, std::uint32_t x, std::uint32_t width,
                            const PlaneRow& out, const SrgbRow* srgb) {
    constexpr int kCount = plane_count(kKind, kChannels);
    F32 sum[4];
    if constexpr (kKind == PlaneKind::vector) {
        box_of_vectors<kChannels>(above, below, meaning, sum);
    } else {
        Quads quads[4];
        read_quads<kChannels>(above, below, quads);
        if constexpr (kKind == PlaneKind::weighted) {
            box_of_weighted(quads, *meaning.light, sum);
        } else {
            GALLEY_UNROLL
            for (int c = 0; c < kCount; ++c)
                sum[c] = kKind == PlaneKind::data
                             ? fraction(to_float(sum_of(quads[c])) * 0.25f)
                             : to_float(as<I32>(sum_of(light_of(quads[c], *meaning.light)))) *
                                   (0.25f / FixedLight::kOne);
        }
    }
    GALLEY_UNROLL
    for (int c = 0; c < kCount; ++c)
        store(out.first + static_cast<std::size_t>(c) * out.stride + x, sum[c]);
    if constexpr (kKind == PlaneKind::color || kKind == PlaneKind::weighted) {
        if (srgb != nullptr) put_srgb<kKind>(sum, *srgb, x, width);
    }
}

template <PlaneKind kKind, int kChannels>
void box_row(const std::uint8_t* above, const std::uint8_t* below, std::uint32_t width,
             const PixelMeaning& meaning, const PlaneRow& out, const SrgbRow* srgb) {
    constexpr std::uint32_t kBytes = 2 * kChannels;
    const std::size_t bytes = std::size_t{width} * kBytes;
    std::uint32_t x = 0;
    for (; std::size_t{x + kStep} * kBytes + kReadBeyond<kChannels> <= bytes; x += kStep) {
        const std::size_t at = std::size_t{x} * kBytes;
        for (std::size_t line = 0; line < kBytes * kStep; line += 64) {
            __builtin_prefetch(above + at + line + kAhead);
            __builtin_prefetch(below + at + line + kAhead);
        }
        box_vector<kKind, kChannels>(above + at, below + at, meaning, x, width, out, srgb);
    }
    for (; x < width; x += kStep) {
        std::uint8_t last[2][kBytes * kStep + kReadBeyond<kChannels>] = {};
        const std::size_t at = std::size_t{x} * kBytes;
        const std::size_t left = bytes - at < kBytes * kStep ? bytes - at : kBytes * kStep;
        __builtin_memcpy(last[0], above + at, left);
        __builtin_memcpy(last[1], below + at, left);
        box_vector<kKind, kChannels>(last[0], last[1], meaning, x, width, out, srgb);
    }
}

template <PlaneKind kKind, int kChannels>
GALLEY_WIDE void read_vector(const std::uint8_t* pixels, const PixelMeaning& meaning,
                             const PlaneRow& out, std::uint32_t x) {
    constexpr int kCount = plane_count(kKind, kChannels);
    F32 values[4];
    read_pixels<kKind, kCount>(load_pixels<kChannels>(pixels), meaning, values);
    GALLEY_UNROLL
    for (int c = 0; c < kCount; ++c)
        store(out.first + static_cast<std::size_t>(c) * out.stride + x, values[c]);
}

template <PlaneKind kKind, int kChannels>
void read_row(const PixelRow& from, const PixelMeaning& meaning, const PlaneRow& out) {
    const std::size_t bytes = std::size_t{from.width} * kChannels;
    std::uint32_t x = 0;
    for (; std::size_t{x + kStep} * kChannels + kReadBeyond<kChannels> <= bytes; x += kStep)
        read_vector<kKind, kChannels>(from.bytes + std::size_t{x} * kChannels, meaning, out, x);
    for (; x < from.width; x += kStep) {
        std::uint8_t last[kChannels * kStep + kReadBeyond<kChannels>] = {};
        const std::size_t at = std::size_t{x} * kChannels;
        const std::size_t left = bytes - at < kChannels * kStep ? bytes - at : kChannels * kStep;
        __builtin_memcpy(last, from.bytes + at, left);
        read_vector<kKind, kChannels>(last, meaning, out, x);
    }
}

template <int kChannels>
void read_kind(const PixelRow& from, const PixelMeaning& meaning, const PlaneRow& out) {
    switch (meaning.kind) {
    case PlaneKind::color: return read_row<PlaneKind::color, kChannels>(from, meaning, out);
    case PlaneKind::weighted: return read_row<PlaneKind::weighted, kChannels>(from, meaning, out);
    case PlaneKind::vector: return read_row<PlaneKind::vector, kChannels>(from, meaning, out);
    case PlaneKind::data: return read_row<PlaneKind::data, kChannels>(from, meaning, out);
    }
}

template <int kChannels>
void box_kind(const std::uint8_t* above, const std::uint8_t* below, std::uint32_t width,
              const PixelMeaning& meaning, const PlaneRow& out, const SrgbRow* srgb) {
    switch (meaning.kind) {
    case PlaneKind::color:
        return box_row<PlaneKind::color, kChannels>(above, below, width, meaning, out, srgb);
    case PlaneKind::weighted:
        return box_row<PlaneKind::weighted, kChannels>(above, below, width, meaning, out, srgb);
    case PlaneKind::vector:
        return box_row<PlaneKind::vector, kChannels>(above, below, width, meaning, out, srgb);
    case PlaneKind::data:
        return box_row<PlaneKind::data, kChannels>(above, below, width, meaning, out, srgb);
    }
}

template <int kPlaneCount>
void box_plane_rows(const PlaneRow& above, const PlaneRow& below, std::uint32_t width,
                    const PlaneRow& out, const SrgbRow* srgb) {
    constexpr PlaneKind kKind = kPlaneCount == 4 ? PlaneKind::weighted : PlaneKind::color;
    const PlaneRow* const rows[2] = {&above, &below};
    for (std::uint32_t x = 0; x < width; x += kStep) {
        F32 values[4];
        GALLEY_UNROLL
        for (int c = 0; c < kPlaneCount; ++c) {
            F32 sum[2];
            GALLEY_UNROLL
            for (int row = 0; row < 2; ++row) {
                const float* const from = rows[row]->first +
                                          static_cast<std::size_t>(c) * rows[row]->stride +
                                          2 * std::size_t{x};
                const U32 first = load<U32>(from);
                const U32 second = load<U32>(from + kStep);
                sum[row] =
                    (as<F32>(even_lanes(first, second)) + as<F32>(odd_lanes(first, second))) * 0.5f;
            }
            values[c] = sum[0] * 0.5f + sum[1] * 0.5f;
            store(out.first + static_cast<std::size_t>(c) * out.stride + x, values[c]);
        }
        if constexpr (kPlaneCount > 1) {
            if (srgb != nullptr) put_srgb<kKind>(values, *srgb, x, width);
        }
    }
}

}  // namespace

void read_planes(const PixelRow& from, const PixelMeaning& meaning, const PlaneRow& out) {
    switch (meaning.channels) {
    case 1: return read_kind<1>(from, meaning, out);
    case 2: return read_kind<2>(from, meaning, out);
    case 3: return read_kind<3>(from, meaning, out);
    default: return read_kind<4>(from, meaning, out);
    }
}

void box_pixels(const std::uint8_t* above, const std::uint8_t* below, std::uint32_t width,
                const PixelMeaning& meaning, const PlaneRow& out, const SrgbRow* srgb) {
    switch (meaning.channels) {
    case 1: return box_kind<1>(above, below, width, meaning, out, srgb);
    case 2: return box_kind<2>(above, below, width, meaning, out, srgb);
    case 3: return box_kind<3>(above, below, width, meaning, out, srgb);
    default: return box_kind<4>(above, below, width, meaning, out, srgb);
    }
}

void box_planes(const PlaneRow& above, const PlaneRow& below, std::uint32_t width,
                const PlaneRow& out, const SrgbRow* srgb) {
    switch (out.planes) {
    case 1: return box_plane_rows<1>(above, below, width, out, srgb);
    case 3: return box_plane_rows<3>(above, below, width, out, srgb);
    default: return box_plane_rows<4>(above, below, width, out, srgb);
    }
}

void make_unit(const PlaneRow& row, std::uint32_t width) {
    float* const plane_x = row.first;
    float* const plane_y = row.first + row.stride;
    float* const plane_z = row.first + std::size_t{2} * row.stride;
    for (std::uint32_t i = 0; i < width; i += kStep) {
        const F32 x = load<F32>(plane_x + i);
        const F32 y = load<F32>(plane_y + i);
        const F32 z = load<F32>(plane_z + i);
        const F32 length = square_root(x * x + y * y + z * z);
        // Opposite vectors may leave nothing; straight up is then as good as any.
        const I32 some = length > all(1e-6f);
        store(plane_x + i, select(some, x / length, F32{}));
        store(plane_y + i, select(some, y / length, F32{}));
        store(plane_z + i, select(some, z / length, all(1.0f)));
    }
}

void no_less(const PlaneRow& row, std::uint32_t width) {
    for (int c = 0; c < row.planes; ++c) {
        float* const plane = row.first + static_cast<std::size_t>(c) * row.stride;
        for (std::uint32_t x = 0; x < width; x += kStep)
            store(plane + x, max(load<F32>(plane + x), F32{}));
    }
}

}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
