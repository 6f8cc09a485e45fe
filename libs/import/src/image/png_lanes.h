#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <algorithm>
#include <array>
#endif

namespace galley::image {

/// Little-endian whole of `Size` bytes. Pieces that are numbers of the processor's own, so that
/// nothing goes through memory a byte at a time.
template <std::size_t Size>
std::uint64_t get_pixel(const std::uint8_t* from) {
    if constexpr (Size == 3) {
        return get_pixel<2>(from) | std::uint64_t{from[2]} << 16;
    } else if constexpr (Size == 6) {
        return get_pixel<4>(from) | get_pixel<2>(from + 4) << 32;
    } else {
        using Number = std::conditional_t<
            Size == 1, std::uint8_t,
            std::conditional_t<Size == 2, std::uint16_t,
                               std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;
        Number number;
        std::memcpy(&number, from, sizeof(number));
        return number;
    }
}

template <std::size_t Size>
void put_pixel(std::uint64_t value, std::uint8_t* to) {
    if constexpr (Size == 3) {
        put_pixel<2>(value, to);
        to[2] = static_cast<std::uint8_t>(value >> 16);
    } else if constexpr (Size == 6) {
        put_pixel<4>(value, to);
        put_pixel<2>(value >> 32, to + 4);
    } else {
        std::memcpy(to, &value, Size);
    }
}

/// The bytes of one pixel, up to eight, as numbers of 16 bits, so that sums and differences of two
/// fit. Compilers make nothing of this by themselves: a row's filters are one chain of pixels.
class PngLanes {
public:
    PngLanes() = default;

    template <std::size_t Pixel>
    static PngLanes load(const std::uint8_t* from) {
        return PngLanes(get_pixel<Pixel>(from));
    }
    /// The low eight bits of each number.
    template <std::size_t Pixel>
    void store(std::uint8_t* to) const {
        put_pixel<Pixel>(low_bytes(), to);
    }

#if defined(__SSE2__)
    friend PngLanes operator+(PngLanes a, PngLanes b) { return _mm_add_epi16(a.value_, b.value_); }
    friend PngLanes operator-(PngLanes a, PngLanes b) { return _mm_sub_epi16(a.value_, b.value_); }
    [[nodiscard]] PngLanes half() const { return _mm_srli_epi16(value_, 1); }
    [[nodiscard]] PngLanes low_bits() const { return _mm_and_si128(value_, _mm_set1_epi16(255)); }
    [[nodiscard]] PngLanes magnitude() const {
        return _mm_max_epi16(value_, _mm_sub_epi16(_mm_setzero_si128(), value_));
    }
    static PngLanes least(PngLanes a, PngLanes b) { return _mm_min_epi16(a.value_, b.value_); }
    /// `then` where `a` equals `b`, else `other`.
    static PngLanes if_equal(PngLanes a, PngLanes b, PngLanes then, PngLanes other) {
        const __m128i equal = _mm_cmpeq_epi16(a.value_, b.value_);
        return _mm_or_si128(_mm_and_si128(equal, then.value_),
                            _mm_andnot_si128(equal, other.value_));
    }

private:
    PngLanes(__m128i value) : value_(value) {}
    explicit PngLanes(std::uint64_t bytes)
        : value_(_mm_unpacklo_epi8(_mm_cvtsi64_si128(static_cast<long long>(bytes)),
                                   _mm_setzero_si128())) {}
    [[nodiscard]] std::uint64_t low_bytes() const {
        const __m128i low = low_bits().value_;
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_packus_epi16(low, low)));
    }

    __m128i value_ = _mm_setzero_si128();
#else
    friend PngLanes operator+(PngLanes a, PngLanes b) {
        return a.with(b, [](int x, int y) { return x + y; });
    }
    friend PngLanes operator-(PngLanes a, PngLanes b) {
        return a.with(b, [](int x, int y) { return x - y; });
    }
    [[nodiscard]] PngLanes half() const {
        return with(*this, [](int x, int) { return x >> 1; });
    }
    [[nodiscard]] PngLanes low_bits() const {
        return with(*this, [](int x, int) { return x & 255; });
    }
    [[nodiscard]] PngLanes magnitude() const {
        return with(*this, [](int x, int) { return x < 0 ? -x : x; });
    }
    static PngLanes least(PngLanes a, PngLanes b) {
        return a.with(b, [](int x, int y) { return std::min(x, y); });
    }
    static PngLanes if_equal(PngLanes a, PngLanes b, PngLanes then, PngLanes other) {
        PngLanes out;
        for (std::size_t i = 0; i < 8; ++i) {
            out.value_[i] = a.value_[i] == b.value_[i] ? then.value_[i] : other.value_[i];
        }
        return out;
    }

private:
    explicit PngLanes(std::uint64_t bytes) {
        std::array<std::uint8_t, 8> parts;
        std::memcpy(parts.data(), &bytes, 8);
        std::ranges::copy(parts, value_.begin());
    }
    [[nodiscard]] std::uint64_t low_bytes() const {
        std::array<std::uint8_t, 8> parts;
        for (std::size_t i = 0; i < 8; ++i) parts[i] = static_cast<std::uint8_t>(value_[i]);
        std::uint64_t bytes;
        std::memcpy(&bytes, parts.data(), 8);
        return bytes;
    }
    template <class Operation>
    [[nodiscard]] PngLanes with(const PngLanes& b, Operation operation) const {
        PngLanes out;
        for (std::size_t i = 0; i < 8; ++i) {
            out.value_[i] = static_cast<std::int16_t>(operation(value_[i], b.value_[i]));
        }
        return out;
    }

    std::array<std::int16_t, 8> value_ = {};
#endif
};

}  // namespace galley::image
