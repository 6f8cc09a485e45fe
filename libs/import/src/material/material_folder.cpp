#include "galley/import/material_folder.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "galley/core/json.h"
#include "galley/import/material_source.h"

namespace galley {

namespace {

using enum MapRole;

struct Candidate {
    const FolderPicture* picture = nullptr;
    MapRole role = none;
};

/// Builds one material of the pictures of a set.
class SetBuilder {
public:
    SetBuilder(std::string name, const std::vector<Candidate>& set) : set_(set) {
        out_.name = std::move(name);
        choose();
    }

    /// Nothing when the set is no material.
    std::optional<FolderMaterial> build() {
        const auto maps = chosen_.size() - chosen_.count(unused);
        if (maps < 2) return std::nullopt;
        for (const FolderPicture* picture : unused_) {
            out_.ledger.add(Verdict::dropped, picture->name, "",
                            "no map of a material takes it; a picture of its own");
        }
        chosen_.erase(unused);
        add_base_color();
        add_normals();
        add_roughness();
        if (const FolderPicture* emitted = take(emission)) {
            set_map("emissive", emitted->name);
            parameters_.set("emissive", Json::Array{1, 1, 1});
        }
        write();
        return std::move(out_);
    }

private:
    /// The larger picture of each role, then the first by name.
    void choose() {
        for (const Candidate& one : set_) {
            const FolderPicture*& best = chosen_[one.role];
            if (one.role == unused) {
                unused_.push_back(one.picture);
                best = one.picture;
            } else if (best == nullptr || larger(*one.picture, *best)) {
                if (best != nullptr) leave_out(*best, "a larger one is taken");
                best = one.picture;
            } else {
                leave_out(*one.picture, "another picture for the same thing is taken");
            }
        }
    }

    static bool larger(const FolderPicture& a, const FolderPicture& b) {
        return std::uint64_t{a.width} * a.height > std::uint64_t{b.width} * b.height;
    }

    void leave_out(const FolderPicture& picture, std::string why) {
        out_.left_out.push_back(picture.name);
        out_.ledger.add(Verdict::dropped, picture.name, "", std::move(why));
    }

    void drop(MapRole role, const std::string& why) {
        const auto found = chosen_.find(role);
        if (found == chosen_.end()) return;
        leave_out(*found->second, why);
        chosen_.erase(found);
    }

    /// Null when the set has none; each is taken once.
    const FolderPicture* take(MapRole role) {
        const auto found = chosen_.find(role);
        if (found == chosen_.end()) return nullptr;
        const FolderPicture* picture = found->second;
        chosen_.erase(found);
        use(*picture);
        return picture;
    }

    void use(const FolderPicture& picture) { out_.pictures.push_back(picture.name); }

    void set_map(std::string_view map, const std::string& picture) {
        maps_.set(map, Json(picture));
    }

    void convert(const FolderPicture& picture, std::vector<std::string> channels,
                 std::string becomes) {
        out_.channels.push_back({picture.name, std::move(channels)});
        out_.ledger.add(Verdict::converted, picture.name, "", std::move(becomes));
    }

    void add_base_color() {
        const FolderPicture* color = take(base_color);
        if (color == nullptr) {
            drop(opacity, "there is no base colour whose alpha it could be");
            return;
        }
        set_map("base_color", color->name);
        const auto found = chosen_.find(opacity);
        if (found == chosen_.end()) {
            if (color->alpha)
                out_.ledger.add(Verdict::converted, color->name, "",
                                "its alpha shows nothing until the material's \"alpha\" says mask "
                                "or blend");
            return;
        }
        const FolderPicture& mask = *found->second;
        if (mask.width != color->width || mask.height != color->height) {
            drop(opacity, "it is not of the base colour's size");
            return;
        }
        (void)take(opacity);
        convert(*color, {"r", "g", "b", mask.name + ":r"},
                fmt::format("its alpha is the opacity of {}", mask.name));
        parameters_.set("alpha", "mask");
    }

    void add_normals() {
        if (chosen_.contains(normal_gl)) drop(normal_dx, "the OpenGL normals are taken");
        if (const FolderPicture* normals = take(normal_gl)) {
            set_map("normal", normals->name);
        } else if (const FolderPicture* directx = take(normal_dx)) {
            set_map("normal", directx->name);
            convert(*directx, {"r", "1-g", "b"},
                    "DirectX normals become OpenGL's: green turned over");
        }
    }

    /// Roughness, metal and occlusion as one picture has them, or packed from several.
    void add_roughness() {
        struct Packed {
            MapRole role;
            std::vector<std::string> channels;  ///< empty when they are glTF's
            bool occlusion;
            std::string_view what;
        };
        const Packed packings[] = {
            {occlusion_roughness_metal, {}, true, ""},
            {roughness_metal, {}, false, ""},
            {roughness_metal_occlusion, {"b", "r", "g"}, true, "roughness, metal, occlusion"},
            {mask_map, {"g", "1-a", "r"}, true, "metal, occlusion, smoothness in alpha"},
            {metal_smoothness, {"1", "1-a", "r"}, false, "metal, smoothness in alpha"},
        };
        for (const Packed& packed : packings) {
            const FolderPicture* picture = take(packed.role);
            if (picture == nullptr) continue;
            set_map("metallic_roughness", picture->name);
            std::vector<std::string> channels = packed.channels;
            std::string what(packed.what);
            if (!picture->alpha && std::ranges::find(channels, "1-a") != channels.end()) {
                std::ranges::replace(channels, std::string("1-a"), std::string("1"));
                what += " (which it has none of: roughness is 1)";
            }
            if (!channels.empty()) {
                convert(*picture, std::move(channels),
                        fmt::format("{} become occlusion, roughness, metal", what));
            }
            for (const MapRole role :
                 {occlusion_roughness_metal, roughness_metal, roughness_metal_occlusion, mask_map,
                  metal_smoothness, roughness, gloss, metal}) {
                drop(role, fmt::format("{} has it", picture->name));
            }
            if (packed.occlusion) {
                drop(occlusion, fmt::format("{} has it", picture->name));
                set_map("occlusion", picture->name);
            }
            break;
        }
        if (maps_.find("metallic_roughness") == nullptr) pack_roughness();
        if (const FolderPicture* alone = take(occlusion)) set_map("occlusion", alone->name);
    }

    /// Single channels of one size become one picture: that of the roughness, or of the metal.
    void pack_roughness() {
        if (chosen_.contains(roughness)) drop(gloss, "the roughness is taken");
        const bool glossy = chosen_.contains(gloss);
        const FolderPicture* rough = take(glossy ? gloss : roughness);
        const FolderPicture* host = rough;
        if (host == nullptr) host = take(metal);
        if (host == nullptr) {
            parameters_.set("metallic", 0);
            return;
        }
        set_map("metallic_roughness", host->name);
        const auto join = [&](MapRole role) -> const FolderPicture* {
            const auto found = chosen_.find(role);
            if (found == chosen_.end()) return nullptr;
            const bool same =
                found->second->width == host->width && found->second->height == host->height;
            return same ? take(role) : nullptr;
        };
        const FolderPicture* shade = join(occlusion);
        const FolderPicture* shine = rough == nullptr ? host : join(metal);
        drop(metal, "it is not of the roughness's size");
        if (shade != nullptr) set_map("occlusion", host->name);
        if (shine == nullptr) parameters_.set("metallic", 0);
        const std::string own = glossy ? "1-r" : "r";
        if (shade == nullptr && shine == nullptr) {
            if (glossy) convert(*host, {own}, "gloss becomes roughness: inverted");
            return;
        }
        const auto channel = [&](const FolderPicture* picture, const char* without) {
            if (picture == nullptr) return std::string(without);
            return picture == host ? std::string("r") : picture->name + ":r";
        };
        convert(*host, {channel(shade, "1"), rough == nullptr ? "1" : own, channel(shine, "0")},
                pack_text(*host, shade, rough == nullptr ? nullptr : shine, glossy));
    }

    static std::string pack_text(const FolderPicture& host, const FolderPicture* shade,
                                 const FolderPicture* shine, bool glossy) {
        std::string text = glossy ? "gloss becomes roughness: inverted" : "";
        std::string others;
        for (const FolderPicture* other : {shade, shine}) {
            if (other == nullptr || other == &host) continue;
            others += (others.empty() ? "" : " and ") + other->name;
        }
        if (!others.empty()) text += (text.empty() ? "" : "; ") + ("packed with " + others);
        return text.empty() ? "in the channel of glTF" : text;
    }

    void write() {
        Json root = Json::object();
        root.set("version", 1);
        for (const auto& [key, value] : *parameters_.if_object()) root.set(key, value);
        root.set("maps", std::move(maps_));
        out_.source = write_json(root);
        std::ranges::sort(out_.pictures);
        std::ranges::sort(out_.left_out);
        std::ranges::sort(out_.channels, {}, &ChannelsOf::picture);
    }

    const std::vector<Candidate>& set_;
    std::map<MapRole, const FolderPicture*> chosen_;
    std::vector<const FolderPicture*> unused_;
    Json parameters_ = Json::object();
    Json maps_ = Json::object();
    FolderMaterial out_;
};

std::string_view stem_of(std::string_view name) { return name.substr(0, name.rfind('.')); }

}  // namespace

std::vector<FolderMaterial> find_materials(std::string_view folder,
                                           std::span<const FolderPicture> pictures) {
    std::vector<const FolderPicture*> sorted;
    for (const FolderPicture& picture : pictures) sorted.push_back(&picture);
    std::ranges::sort(sorted, {}, &FolderPicture::name);
    std::map<std::string, std::vector<Candidate>> sets;
    for (const FolderPicture* picture : sorted) {
        NamedRole named = role_of(stem_of(picture->name));
        if (named.role == none) continue;
        if (named.set.empty()) named.set = folder;
        sets[std::move(named.set)].push_back({picture, named.role});
    }
    std::vector<FolderMaterial> materials;
    for (const auto& [name, set] : sets) {
        if (auto material = SetBuilder(name, set).build()) {
            materials.push_back(*std::move(material));
        }
    }
    return materials;
}

}  // namespace galley
