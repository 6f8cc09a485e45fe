#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/base/vec.h"

namespace galley::vda {

struct Vertex {
    Vec3 position;
    Vec3 normal;
    Vec2 uv;
    friend bool operator==(const Vertex&, const Vertex&) = default;
};

/// A range of the indices that is drawn with one material.
struct MeshPart {
    std::int64_t first_index = 0;
    std::int64_t index_count = 0;
    std::int64_t material = 0;
};

/// A part of the model's source.
struct ModelPart {
    std::int64_t index = 0;
    std::string shape;
    std::int64_t first_index = 0;
    std::int64_t index_count = 0;
    std::string material;
    std::string uv_mapping;
    bool flip_normals = false;
    std::int64_t of = -1;  ///< the part that this one mirrors, or -1
};

/// A level of detail: another model, or geometry of its own.
struct ModelLod {
    float distance = 0;  ///< metres
    std::string model;
    Aabb bounds;
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<MeshPart> mesh_parts;
};

/// The payload of MESH: `docs/formats/vda-bodies.md`, as are all structs of this header's kind.
/// Strings are raw bytes.
struct Model {
    static constexpr std::string_view kChunk = "MESH";

    std::string name;
    std::string pivot;
    std::string symmetry;
    float smooth_angle_deg = 0;
    std::int64_t triangle_budget = 0;
    Vec3 pivot_offset;
    Aabb bounds;
    std::vector<Vertex> vertices;
    std::vector<std::uint32_t> indices;
    std::vector<MeshPart> mesh_parts;
    std::vector<std::string> materials;
    std::vector<ModelPart> parts;
    float draw_distance = 0;
    std::vector<ModelLod> lods;
};

/// `base` is added to the offsets in errors: where the payload stands in its file. Takes memory in
/// proportion to the payload, whatever its counts say.
[[nodiscard]] Result<Model> decode_model(ByteSpan payload, std::uint64_t base = 0);

/// Refuses what `decode_model` refuses; offsets in errors count from the payload's start.
[[nodiscard]] Result<Bytes> encode_model(const Model& model);

}  // namespace galley::vda
