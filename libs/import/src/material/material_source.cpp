#include "galley/import/material_source.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "galley/base/try.h"
#include "galley/core/json.h"

namespace galley {

namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::uint64_t kMostText = std::uint64_t{1} << 20;

template <std::size_t N>
struct Words {
    std::array<std::string_view, N> words;  ///< in the order of the enum's values
};
constexpr Words<3> kAlphas{{"opaque", "mask", "blend"}};
constexpr Words<3> kWraps{{"repeat", "mirror", "clamp"}};
constexpr Words<2> kFilters{{"linear", "nearest"}};

/// One JSON object, whose members are taken by name; `finish` refuses what nobody took.
class Members {
public:
    static Result<Members> of(const JsonDocument& document, const Json& json, std::string pointer) {
        Members members(document, json, std::move(pointer));
        if (!json.is_object()) return members.refuse(json, "", "is to be an object");
        return members;
    }

    /// Null when it isn't there.
    const Json* take(std::string_view name) {
        if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
        return json_.find(name);
    }

    Result<void> take_bool(std::string_view name, bool& out) {
        const Json* value = take(name);
        if (value == nullptr) return {};
        if (value->if_bool() == nullptr) return refuse(*value, name, "is to be true or false");
        out = *value->if_bool();
        return {};
    }

    Result<void> take_number(std::string_view name, float& out) {
        const Json* value = take(name);
        return value == nullptr ? Result<void>() : numbers(*value, name, std::span(&out, 1));
    }

    template <class Vec>
    Result<void> take_vec(std::string_view name, Vec& out) {
        const Json* value = take(name);
        if (value == nullptr) return {};
        auto parts = std::bit_cast<std::array<float, sizeof(Vec) / sizeof(float)>>(out);
        TRY(numbers(*value, name, parts));
        out = std::bit_cast<Vec>(parts);
        return {};
    }

    template <class Enum, std::size_t N>
    Result<void> take_word(std::string_view name, const Words<N>& words, Enum& out) {
        const Json* value = take(name);
        if (value == nullptr) return {};
        const std::string* text = value->if_string();
        const auto word =
            text == nullptr ? words.words.end() : std::ranges::find(words.words, *text);
        if (word == words.words.end()) {
            return refuse(*value, name,
                          fmt::format("is to be one of {}", fmt::join(words.words, ", ")));
        }
        out = static_cast<Enum>(word - words.words.begin());
        return {};
    }

    /// The members of an object that is a member.
    [[nodiscard]] Result<Members> inside(const Json& value, std::string_view name) const {
        return of(document_, value, pointer_of(name));
    }

    Result<void> finish() const {
        for (const auto& [key, value] : *json_.if_object()) {
            if (std::ranges::find(names_, key) != names_.end()) continue;
            return refuse(value, key,
                          fmt::format("is not known; known are {}", fmt::join(names_, ", ")));
        }
        return {};
    }

    [[nodiscard]] std::unexpected<Error> refuse(const Json& value, std::string_view name,
                                                std::string_view message) const {
        return fail(kMaterialForm,
                    name.empty() ? fmt::format("this {}", message)
                                 : fmt::format("'{}' {}", name, message),
                    document_.place(value, name.empty() ? pointer_ : pointer_of(name)));
    }

    /// Of the member.
    [[nodiscard]] std::string pointer_of(std::string_view name) const {
        return pointer_ + "/" + json_pointer_part(name);
    }

private:
    Members(const JsonDocument& document, const Json& json, std::string pointer)
        : document_(document), json_(json), pointer_(std::move(pointer)) {}

    Result<void> numbers(const Json& value, std::string_view name, std::span<float> out) {
        const Json::Array one{value};
        const Json::Array* list = out.size() == 1 ? &one : value.if_array();
        const bool right = list != nullptr && list->size() == out.size() &&
                           std::ranges::all_of(*list, &Json::is_number);
        if (!right) {
            return refuse(value, name,
                          out.size() == 1 ? std::string("is to be a number")
                                          : fmt::format("is to be {} numbers", out.size()));
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = static_cast<float>(*(*list)[i].if_number());
        }
        return {};
    }

    const JsonDocument& document_;
    const Json& json_;
    std::string pointer_;
    std::vector<std::string_view> names_;
};

Result<void> read_lobe(Members& in, Clearcoat& lobe) {
    TRY(in.take_number("factor", lobe.factor));
    TRY(in.take_number("roughness", lobe.roughness));
    return in.take_number("normal_scale", lobe.normal_scale);
}

Result<void> read_lobe(Members& in, Sheen& lobe) {
    TRY(in.take_vec("color", lobe.color));
    return in.take_number("roughness", lobe.roughness);
}

Result<void> read_lobe(Members& in, Volume& lobe) {
    TRY(in.take_number("thickness", lobe.thickness));
    TRY(in.take_number("attenuation_distance", lobe.attenuation_distance));
    return in.take_vec("attenuation_color", lobe.attenuation_color);
}

Result<void> read_lobe(Members& in, Specular& lobe) {
    TRY(in.take_number("factor", lobe.factor));
    return in.take_vec("color", lobe.color);
}

Result<void> read_lobe(Members& in, Anisotropy& lobe) {
    TRY(in.take_number("strength", lobe.strength));
    return in.take_number("rotation_radians", lobe.rotation);
}

Result<void> read_lobe(Members& in, Iridescence& lobe) {
    TRY(in.take_number("factor", lobe.factor));
    TRY(in.take_number("ior", lobe.ior));
    TRY(in.take_number("thickness_min", lobe.thickness_min));
    return in.take_number("thickness_max", lobe.thickness_max);
}

Result<void> read_lobe(Members& in, DiffuseTransmission& lobe) {
    TRY(in.take_number("factor", lobe.factor));
    return in.take_vec("color", lobe.color);
}

template <class Lobe>
Result<void> take_lobe(Members& members, std::string_view name, std::optional<Lobe>& out) {
    const Json* value = members.take(name);
    if (value == nullptr) return {};
    TRY_ASSIGN(Members inside, members.inside(*value, name));
    TRY(read_lobe(inside, out.emplace()));
    return inside.finish();
}

Result<void> read_lobes(Members& members, Material& out) {
    TRY(take_lobe(members, "clearcoat", out.clearcoat));
    TRY(take_lobe(members, "sheen", out.sheen));
    if (members.take("transmission") != nullptr) {
        TRY(members.take_number("transmission", out.transmission.emplace()));
    }
    TRY(take_lobe(members, "volume", out.volume));
    TRY(take_lobe(members, "specular", out.specular));
    TRY(take_lobe(members, "anisotropy", out.anisotropy));
    TRY(take_lobe(members, "iridescence", out.iridescence));
    return take_lobe(members, "diffuse_transmission", out.diffuse_transmission);
}

/// Reads the maps into slots and images.
class MapReader {
public:
    MapReader(const JsonDocument& document, const VirtualPath& path, Model& model)
        : document_(document), path_(path), model_(model) {}

    Result<void> read(const Json& json) {
        TRY_ASSIGN(Members members, Members::of(document_, json, "/maps"));
        for (const MaterialMapInfo& info : material_maps()) {
            if (const Json* value = members.take(info.name)) {
                TRY_ASSIGN(const TextureSlot slot, read_slot(info, *value, members));
                model_.materials.front().material.slots.push_back(slot);
            }
        }
        return members.finish();
    }

private:
    Result<TextureSlot> read_slot(const MaterialMapInfo& info, const Json& value,
                                  const Members& maps) {
        TextureSlot slot;
        slot.map = info.map;
        const std::string* texture = value.if_string();
        if (texture != nullptr) {
            TRY_ASSIGN(slot.texture, image(*texture, value, maps.pointer_of(info.name)));
            return slot;
        }
        if (!value.is_object()) {
            return maps.refuse(value, info.name, "is to be a picture's path, or an object");
        }
        TRY_ASSIGN(Members in, Members::of(document_, value, maps.pointer_of(info.name)));
        const Json* path = in.take("texture");
        if (path == nullptr || path->if_string() == nullptr) {
            return in.refuse(path == nullptr ? value : *path, "texture",
                             "is to be a picture's path");
        }
        TRY_ASSIGN(slot.texture, image(*path->if_string(), *path, in.pointer_of("texture")));
        float set = 0;
        TRY(in.take_number("uv_set", set));
        if (!(set >= 0 && set <= 7) || set != static_cast<float>(static_cast<int>(set))) {
            return in.refuse(value, "uv_set", "is to be a whole number from 0 to 7");
        }
        slot.uv_set = static_cast<std::uint8_t>(set);
        TRY(in.take_word("wrap", kWraps, slot.wrap_u));
        slot.wrap_v = slot.wrap_u;
        TRY(in.take_word("filter", kFilters, slot.mag_filter));
        slot.min_filter = slot.mag_filter;
        slot.mip_filter = slot.mag_filter;
        TRY(in.take_vec("offset", slot.offset));
        TRY(in.take_vec("scale", slot.scale));
        TRY(in.take_number("rotation_radians", slot.rotation));
        TRY(in.finish());
        return slot;
    }

    Result<std::uint32_t> image(const std::string& text, const Json& value, std::string pointer) {
        auto target = VirtualPath::resolve(path_, text);
        if (!target) {
            Error error = std::move(target).error();
            error.place = document_.place(value, std::move(pointer));
            return std::unexpected(std::move(error));
        }
        std::vector<ModelImage>& images = model_.images;
        const auto known = std::ranges::find(images, target->text(), &ModelImage::path);
        const auto index = static_cast<std::uint32_t>(known - images.begin());
        if (known == images.end()) images.emplace_back().path = target->text();
        return index;
    }

    const JsonDocument& document_;
    const VirtualPath& path_;
    Model& model_;
};

Result<void> check_version(const Members& members, const Json& root, const Json* version) {
    const auto number = version == nullptr ? std::nullopt : version->if_int();
    if (number == kVersion) return {};
    return members.refuse(version == nullptr ? root : *version, "version",
                          number && *number > kVersion
                              ? fmt::format("{} is newer than {}, which is read", *number, kVersion)
                              : fmt::format("is to be {}", kVersion));
}

Result<void> read_parameters(Members& members, Material& out) {
    TRY(members.take_word("alpha", kAlphas, out.type));
    TRY(members.take_number("alpha_cutoff", out.alpha_cutoff));
    TRY(members.take_bool("unlit", out.unlit));
    TRY(members.take_bool("double_sided", out.double_sided));
    TRY(members.take_vec("base_color", out.base_color));
    TRY(members.take_number("metallic", out.metallic));
    TRY(members.take_number("roughness", out.roughness));
    TRY(members.take_number("normal_scale", out.normal_scale));
    TRY(members.take_number("occlusion_strength", out.occlusion_strength));
    TRY(members.take_vec("emissive", out.emissive));
    TRY(members.take_number("emissive_strength", out.emissive_strength));
    TRY(members.take_number("ior", out.ior));
    TRY(members.take_number("dispersion", out.dispersion));
    return read_lobes(members, out);
}

}  // namespace

Result<Model> read_material_source(std::string_view text, const VirtualPath& path) {
    TRY_ASSIGN(const JsonDocument document,
               parse_json(text, path.text(), {.max_bytes = kMostText, .max_depth = 8}));
    Model model;
    model.counts.materials = 1;
    ModelMaterial& out = model.materials.emplace_back();
    out.name = path.file_name().substr(
        0, path.file_name().size() - std::min(path.file_name().size(), kMaterialEnd.size()));
    TRY_ASSIGN(Members members, Members::of(document, document.root, ""));
    TRY(check_version(members, document.root, members.take("version")));
    TRY(read_parameters(members, out.material));
    if (const Json* maps = members.take("maps")) {
        TRY(MapReader(document, path, model).read(*maps));
    }
    TRY(members.finish());
    model.counts.images = model.images.size();
    model.counts.textures = model.images.size();
    if (auto checked = check_material(out.material); !checked) {
        Error error = std::move(checked).error();
        error.place.file = path.text();
        return std::unexpected(std::move(error));
    }
    return model;
}

}  // namespace galley
