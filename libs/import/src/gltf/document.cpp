#include "gltf/document.h"

#include <algorithm>

namespace galley::gltf {

std::uint32_t component_bytes(Component component) {
    switch (component) {
    case Component::i8:
    case Component::u8: return 1;
    case Component::i16:
    case Component::u16: return 2;
    case Component::u32:
    case Component::f32: return 4;
    }
    return 4;
}

std::uint32_t Accessor::element_bytes() const {
    const std::uint32_t column = type.rows * component_bytes(component);
    return type.columns == 1 ? column : type.columns * ((column + 3) / 4 * 4);
}

std::int32_t Primitive::find(std::string_view attribute) const {
    const auto it = std::ranges::find(attributes, attribute, &Attribute::name);
    return it == attributes.end() ? -1 : it->accessor;
}

namespace {

/// Triangles that `corners` corners make in a primitive mode (section 3.7.2.1).
std::uint64_t triangle_count(std::uint8_t mode, std::uint64_t corners) {
    if (mode == 4) return corners / 3;
    return mode > 4 && corners > 2 ? corners - 2 : 0;
}

}  // namespace

ModelCounts count_document(const Document& document) {
    ModelCounts counts;
    counts.meshes = document.meshes.size();
    counts.materials = document.materials.size();
    counts.textures = document.textures.size();
    counts.images = document.images.size();
    counts.skins = document.skins.size();
    counts.animations = document.animations.size();
    counts.nodes = document.nodes.size();
    counts.cameras = document.cameras.size();
    counts.lights = document.lights.size();
    for (const Mesh& mesh : document.meshes) {
        counts.primitives += mesh.primitives.size();
        std::size_t targets = 0;
        for (const Primitive& primitive : mesh.primitives) {
            targets = std::max(targets, primitive.targets.size());
            const std::int32_t position = primitive.find("POSITION");
            if (position < 0) continue;
            const std::uint64_t vertices =
                document.accessors[static_cast<std::size_t>(position)].count;
            const std::uint64_t corners =
                primitive.indices < 0
                    ? vertices
                    : document.accessors[static_cast<std::size_t>(primitive.indices)].count;
            counts.vertices += vertices;
            counts.triangles += triangle_count(primitive.mode, corners);
        }
        counts.morph_targets += targets;
    }
    return counts;
}

}  // namespace galley::gltf
