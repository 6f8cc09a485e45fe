// Rules P1 to P8 of docs/formats/gmsh.md.
#include "mesh_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include <fmt/format.h>

#include "body_support.h"
#include "galley/asset/errors.h"
#include "galley/base/try.h"

namespace galley {

namespace {

constexpr std::uint32_t kMaxStride = 256;
constexpr std::uint8_t kMaxSet = 7;
constexpr double kSphereTolerance = 1e-5;

std::unexpected<Error> wrong(std::string field, std::string message) {
    return std::unexpected(body::broken(kMeshInvalid, std::move(field), std::move(message)));
}

// P1
Result<void> check_counts(const MeshView& mesh) {
    if (mesh.vertex_count == 0) return wrong("vertex_count", "there are no vertices (P1)");
    if (mesh.index_count == 0 || mesh.index_count % 3 != 0) {
        return wrong("index_count", fmt::format("{} indices are not one or more triangles (P1)",
                                                mesh.index_count));
    }
    const auto in_range = [](std::size_t count, std::uint32_t most) {
        return count >= 1 && count <= most;
    };
    if (!in_range(mesh.attributes.size(), kMaxAttributes)) {
        return wrong("attributes", fmt::format("{} are not from 1 to {} (P1)",
                                               mesh.attributes.size(), kMaxAttributes));
    }
    if (!in_range(mesh.streams.size(), kMaxStreams)) {
        return wrong("streams",
                     fmt::format("{} are not from 1 to {} (P1)", mesh.streams.size(), kMaxStreams));
    }
    if (!in_range(mesh.levels.size(), kMaxLevels)) {
        return wrong("levels",
                     fmt::format("{} are not from 1 to {} (P1)", mesh.levels.size(), kMaxLevels));
    }
    return {};
}

bool is_format_of(VertexSemantic semantic, VertexFormat format) {
    switch (semantic) {
    case VertexSemantic::position:
    case VertexSemantic::normal: return format == VertexFormat::f32x3;
    case VertexSemantic::tangent: return format == VertexFormat::f32x4;
    case VertexSemantic::uv: return format == VertexFormat::f32x2;
    case VertexSemantic::color:
        return format == VertexFormat::f32x4 || format == VertexFormat::unorm8x4 ||
               format == VertexFormat::unorm16x4;
    }
    return false;
}

// P2 for one attribute.
Result<void> check_attribute(const VertexAttribute& attribute, const std::string& field) {
    if (attribute.semantic > VertexSemantic::color) {
        return wrong(field, fmt::format("{} is no semantic (P2)",
                                        static_cast<unsigned>(attribute.semantic)));
    }
    if (!is_format_of(attribute.semantic, attribute.format)) {
        return wrong(field, fmt::format("format {} is not one of a {} (P2)",
                                        static_cast<unsigned>(attribute.format),
                                        semantic_word(attribute.semantic)));
    }
    const std::uint8_t most = attribute.semantic >= VertexSemantic::uv ? kMaxSet : 0;
    if (attribute.set > most) {
        return wrong(field, fmt::format("set {} of a {} is above {} (P2)", attribute.set,
                                        semantic_word(attribute.semantic), most));
    }
    return {};
}

// P3 for one attribute.
Result<void> check_place(const MeshView& mesh, const VertexAttribute& attribute,
                         const std::string& field) {
    if (attribute.stream >= mesh.streams.size()) {
        return wrong(field, fmt::format("stream {} is not one of {} (P3)", attribute.stream,
                                        mesh.streams.size()));
    }
    const std::uint32_t stride = mesh.streams[attribute.stream].stride;
    const std::uint32_t size = vertex_format_bytes(attribute.format);
    if (attribute.offset % 4 != 0 || std::uint32_t{attribute.offset} + size > stride) {
        return wrong(field, fmt::format("{} bytes at {} do not fit a stride of {}, or the offset "
                                        "is not a multiple of 4 (P3)",
                                        size, attribute.offset, stride));
    }
    const bool is_position = attribute.semantic == VertexSemantic::position;
    if (is_position != (attribute.stream == 0)) {
        return wrong(field, "stream 0 holds the position alone (P3)");
    }
    return {};
}

bool overlap(const VertexAttribute& a, const VertexAttribute& b) {
    return a.stream == b.stream && a.offset < b.offset + vertex_format_bytes(b.format) &&
           b.offset < a.offset + vertex_format_bytes(a.format);
}

// P2 and P3
Result<void> check_attributes(const MeshView& mesh) {
    const auto order = [](const VertexAttribute& a) { return std::tuple(a.semantic, a.set); };
    for (std::size_t i = 0; i < mesh.attributes.size(); ++i) {
        const VertexAttribute& attribute = mesh.attributes[i];
        const std::string field = fmt::format("attributes/{}", i);
        TRY(check_attribute(attribute, field));
        if (i > 0 && order(attribute) <= order(mesh.attributes[i - 1])) {
            return wrong(field, "attributes are not sorted by semantic and set, each once (P2)");
        }
        TRY(check_place(mesh, attribute, field));
        for (std::size_t j = 0; j < i; ++j) {
            if (!overlap(attribute, mesh.attributes[j])) continue;
            return wrong(field, fmt::format("overlaps attribute {} (P3)", j));
        }
    }
    // Sorted, so the position is the first if it is there at all.
    if (mesh.attributes[0].semantic != VertexSemantic::position) {
        return wrong("attributes", "there is no position (P2)");
    }
    return {};
}

// P3
Result<void> check_streams(const MeshView& mesh) {
    for (std::size_t i = 0; i < mesh.streams.size(); ++i) {
        const std::uint32_t stride = mesh.streams[i].stride;
        const std::string field = fmt::format("streams/{}", i);
        if (stride < 4 || stride > kMaxStride || stride % 4 != 0) {
            return wrong(field, fmt::format("the stride {} is not a multiple of 4 from 4 to {} "
                                            "(P3)",
                                            stride, kMaxStride));
        }
        if (std::ranges::none_of(mesh.attributes, [&](const VertexAttribute& attribute) {
                return attribute.stream == i;
            })) {
            return wrong(field, "no attribute is in this stream (P3)");
        }
    }
    return {};
}

// P5
Result<void> check_levels(const MeshView& mesh) {
    std::uint32_t next = 0;
    float error = 0;
    for (std::size_t i = 0; i < mesh.levels.size(); ++i) {
        const MeshLevel& level = mesh.levels[i];
        const std::string field = fmt::format("levels/{}", i);
        if (level.first_index != next || level.index_count > mesh.index_count - next) {
            return wrong(field,
                         fmt::format("{} indices from {} do not follow the level before "
                                     "inside {} (P5)",
                                     level.index_count, level.first_index, mesh.index_count));
        }
        if (level.index_count == 0 || level.index_count % 3 != 0) {
            return wrong(field, fmt::format("{} indices are not one or more triangles (P5)",
                                            level.index_count));
        }
        if (!std::isfinite(level.error) || !(level.error >= error)) {
            return wrong(field, fmt::format("the error {} is not finite, or less than {} (P5)",
                                            level.error, error));
        }
        next += level.index_count;
        error = level.error;
    }
    if (next != mesh.index_count) {
        return wrong("levels",
                     fmt::format("{} indices are in no level (P5)", mesh.index_count - next));
    }
    return {};
}

// The ranges of P6 and P7.
Result<void> check_extents(const MeshView& mesh) {
    const Vec3 low = mesh.bounds.min;
    const Vec3 high = mesh.bounds.max;
    if (!body::finite(low) || !body::finite(high) || low.x > high.x || low.y > high.y ||
        low.z > high.z) {
        return wrong("bounds", "are not finite with min <= max on every axis (P6)");
    }
    if (!body::finite(mesh.sphere.center) || !std::isfinite(mesh.sphere.radius) ||
        mesh.sphere.radius < 0) {
        return wrong("sphere", "is not finite with a radius of 0 or more (P7)");
    }
    return {};
}

template <std::size_t N>
std::array<float, N> load_floats(ByteSpan bytes, std::size_t offset) {
    std::array<float, N> values;
    std::memcpy(values.data(), bytes.data() + offset, sizeof values);
    return values;
}

double largest_coordinate(const Aabb& box) {
    double largest = 0;
    for (const float v : {box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z}) {
        largest = std::max(largest, std::fabs(double{v}));
    }
    return largest;
}

// P6 and P7. Bounds are finite, so a position inside them is.
Result<void> check_positions(const MeshView& mesh) {
    const VertexAttribute& position = mesh.attributes[0];
    const MeshView::Stream& stream = mesh.streams[0];
    const Aabb box = mesh.bounds;
    const Vec3 center = mesh.sphere.center;
    const double reach = mesh.sphere.radius +
                         kSphereTolerance * (mesh.sphere.radius + largest_coordinate(mesh.bounds));
    for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
        const auto [x, y, z] =
            load_floats<3>(stream.bytes, std::size_t{v} * stream.stride + position.offset);
        if (!(x >= box.min.x && x <= box.max.x && y >= box.min.y && y <= box.max.y &&
              z >= box.min.z && z <= box.max.z)) {
            return wrong("bounds",
                         fmt::format("vertex {} at {}, {}, {} is outside (P6)", v, x, y, z));
        }
        const double dx = double{x} - center.x;
        const double dy = double{y} - center.y;
        const double dz = double{z} - center.z;
        if (dx * dx + dy * dy + dz * dz > reach * reach) {
            return wrong("sphere",
                         fmt::format("vertex {} at {}, {}, {} is outside (P7)", v, x, y, z));
        }
    }
    return {};
}

// P8 for one attribute of 2 to 4 floats.
template <std::size_t N>
Result<void> check_finite(const MeshView& mesh, const VertexAttribute& attribute) {
    const MeshView::Stream& stream = mesh.streams[attribute.stream];
    for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
        const auto values =
            load_floats<N>(stream.bytes, std::size_t{v} * stream.stride + attribute.offset);
        if (std::ranges::all_of(values, [](float f) { return std::isfinite(f); })) continue;
        return wrong(fmt::format("{}/{}", semantic_word(attribute.semantic), attribute.set),
                     fmt::format("vertex {} holds a number that is not finite (P8)", v));
    }
    return {};
}

// P8
Result<void> check_numbers(const MeshView& mesh) {
    for (const VertexAttribute& attribute : mesh.attributes) {
        switch (attribute.format) {
        case VertexFormat::f32x2: TRY(check_finite<2>(mesh, attribute)); break;
        case VertexFormat::f32x3: TRY(check_finite<3>(mesh, attribute)); break;
        case VertexFormat::f32x4: TRY(check_finite<4>(mesh, attribute)); break;
        case VertexFormat::unorm8x4:
        case VertexFormat::unorm16x4: break;
        }
    }
    return {};
}

// P4
template <class Index>
Result<void> check_indices(std::span<const Index> indices, std::uint32_t vertex_count) {
    const auto largest = std::ranges::max_element(indices);
    if (largest == indices.end() || *largest < vertex_count) return {};
    return wrong(fmt::format("indices/{}", largest - indices.begin()),
                 fmt::format("index {} is not below the {} vertices (P4)", *largest, vertex_count));
}

}  // namespace

Result<void> check_mesh_layout(const MeshView& mesh) {
    TRY(check_counts(mesh));
    TRY(check_attributes(mesh));
    TRY(check_streams(mesh));
    TRY(check_levels(mesh));
    return check_extents(mesh);
}

Result<void> check_mesh_contents(const MeshView& mesh) {
    TRY(mesh.indices16.empty() ? check_indices(mesh.indices32, mesh.vertex_count)
                               : check_indices(mesh.indices16, mesh.vertex_count));
    TRY(check_positions(mesh));
    return check_numbers(mesh);
}

}  // namespace galley
