#include "galley/geometry/weld.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "galley/base/assert.h"
#include "galley/base/hash.h"
#include "vertex_order.h"

namespace galley::geometry {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Every attribute of every vertex side by side, so that hashing and comparing read one run.
struct Interleaved {
    std::size_t stride = 0;  ///< floats a vertex
    std::vector<float> values;

    [[nodiscard]] const float* vertex(std::uint32_t index) const {
        return values.data() + std::size_t{index} * stride;
    }
    [[nodiscard]] std::uint64_t hash(std::uint32_t index) const {
        return xxh3_64(std::as_bytes(std::span(vertex(index), stride)));
    }
    [[nodiscard]] bool equal(std::uint32_t a, std::uint32_t b) const {
        return std::memcmp(vertex(a), vertex(b), stride * sizeof(float)) == 0;
    }
};

/// Adding +0 turns -0 into +0 and leaves every other value as it is.
Interleaved canonicalise_and_interleave(TriangleMesh& mesh) {
    Interleaved out;
    for_each_attribute(mesh,
                       [&]<class T>(std::vector<T>&) { out.stride += sizeof(T) / sizeof(float); });
    out.values.resize(out.stride * mesh.positions.size());
    std::size_t column = 0;
    for_each_attribute(mesh, [&]<class T>(std::vector<T>& values) {
        constexpr std::size_t kWidth = sizeof(T) / sizeof(float);
        float* to = out.values.data() + column;
        for (T& value : values) {
            auto parts = std::bit_cast<std::array<float, kWidth>>(value);
            for (float& part : parts) part += 0.0F;
            value = std::bit_cast<T>(parts);
            std::memcpy(to, parts.data(), sizeof(T));
            to += out.stride;
        }
        column += kWidth;
    });
    return out;
}

}  // namespace

std::size_t weld(TriangleMesh& mesh) {
    const std::size_t count = mesh.positions.size();
    GALLEY_ASSERT(count < kNone);
    for_each_attribute(mesh, [&](const auto& values) { GALLEY_ASSERT(values.size() == count); });
    const Interleaved vertices = canonicalise_and_interleave(mesh);

    // Open addressing at a load of at most one half; slots hold new vertex numbers.
    const std::size_t mask = std::bit_ceil(count * 2 + 1) - 1;
    std::vector<std::uint32_t> slots(mask + 1, kNone);
    std::vector<std::uint32_t> renumbered(count, kNone);
    std::vector<std::uint32_t> sources;  // of each new vertex, its first old one
    sources.reserve(count);
    for (std::uint32_t& index : mesh.indices) {
        GALLEY_ASSERT(index < count);
        std::uint32_t& number = renumbered[index];
        if (number == kNone) {
            std::size_t slot = vertices.hash(index) & mask;
            while (slots[slot] != kNone && !vertices.equal(sources[slots[slot]], index)) {
                slot = (slot + 1) & mask;
            }
            if (slots[slot] == kNone) {
                slots[slot] = static_cast<std::uint32_t>(sources.size());
                sources.push_back(index);
            }
            number = slots[slot];
        }
        index = number;
    }
    gather_vertices(mesh, sources);
    return sources.size();
}

std::size_t remove_degenerate_triangles(TriangleMesh& mesh) {
    GALLEY_ASSERT(mesh.indices.size() % 3 == 0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const std::uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
        if (a == b || b == c || c == a) continue;
        mesh.indices[kept++] = a;
        mesh.indices[kept++] = b;
        mesh.indices[kept++] = c;
    }
    const std::size_t removed = (mesh.indices.size() - kept) / 3;
    mesh.indices.resize(kept);
    return removed;
}

}  // namespace galley::geometry
