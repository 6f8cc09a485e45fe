#include "gltf/corners.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/import/errors.h"

namespace galley::gltf {
namespace {

constexpr std::uint8_t kTriangles = 4, kStrip = 5;

Result<std::vector<std::uint32_t>> read_indices(const BuildContext& context,
                                                const Primitive& primitive,
                                                std::uint64_t vertex_count,
                                                const std::string& pointer) {
    if (primitive.indices < 0) {
        TRY(context.budget.take(vertex_count, sizeof(std::uint32_t)));
        std::vector<std::uint32_t> all(vertex_count);
        std::iota(all.begin(), all.end(), 0U);
        return all;
    }
    const Accessor& accessor = context.accessors.accessor(primitive.indices);
    TRY(context.budget.take(accessor.count, sizeof(std::uint32_t)));
    std::vector<std::uint32_t> indices(accessor.count);
    TRY(context.accessors.read_integers(primitive.indices, indices.data()));
    const auto out =
        std::ranges::find_if(indices, [&](std::uint32_t index) { return index >= vertex_count; });
    if (out != indices.end()) {
        // Section 3.7.2.1: the greatest value of the type restarts a primitive and is forbidden.
        return fail(kGltfVertexIndex,
                    fmt::format("index {} is {}; there are {} vertices", out - indices.begin(),
                                *out, vertex_count),
                    {.file = context.file, .field = pointer + "/indices"});
    }
    return indices;
}

/// Section 3.7.2.1: triangle i of a strip is (i, i + (1 + i % 2), i + (2 - i % 2)), of a fan
/// (i + 1, i + 2, 0).
std::vector<std::uint32_t> unroll(const std::vector<std::uint32_t>& indices, bool strip) {
    std::vector<std::uint32_t> corners;
    if (indices.size() < 3) return corners;
    corners.reserve((indices.size() - 2) * 3);
    for (std::size_t i = 0; i + 2 < indices.size(); ++i) {
        const std::size_t odd = i % 2;
        const std::array<std::size_t, 3> triangle = strip
                                                        ? std::array{i, i + 1 + odd, i + 2 - odd}
                                                        : std::array{i + 1, i + 2, std::size_t{0}};
        for (const std::size_t corner : triangle) corners.push_back(indices[corner]);
    }
    return corners;
}

}  // namespace

std::string_view mode_word(std::uint8_t mode) {
    constexpr std::array<std::string_view, 7> kWords = {
        "POINTS",    "LINES",          "LINE_LOOP",   "LINE_STRIP",
        "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN"};
    return kWords[mode];
}

Result<std::vector<std::uint32_t>> triangle_corners(const BuildContext& context,
                                                    const Primitive& primitive,
                                                    std::uint64_t vertex_count,
                                                    const std::string& pointer) {
    TRY_ASSIGN(std::vector<std::uint32_t> indices,
               read_indices(context, primitive, vertex_count, pointer));
    const std::size_t left_over = primitive.mode == kTriangles ? indices.size() % 3
                                  : indices.size() < 3         ? indices.size()
                                                               : 0;
    if (left_over != 0) {
        context.ledger.add(Verdict::dropped, "corners that make no triangle", pointer,
                           "their number does not fit the primitive's mode", left_over);
    }
    if (primitive.mode == kTriangles) {
        indices.resize(indices.size() - left_over);
        return indices;
    }
    context.ledger.add(Verdict::converted,
                       fmt::format("primitive mode {}", mode_word(primitive.mode)), pointer,
                       "made single triangles");
    TRY(context.budget.take(indices.size(), 3 * sizeof(std::uint32_t)));
    return unroll(indices, primitive.mode == kStrip);
}

std::vector<std::uint32_t> leave_out_unused(std::vector<std::uint32_t>& corners,
                                            std::uint64_t vertex_count) {
    std::vector<bool> used(vertex_count);
    std::size_t count = 0;
    for (const std::uint32_t corner : corners) {
        if (!used[corner]) ++count;
        used[corner] = true;
    }
    if (count == vertex_count) return {};
    std::vector<std::uint32_t> old_numbers;
    old_numbers.reserve(count);
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (used[i]) old_numbers.push_back(static_cast<std::uint32_t>(i));
    }
    if (old_numbers.size() * 8 < vertex_count) {
        for (std::uint32_t& corner : corners) {
            corner = static_cast<std::uint32_t>(std::ranges::lower_bound(old_numbers, corner) -
                                                old_numbers.begin());
        }
        return old_numbers;
    }
    std::vector<std::uint32_t> renumbered(vertex_count);
    for (std::size_t i = 0; i < old_numbers.size(); ++i) {
        renumbered[old_numbers[i]] = static_cast<std::uint32_t>(i);
    }
    for (std::uint32_t& corner : corners) corner = renumbered[corner];
    return old_numbers;
}

}  // namespace galley::gltf
