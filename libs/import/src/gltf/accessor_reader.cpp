#include "gltf/accessor_reader.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "galley/import/errors.h"

namespace galley::gltf {
namespace {

template <class T>
T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T, class Out>
Out convert(T value, bool normalized) {
    if constexpr (std::is_same_v<Out, std::uint32_t> || std::is_same_v<T, float>) {
        return static_cast<Out>(value);
    } else {
        const auto number = static_cast<float>(value);
        if (!normalized) return number;
        constexpr auto kMax = static_cast<float>(std::numeric_limits<T>::max());
        return std::max(number / kMax, -1.0F);
    }
}

template <class T, class Out>
void convert_element(const std::byte* from, std::size_t rows, bool normalized, Out* out) {
    for (std::size_t row = 0; row < rows; ++row) {
        out[row] = convert<T, Out>(load<T>(from + row * sizeof(T)), normalized);
    }
}

}  // namespace

Result<void> Budget::take(std::uint64_t count, std::uint64_t size) {
    if (size != 0 && count > left_ / size) {
        return fail(kImportTooLarge, "the decoded parts are larger than an import may hold", {},
                    "raise the limit, or split the file");
    }
    left_ -= count * size;
    return {};
}

bool AccessorReader::available(std::int32_t index) const {
    const auto present = [&](std::int32_t view) {
        if (view < 0) return true;
        const auto buffer = document_.views[static_cast<std::size_t>(view)].buffer;
        return buffers_[static_cast<std::size_t>(buffer)].present;
    };
    const Accessor& a = accessor(index);
    return present(a.view) &&
           (!a.sparse || (present(a.sparse->indices_view) && present(a.sparse->values_view)));
}

const std::byte* AccessorReader::view_bytes(std::int32_t view_index, std::uint64_t offset) const {
    const BufferView& view = document_.views[static_cast<std::size_t>(view_index)];
    return buffers_[static_cast<std::size_t>(view.buffer)].bytes.data() + view.offset + offset;
}

Result<std::vector<std::uint32_t>> AccessorReader::sparse_indices(const Accessor& a) const {
    const Sparse& sparse = *a.sparse;
    const std::byte* from = view_bytes(sparse.indices_view, sparse.indices_offset);
    std::vector<std::uint32_t> out(sparse.count);
    for (std::size_t i = 0; i < out.size(); ++i) {
        switch (sparse.indices_component) {
        case Component::u8: out[i] = load<std::uint8_t>(from + i); break;
        case Component::u16: out[i] = load<std::uint16_t>(from + i * 2); break;
        default: out[i] = load<std::uint32_t>(from + i * 4); break;
        }
        if (out[i] >= a.count || (i > 0 && out[i] <= out[i - 1])) {
            return fail(kGltfRange,
                        fmt::format("sparse index {} is {}: not above the one before and below {}",
                                    i, out[i], a.count));
        }
    }
    return out;
}

template <class T, class Out>
Result<void> AccessorReader::read(std::int32_t index, const Picks& picks, Out* out) const {
    const Accessor& a = accessor(index);
    const std::size_t rows = a.type.rows, count = picks.size(a.count);
    if (a.view < 0) {
        if (a.count > kMaxZeros) {
            return fail(kImportTooLarge, fmt::format("{} elements have no bytes; at most {} may",
                                                     a.count, kMaxZeros));
        }
        std::fill_n(out, count * rows, Out{});
    } else {
        const std::byte* from = view_bytes(a.view, a.offset);
        const std::uint32_t view_stride = document_.views[static_cast<std::size_t>(a.view)].stride;
        const std::size_t stride = view_stride != 0 ? view_stride : a.element_bytes();
        if (std::is_same_v<T, Out> && picks.all && stride == rows * sizeof(T)) {
            std::memcpy(out, from, count * stride);
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t element = picks.all ? i : picks.list[i];
                convert_element<T>(from + element * stride, rows, a.normalized, out + i * rows);
            }
        }
    }
    if (!a.sparse) return {};
    TRY_ASSIGN(const std::vector<std::uint32_t> replaced, sparse_indices(a));
    const std::byte* values = view_bytes(a.sparse->values_view, a.sparse->values_offset);
    const auto replace = [&](std::size_t from, std::size_t to) {
        convert_element<T>(values + from * a.element_bytes(), rows, a.normalized, out + to * rows);
    };
    if (picks.all) {
        for (std::size_t i = 0; i < replaced.size(); ++i) replace(i, replaced[i]);
        return {};
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto found = std::ranges::lower_bound(replaced, picks.list[i]);
        if (found != replaced.end() && *found == picks.list[i]) {
            replace(static_cast<std::size_t>(found - replaced.begin()), i);
        }
    }
    return {};
}

Result<void> AccessorReader::read_floats(std::int32_t index, const Picks& picks, float* out) const {
    GALLEY_ASSERT(accessor(index).type.columns == 1 && available(index));
    switch (accessor(index).component) {
    case Component::i8: return read<std::int8_t>(index, picks, out);
    case Component::u8: return read<std::uint8_t>(index, picks, out);
    case Component::i16: return read<std::int16_t>(index, picks, out);
    case Component::u16: return read<std::uint16_t>(index, picks, out);
    case Component::u32: return read<std::uint32_t>(index, picks, out);
    case Component::f32: return read<float>(index, picks, out);
    }
    return {};
}

Result<void> AccessorReader::read_integers(std::int32_t index, std::uint32_t* out) const {
    GALLEY_ASSERT(accessor(index).type == kScalar && available(index));
    switch (accessor(index).component) {
    case Component::u8: return read<std::uint8_t>(index, {}, out);
    case Component::u16: return read<std::uint16_t>(index, {}, out);
    default: return read<std::uint32_t>(index, {}, out);
    }
}

}  // namespace galley::gltf
