#include "mips/plane_kernels.h"
#include "simd/wide.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

constexpr std::uint32_t kStep = kLanes;

GALLEY_WIDE I32 byte_of(U32 pixels, int index) { return as<I32>((pixels >> (8 * index)) & 255U); }

/// code / 255, rounded to the nearest float for each of the 256 (a test compares): the first
/// product is exact, and the second adds what nine bits of 1 / 255 leave.
GALLEY_WIDE F32 fraction(I32 code) {
    const F32 value = to_float(code);
    return value * 0x1.01p-8f + value * 0x1.010102p-24f;
}

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

template <PlaneKind kKind, int kPlanes>
GALLEY_WIDE void box_vector(const std::uint32_t* above, const std::uint32_t* below,
                            const PixelMeaning& meaning, const PlaneRow& out, std::uint32_t x) {
    F32 sum[4];
    const std::uint32_t* const rows[2] = {above, below};
    for (int row = 0; row < 2; ++row) {
        const U32 first = load<U32>(rows[row]);
        const U32 second = load<U32>(rows[row] + kStep);
        F32 left[4];
        F32 right[4];
        read_pixels<kKind, kPlanes>(even_lanes(first, second), meaning, left);
        read_pixels<kKind, kPlanes>(odd_lanes(first, second), meaning, right);
        GALLEY_UNROLL
        for (int c = 0; c < kPlanes; ++c) {
            const F32 pair = left[c] + right[c];
            sum[c] = row == 0 ? pair : sum[c] + pair;
        }
    }
    // Halves of each sum are exact for values of 8 bits, so a quarter of all is the same.
    GALLEY_UNROLL
    for (int c = 0; c < kPlanes; ++c)
        store(out.first + static_cast<std::size_t>(c) * out.stride + x, sum[c] * 0.25f);
}

template <PlaneKind kKind, int kPlanes>
void box_row(const std::uint32_t* above, const std::uint32_t* below, std::uint32_t width,
             const PixelMeaning& meaning, const PlaneRow& out) {
    std::uint32_t x = 0;
    for (; x + kStep <= width; x += kStep)
        box_vector<kKind, kPlanes>(above + 2 * x, below + 2 * x, meaning, out, x);
    if (x == width) return;
    std::uint32_t last[2][2 * kStep] = {};
    __builtin_memcpy(last[0], above + 2 * x, 8 * (width - x));
    __builtin_memcpy(last[1], below + 2 * x, 8 * (width - x));
    box_vector<kKind, kPlanes>(last[0], last[1], meaning, out, x);
}

template <PlaneKind kKind, int kPlanes>
GALLEY_WIDE void read_vector(const std::uint32_t* pixels, const PixelMeaning& meaning,
                             const PlaneRow& out, std::uint32_t x) {
    F32 values[4];
    read_pixels<kKind, kPlanes>(load<U32>(pixels), meaning, values);
    GALLEY_UNROLL
    for (int c = 0; c < kPlanes; ++c)
        store(out.first + static_cast<std::size_t>(c) * out.stride + x, values[c]);
}

template <PlaneKind kKind, int kPlanes>
void read_row(const PixelRow& from, const PixelMeaning& meaning, const PlaneRow& out) {
    std::uint32_t x = 0;
    for (; x + kStep <= from.width; x += kStep)
        read_vector<kKind, kPlanes>(from.pixels + x, meaning, out, x);
    if (x == from.width) return;
    std::uint32_t last[kStep] = {};
    __builtin_memcpy(last, from.pixels + x, 4 * (from.width - x));
    read_vector<kKind, kPlanes>(last, meaning, out, x);
}

}  // namespace

void read_planes(const PixelRow& from, const PixelMeaning& meaning, const PlaneRow& out) {
    switch (meaning.kind) {
    case PlaneKind::color: return read_row<PlaneKind::color, 3>(from, meaning, out);
    case PlaneKind::weighted: return read_row<PlaneKind::weighted, 4>(from, meaning, out);
    case PlaneKind::vector: return read_row<PlaneKind::vector, 3>(from, meaning, out);
    case PlaneKind::data: break;
    }
    switch (meaning.planes) {
    case 1: return read_row<PlaneKind::data, 1>(from, meaning, out);
    case 3: return read_row<PlaneKind::data, 3>(from, meaning, out);
    default: return read_row<PlaneKind::data, 4>(from, meaning, out);
    }
}

void box_pixels(const std::uint32_t* above, const std::uint32_t* below, std::uint32_t width,
                const PixelMeaning& meaning, const PlaneRow& out) {
    switch (meaning.kind) {
    case PlaneKind::color: return box_row<PlaneKind::color, 3>(above, below, width, meaning, out);
    case PlaneKind::weighted:
        return box_row<PlaneKind::weighted, 4>(above, below, width, meaning, out);
    case PlaneKind::vector: return box_row<PlaneKind::vector, 3>(above, below, width, meaning, out);
    case PlaneKind::data: break;
    }
    switch (meaning.planes) {
    case 1: return box_row<PlaneKind::data, 1>(above, below, width, meaning, out);
    case 3: return box_row<PlaneKind::data, 3>(above, below, width, meaning, out);
    default: return box_row<PlaneKind::data, 4>(above, below, width, meaning, out);
    }
}

void box_planes(const PlaneRow& above, const PlaneRow& below, std::uint32_t width,
                const PlaneRow& out) {
    const PlaneRow* const rows[2] = {&above, &below};
    for (int c = 0; c < out.planes; ++c) {
        const std::size_t plane = static_cast<std::size_t>(c) * above.stride;
        float* const to = out.first + static_cast<std::size_t>(c) * out.stride;
        for (std::uint32_t x = 0; x < width; x += kStep) {
            F32 sum[2];
            for (int row = 0; row < 2; ++row) {
                const float* const from = rows[row]->first + plane + 2 * std::size_t{x};
                const U32 first = load<U32>(from);
                const U32 second = load<U32>(from + kStep);
                sum[row] =
                    (as<F32>(even_lanes(first, second)) + as<F32>(odd_lanes(first, second))) * 0.5f;
            }
            store(to + x, sum[0] * 0.5f + sum[1] * 0.5f);
        }
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
