#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "galley/asset/material.h"
#include "galley/base/bytes.h"
#include "galley/base/hash.h"
#include "galley/base/vec.h"
#include "galley/geometry/triangle_mesh.h"

namespace galley {

/// A model as every importer gives it: neutral parts in the file's own order. References between
/// parts are indices; -1 is none.

struct ModelImage {
    std::string name;
    std::string path;  ///< virtual path of the image file, when it is a file of its own
    Bytes encoded;     ///< the encoded bytes, when the image is embedded
    std::string media_type;
    Digest digest;         ///< SHA-256 of `encoded`, when embedded
    bool missing = false;  ///< named by a path where nothing is
    [[nodiscard]] bool embedded() const { return path.empty(); }
};

struct ModelMaterial {
    std::string name;
    /// `TextureSlot::texture` is an index into `Model::images` here.
    Material material;
};

struct ModelPrimitive {
    TriangleMesh mesh;
    std::int32_t material = -1;
    /// Material by variant (KHR_materials_variants), parallel to Model::variants, or empty.
    std::vector<std::int32_t> variant_materials;
    /// Why this primitive gives no mesh (points, lines, an encoding not read yet); empty when it
    /// does.
    std::string skipped;
};

struct ModelMesh {
    std::string name;
    std::vector<ModelPrimitive> primitives;
};

struct ModelCamera {
    std::string name;
    bool orthographic = false;
    float fov_y = 0;   ///< radians
    float aspect = 0;  ///< 0 when the viewport decides
    float x_mag = 0, y_mag = 0;
    float z_near = 0, z_far = 0;  ///< z_far 0 is infinite
};

enum class ModelLightType : std::uint8_t { directional, point, spot };
struct ModelLight {
    std::string name;
    ModelLightType type = ModelLightType::point;
    Vec3 color = {1, 1, 1};                ///< linear
    float intensity = 1;                   ///< candela (point, spot), lux (directional)
    float range = 0;                       ///< metres; 0 is infinite
    float inner_cone = 0, outer_cone = 0;  ///< radians
};

struct ModelNode {
    std::string name;
    std::int32_t parent = -1;
    std::vector<std::uint32_t> children;
    bool has_matrix = false;
    Mat4 matrix;  ///< local; composed from the TRS when the file gives one
    Vec3 translation;
    Quat rotation;
    Vec3 scale = {1, 1, 1};
    std::int32_t mesh = -1;
    std::int32_t camera = -1;
    std::int32_t light = -1;
    std::int32_t skin = -1;
};

struct ModelScene {
    std::string name;
    std::vector<std::uint32_t> roots;
};

/// As the file states them, before anything is dropped or converted.
struct ModelCounts {
    std::uint64_t meshes = 0, primitives = 0, triangles = 0, vertices = 0, materials = 0,
                  textures = 0, images = 0, skins = 0, animations = 0, morph_targets = 0, nodes = 0,
                  cameras = 0, lights = 0;
    friend bool operator==(const ModelCounts&, const ModelCounts&) = default;
};

struct Model {
    std::vector<ModelMesh> meshes;
    std::vector<ModelMaterial> materials;
    std::vector<ModelImage> images;
    std::vector<ModelNode> nodes;
    std::vector<ModelScene> scenes;
    std::int32_t default_scene = -1;
    std::vector<ModelCamera> cameras;
    std::vector<ModelLight> lights;
    std::vector<std::string> variants;
    ModelCounts counts;
    std::string generator;
    std::string copyright;
};

/// What a part's key uses: SHA-256 over everything that its cook reads.
[[nodiscard]] Digest content_hash(const TriangleMesh& mesh);
/// Over the parameters and slots; `texture` indices count, what they point at does not.
[[nodiscard]] Digest content_hash(const Material& material);

}  // namespace galley
