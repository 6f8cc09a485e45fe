#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "galley/base/result.h"
#include "gltf/buffers.h"
#include "gltf/document.h"

namespace galley::gltf {

/// What one import may still allocate for decoded parts.
class Budget {
public:
    explicit Budget(std::uint64_t bytes) : left_(bytes) {}

    /// Fails when `count` times `size` bytes are more than is left; nothing overflows.
    [[nodiscard]] Result<void> take(std::uint64_t count, std::uint64_t size);

private:
    std::uint64_t left_;
};

/// Which elements of an accessor are wanted, in which order.
struct Picks {
    bool all = true;
    std::span<const std::uint32_t> list;  ///< each below the accessor's count, when not all

    [[nodiscard]] std::size_t size(std::uint64_t count) const {
        return all ? static_cast<std::size_t>(count) : list.size();
    }
};

/// Reads elements of the accessors of a checked document. Component types become floats or 32-bit
/// integers; normalised integers become what section 3.11 says (`f = max(c / 127, -1)` and so on).
/// Alignment does not matter. Sparse elements are replaced; an accessor without a view is zeros.
class AccessorReader {
public:
    AccessorReader(const Document& document, std::span<const BufferData> buffers)
        : document_(document), buffers_(buffers) {}

    [[nodiscard]] const Accessor& accessor(std::int32_t index) const {
        return document_.accessors[static_cast<std::size_t>(index)];
    }
    /// Whether the bytes are there (they are not when they stand in for compressed data).
    [[nodiscard]] bool available(std::int32_t index) const;
    /// Whether the accessor is zeros because it names no view.
    [[nodiscard]] bool without_view(std::int32_t index) const { return accessor(index).view < 0; }

    /// `rows` floats an element into `out`, which holds `picks.size(count)` of them. The accessor
    /// is a vector or scalar. Fails on faulty sparse indices; errors have no place.
    [[nodiscard]] Result<void> read_floats(std::int32_t index, const Picks& picks,
                                           float* out) const;
    /// The values of a scalar accessor of unsigned integers; `out` holds `count` of them.
    [[nodiscard]] Result<void> read_integers(std::int32_t index, std::uint32_t* out) const;

    /// Elements of an accessor that no bytes back; more are refused (a file could ask for any
    /// number of them).
    static constexpr std::uint64_t kMaxZeros = std::uint64_t{1} << 24;

private:
    [[nodiscard]] const std::byte* view_bytes(std::int32_t view, std::uint64_t offset) const;
    [[nodiscard]] Result<std::vector<std::uint32_t>> sparse_indices(const Accessor& accessor) const;
    template <class T, class Out>
    Result<void> read(std::int32_t index, const Picks& picks, Out* out) const;

    const Document& document_;
    std::span<const BufferData> buffers_;
};

}  // namespace galley::gltf
