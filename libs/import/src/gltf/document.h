#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <simdjson.h>

#include "galley/import/model.h"

namespace galley::gltf {

/// The JSON of a glTF file as structs, names as the specification has them. Every index is checked
/// to name something (or is -1, none), every accessor and view to lie inside what it refers to.
/// Texts borrow the parser.

enum class Component : std::uint16_t {
    i8 = 5120,
    u8 = 5121,
    i16 = 5122,
    u16 = 5123,
    u32 = 5125,
    f32 = 5126,
};
[[nodiscard]] std::uint32_t component_bytes(Component component);

/// An accessor's type as columns and rows; a vector is one column.
struct ElementType {
    std::uint8_t columns = 1;
    std::uint8_t rows = 1;
    friend bool operator==(const ElementType&, const ElementType&) = default;
};
inline constexpr ElementType kScalar{1, 1}, kVec2{1, 2}, kVec3{1, 3}, kVec4{1, 4}, kMat2{2, 2},
    kMat3{3, 3}, kMat4{4, 4};

struct Buffer {
    std::string_view uri;
    bool has_uri = false;
    bool fallback = false;  ///< only stands in for compressed views; may have no bytes
    std::uint64_t length = 0;
};

struct BufferView {
    std::int32_t buffer = -1;
    std::uint64_t offset = 0, length = 0;
    std::uint32_t stride = 0;  ///< 0 when elements are tightly packed
    bool compressed = false;   ///< carries a meshopt extension
};

struct Sparse {
    std::uint64_t count = 0;
    std::int32_t indices_view = -1, values_view = -1;
    std::uint64_t indices_offset = 0, values_offset = 0;
    Component indices_component = Component::u16;
};

struct Accessor {
    std::int32_t view = -1;  ///< -1: zeros
    std::uint64_t offset = 0, count = 0;
    Component component = Component::f32;
    ElementType type;
    bool normalized = false;
    std::optional<Sparse> sparse;

    /// Bytes of one element; matrix columns start on multiples of 4 (section 3.6.2.4).
    [[nodiscard]] std::uint32_t element_bytes() const;
};

struct Attribute {
    std::string_view name;
    std::int32_t accessor = -1;
};

struct Primitive {
    std::vector<Attribute> attributes;
    std::vector<std::vector<Attribute>> targets;
    std::int32_t indices = -1, material = -1;
    std::uint8_t mode = 4;
    bool draco = false;
    struct Mapping {
        std::int32_t material = -1;
        std::vector<std::int32_t> variants;
    };
    std::vector<Mapping> mappings;

    [[nodiscard]] std::int32_t find(std::string_view attribute) const;
};

struct Mesh {
    std::string_view name;
    std::vector<Primitive> primitives;
};

struct Texture {
    std::int32_t sampler = -1;
    std::int32_t source = -1;
    std::string_view unread;  ///< extension with another encoding of the picture
};

struct Sampler {
    std::uint32_t mag_filter = 0, min_filter = 0;  ///< 0 when not given
    std::uint32_t wrap_s = 10497, wrap_t = 10497;
};

struct Image {
    std::string_view name, uri, media_type;
    bool has_uri = false;
    std::int32_t view = -1;
};

struct Skin {
    std::int32_t inverse_bind_matrices = -1, skeleton = -1;
    std::vector<std::int32_t> joints;
};

struct Animation {
    std::string_view name;
    struct Channel {
        std::int32_t sampler = -1, node = -1;
        std::string_view path;
    };
    struct Sampler {
        std::int32_t input = -1, output = -1;
        std::string_view interpolation = "LINEAR";
    };
    std::vector<Channel> channels;
    std::vector<Sampler> samplers;
};

struct Document {
    std::unique_ptr<simdjson::dom::parser> parser;
    std::string_view generator, copyright;
    std::vector<std::string_view> required;
    std::vector<Buffer> buffers;
    std::vector<BufferView> views;
    std::vector<Accessor> accessors;
    std::vector<Mesh> meshes;
    std::vector<Texture> textures;
    std::vector<Sampler> samplers;
    std::vector<Image> images;
    std::vector<Skin> skins;
    std::vector<Animation> animations;
    // These need no second form.
    std::vector<ModelMaterial> materials;  ///< slots' `texture` indexes `images`
    std::vector<ModelNode> nodes;          ///< parents filled by `link_nodes`
    std::vector<ModelScene> scenes;
    std::int32_t default_scene = -1;
    std::vector<ModelCamera> cameras;
    std::vector<ModelLight> lights;
    std::vector<std::string> variants;
};

/// As the file states them, before anything is dropped or converted.
[[nodiscard]] ModelCounts count_document(const Document& document);

}  // namespace galley::gltf
