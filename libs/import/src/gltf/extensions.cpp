#include "gltf/extensions.h"

#include <algorithm>
#include <array>

namespace galley::gltf {
namespace {

constexpr auto kExtensions = std::to_array<ExtensionInfo>({
    {"KHR_lights_punctual", Support::read, ""},
    {"KHR_materials_anisotropy", Support::read, ""},
    {"KHR_materials_clearcoat", Support::read, ""},
    {"KHR_materials_diffuse_transmission", Support::read, ""},
    {"KHR_materials_dispersion", Support::read, ""},
    {"KHR_materials_emissive_strength", Support::read, ""},
    {"KHR_materials_ior", Support::read, ""},
    {"KHR_materials_iridescence", Support::read, ""},
    {"KHR_materials_pbrSpecularGlossiness", Support::read, ""},
    {"KHR_materials_sheen", Support::read, ""},
    {"KHR_materials_specular", Support::read, ""},
    {"KHR_materials_transmission", Support::read, ""},
    {"KHR_materials_unlit", Support::read, ""},
    {"KHR_materials_variants", Support::read, ""},
    {"KHR_materials_volume", Support::read, ""},
    {"KHR_mesh_quantization", Support::read, ""},
    {"KHR_texture_transform", Support::read, ""},
    {"EXT_texture_webp", Support::read, ""},
    {"MSFT_texture_dds", Support::read, ""},
    {"EXT_texture_avif", Support::texture, "pictures in AVIF"},
    {"KHR_texture_basisu", Support::texture, "pictures in KTX2"},
    {"KHR_draco_mesh_compression", Support::unread, "the compressed copy of the geometry"},
    {"EXT_meshopt_compression", Support::unread, "the compressed copy of the data"},
    {"KHR_meshopt_compression", Support::unread, "the compressed copy of the data"},
    {"EXT_mesh_gpu_instancing", Support::unread, "instances of a mesh beyond the node's own"},
    {"EXT_lights_image_based", Support::unread, "image-based lights"},
    {"EXT_lights_ies", Support::unread, "light profiles"},
    {"EXT_mesh_manifold", Support::unread, "the closed form of a mesh"},
    {"KHR_animation_pointer", Support::unread, "animation of properties other than nodes'"},
    {"KHR_audio_emitter", Support::unread, "sounds"},
    {"KHR_interactivity", Support::unread, "behaviour graphs"},
    {"KHR_node_hoverability", Support::unread, "which nodes answer to a pointer"},
    {"KHR_node_selectability", Support::unread, "which nodes can be selected"},
    {"KHR_node_visibility", Support::unread, "which nodes are hidden"},
    {"KHR_physics_rigid_bodies", Support::unread, "rigid bodies"},
    {"KHR_implicit_shapes", Support::unread, "shapes for collision"},
    {"KHR_materials_volume_scatter", Support::unread, "scattering inside volumes"},
    {"KHR_techniques_webgl", Support::unread, "WebGL shaders"},
    {"KHR_xmp", Support::unread, "metadata"},
    {"KHR_xmp_json_ld", Support::unread, "metadata"},
    {"MSFT_lod", Support::unread, "levels of detail"},
    {"VRM", Support::unread, "avatar data"},
    {"VRMC_vrm", Support::unread, "avatar data"},
});

constexpr ExtensionInfo kUnknown{};

}  // namespace

const ExtensionInfo& extension_info(std::string_view name) {
    const auto* it = std::ranges::find(kExtensions, name, &ExtensionInfo::name);
    return it == kExtensions.end() ? kUnknown : *it;
}

}  // namespace galley::gltf
