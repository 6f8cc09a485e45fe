// Skins and animations (glTF 2.0 sections 3.7.3, 3.11, 5.6 to 5.9, 5.28). They are checked and
// counted; what they hold is not in the model.

#include <fmt/format.h>

#include "galley/import/errors.h"
#include "gltf/document_reader.h"

namespace galley::gltf {
namespace {

void read_skin(JsonReader& r, Element value, const At& at, const Document& document, Skin& out) {
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "inverseBindMatrices") {
            out.inverse_bind_matrices =
                read_index(r, member, here, document.accessors.size(), "accessor");
        } else if (key == "skeleton") {
            out.skeleton = read_index(r, member, here, document.nodes.size(), "node");
        } else if (key == "joints") {
            out.joints.clear();
            r.each_item(member, here, [&](std::size_t, Element joint, const At& where) {
                out.joints.push_back(read_index(r, joint, where, document.nodes.size(), "node"));
            });
        } else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    if (r.failed()) return;
    if (out.joints.empty()) return r.missing("joints", at);
    if (out.inverse_bind_matrices < 0) return;
    const Accessor& matrices =
        document.accessors[static_cast<std::size_t>(out.inverse_bind_matrices)];
    if (matrices.type != kMat4 || matrices.component != Component::f32) {
        return r.fail(kGltfSkin, "inverse bind matrices are no 4x4 matrices of floats", at);
    }
    if (matrices.count < out.joints.size()) {
        r.fail(kGltfSkin,
               fmt::format("{} inverse bind matrices for {} joints", matrices.count,
                           out.joints.size()),
               at);
    }
}

void read_channel(JsonReader& r, Element value, const At& at, const Document& document,
                  Animation::Channel& out) {
    bool has_target = false;
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "sampler")
            out.sampler = r.index(member, here);
        else if (key == "target") {
            has_target = true;
            r.each_member(member, here, [&](std::string_view k, Element v, const At& where) {
                if (k == "node") {
                    out.node = read_index(r, v, where, document.nodes.size(), "node");
                } else if (k == "path")
                    out.path = r.text(v, where);
                else if (k == "extensions")
                    r.skip_extensions(v, where);
            });
        } else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    if (r.failed()) return;
    if (out.sampler < 0) return r.missing("sampler", at);
    if (!has_target || out.path.empty()) r.missing("target/path", at);
}

void read_sampler(JsonReader& r, Element value, const At& at, const Document& document,
                  Animation::Sampler& out) {
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "input") {
            out.input = read_index(r, member, here, document.accessors.size(), "accessor");
        } else if (key == "output") {
            out.output = read_index(r, member, here, document.accessors.size(), "accessor");
        } else if (key == "interpolation")
            out.interpolation = r.text(member, here);
        else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    if (r.failed()) return;
    if (out.input < 0) return r.missing("input", at);
    if (out.output < 0) r.missing("output", at);
}

void read_animation(JsonReader& r, Element value, const At& at, const Document& document,
                    Animation& out) {
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "name")
            out.name = r.text(member, here);
        else if (key == "channels") {
            out.channels.assign(r.array_size(member, here), {});
            r.each_item(member, here, [&](std::size_t i, Element item, const At& where) {
                read_channel(r, item, where, document, out.channels[i]);
            });
        } else if (key == "samplers") {
            out.samplers.assign(r.array_size(member, here), {});
            r.each_item(member, here, [&](std::size_t i, Element item, const At& where) {
                read_sampler(r, item, where, document, out.samplers[i]);
            });
        } else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    const At channels_at(at, "channels");
    for (std::size_t i = 0; i < out.channels.size() && !r.failed(); ++i) {
        check_index(r, out.channels[i].sampler, out.samplers.size(), "sampler of the animation",
                    At(channels_at, i));
    }
}

}  // namespace

void read_skins(JsonReader& r, Element value, const At& at, Document& document) {
    document.skins.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& here) {
        read_skin(r, item, here, document, document.skins[i]);
    });
}

void read_animations(JsonReader& r, Element value, const At& at, Document& document) {
    document.animations.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& here) {
        read_animation(r, item, here, document, document.animations[i]);
    });
}

}  // namespace galley::gltf
