// Samplers, images and textures (glTF 2.0 sections 3.8 and 5.17, 5.26, 5.29).

#include <fmt/format.h>

#include "galley/import/errors.h"
#include "gltf/document_reader.h"
#include "gltf/extensions.h"

namespace galley::gltf {
namespace {

constexpr std::uint32_t kNearest = 9728, kLinearMipLinear = 9987, kLinear = 9729;
constexpr std::uint32_t kClamp = 33071, kMirror = 33648, kRepeat = 10497;

std::uint32_t read_wrap(JsonReader& r, Element value, const At& at) {
    const std::uint64_t mode = r.integer(value, at);
    if (mode != kClamp && mode != kMirror && mode != kRepeat) {
        r.fail(kGltfValue, fmt::format("{} is no wrapping mode", mode), at);
    }
    return static_cast<std::uint32_t>(mode);
}

std::uint32_t read_filter(JsonReader& r, Element value, const At& at, bool minification) {
    const std::uint64_t mode = r.integer(value, at);
    const bool plain = mode == kNearest || mode == kLinear;
    const bool mipped = mode >= 9984 && mode <= kLinearMipLinear;
    if (!plain && !(minification && mipped)) {
        r.fail(kGltfValue, fmt::format("{} is no filter", mode), at);
    }
    return static_cast<std::uint32_t>(mode);
}

/// The image that an extension with another encoding names, -1 where it names none.
std::int32_t read_source(JsonReader& r, Element extension, const At& at, const Document& document) {
    std::int32_t source = -1;
    r.each_member(extension, at, [&](std::string_view key, Element value, const At& here) {
        if (key == "source") source = read_index(r, value, here, document.images.size(), "image");
    });
    return source;
}

}  // namespace

void read_samplers(JsonReader& r, Element value, const At& at, Document& document) {
    document.samplers.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& item_at) {
        Sampler& out = document.samplers[i];
        r.each_member(item, item_at, [&](std::string_view key, Element member, const At& here) {
            if (key == "magFilter")
                out.mag_filter = read_filter(r, member, here, false);
            else if (key == "minFilter")
                out.min_filter = read_filter(r, member, here, true);
            else if (key == "wrapS")
                out.wrap_s = read_wrap(r, member, here);
            else if (key == "wrapT")
                out.wrap_t = read_wrap(r, member, here);
            else if (key == "extensions")
                r.skip_extensions(member, here);
        });
    });
}

void read_images(JsonReader& r, Element value, const At& at, Document& document) {
    document.images.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& item_at) {
        Image& out = document.images[i];
        r.each_member(item, item_at, [&](std::string_view key, Element member, const At& here) {
            if (key == "name")
                out.name = r.text(member, here);
            else if (key == "mimeType")
                out.media_type = r.text(member, here);
            else if (key == "uri") {
                out.uri = r.text(member, here);
                out.has_uri = true;
            } else if (key == "bufferView") {
                out.view = read_index(r, member, here, document.views.size(), "buffer view");
            } else if (key == "extensions")
                r.skip_extensions(member, here);
        });
        if (r.failed()) return;
        if (!out.has_uri && out.view < 0) return r.missing("uri", item_at);
        if (out.has_uri && out.view >= 0) {
            r.fail(kGltfValue, "both 'uri' and 'bufferView' are given", item_at);
        }
    });
}

void read_textures(JsonReader& r, Element value, const At& at, Document& document) {
    document.textures.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& item_at) {
        Texture& out = document.textures[i];
        std::int32_t other_encoding = -1;
        r.each_member(item, item_at, [&](std::string_view key, Element member, const At& here) {
            if (key == "sampler") {
                out.sampler = read_index(r, member, here, document.samplers.size(), "sampler");
            } else if (key == "source") {
                out.source = read_index(r, member, here, document.images.size(), "image");
            } else if (key == "extensions") {
                r.each_extension(member, here,
                                 [&](std::string_view name, Element extension, const At& where) {
                                     const ExtensionInfo& info = extension_info(name);
                                     if (info.support == Support::texture) out.unread = info.name;
                                     if (name != kTextureWebp && name != kTextureDds) return false;
                                     other_encoding = read_source(r, extension, where, document);
                                     return true;
                                 });
            }
        });
        // A plain picture is nearer to what was painted than its copy for downloads or GPUs.
        if (out.source < 0) out.source = other_encoding;
    });
}

}  // namespace galley::gltf
