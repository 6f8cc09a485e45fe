#include "galley/import/map_source.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/core/json.h"
#include "galley/import/map_errors.h"
#include "galley/vda_json/read_body.h"

namespace galley {

namespace {

constexpr std::int64_t kVersion = 1;
/// The largest tile map has a million cells a layer, each of 2 to 6 characters.
constexpr std::uint64_t kMostText = std::uint64_t{128} << 20;
constexpr std::string_view kBody = "/body";

struct MapForm {
    Kind kind;
    std::string_view end;     ///< of the file's name
    std::string_view format;  ///< member of the root
    std::string_view chunk;
};
constexpr MapForm kForms[] = {
    {Kind::world, ".world.json", "galley-world", vda::World::kChunk},
    {Kind::tilemap, ".tilemap.json", "galley-tilemap", vda::Tilemap::kChunk},
};

const MapForm* form_of(std::string_view path) {
    const auto same = [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    };
    for (const MapForm& form : kForms) {
        if (path.size() < form.end.size()) continue;
        const std::string_view end = path.substr(path.size() - form.end.size());
        if (std::ranges::equal(end, form.end, same)) return &form;
    }
    return nullptr;
}

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

/// Rule M7 of `docs/formats/vda.md`.
bool is_seed_name(std::string_view name) {
    return !name.empty() && is_name_letter(name.front()) && std::ranges::all_of(name, [](char c) {
        return is_name_letter(c) || c == '_' || c == '-';
    });
}

/// A valid name that looks like this one.
std::string nearest_seed_name(std::string_view name) {
    std::string out;
    for (char c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (is_name_letter(c) || (!out.empty() && (c == '-' || c == '_'))) {
            out += c;
        } else if (!out.empty() && out.back() != '_') {
            out += '_';
        }
    }
    while (!out.empty() && out.back() == '_') out.pop_back();
    return out.empty() ? "map" : out;
}

/// The member `body` of a root of the right form.
Result<const Json*> find_body(const JsonDocument& document, const MapForm& form) {
    const Json& root = document.root;
    const auto refuse = [&](const Json& at, std::string pointer, std::string message) {
        return fail(kMapForm, std::move(message), document.place(at, std::move(pointer)));
    };
    const Json* format = root.find("format");
    if (format == nullptr || *format != Json(form.format)) {
        return refuse(
            format == nullptr ? root : *format, format == nullptr ? "" : "/format",
            fmt::format("the root has the members format (\"{}\"), version and body", form.format));
    }
    const Json* version = root.find("version");
    if (version == nullptr || *version != Json(kVersion)) {
        const auto number = version == nullptr ? std::nullopt : version->if_int();
        return refuse(
            version == nullptr ? root : *version, version == nullptr ? "" : "/version",
            number && *number > kVersion
                ? fmt::format("version {} is newer than {}, which is read", *number, kVersion)
                : fmt::format("the version is to be {}", kVersion));
    }
    const Json* body = root.find("body");
    if (body == nullptr) return refuse(root, "", "the root has no member body");
    for (const auto& [key, value] : *root.if_object()) {
        if (key != "format" && key != "version" && key != "body") {
            return refuse(value, "/" + json_pointer_part(key), "there is no field of this name");
        }
    }
    return body;
}

std::string& name_of(vda::SeedBody& body) {
    return std::visit([](auto& kind) -> std::string& { return kind.name; }, body);
}

/// A name that was left out is the file's stem; another one would be a second name.
Result<void> give_name(const JsonDocument& document, const Json& json, std::string_view stem,
                       vda::SeedBody& body) {
    std::string& name = name_of(body);
    if (!name.empty() && name != stem) {
        return fail(kMapName, fmt::format("the name is '{}', and the file's is '{}'", name, stem),
                    body_place(document, json, std::string(kBody), "name"),
                    "leave the name out, or rename the file");
    }
    name = stem;
    return {};
}

/// Takes the biomes that the world has out of the names; one that it has twice is an error.
Result<void> settle_biomes(const vda::SeedBody& body, const std::string& file,
                           std::vector<MapName>& names) {
    const auto* world = std::get_if<vda::World>(&body);
    if (world == nullptr) return {};
    std::map<std::string_view, std::size_t> biomes;
    for (const vda::WorldBiome& biome : world->biomes) ++biomes[biome.name];
    const auto count = [&](const MapName& name) {
        const auto found = biomes.find(name.name);
        return name.kind != MapNameKind::biome || found == biomes.end() ? 0 : found->second;
    };
    const auto twice =
        std::ranges::find_if(names, [&](const MapName& name) { return count(name) > 1; });
    if (twice != names.end()) {
        Place place{.file = file, .line = twice->line, .column = twice->column};
        place.field = twice->field;
        return fail(kMapBiome,
                    fmt::format("the world has {} biomes '{}'", count(*twice), twice->name),
                    std::move(place), "give each biome a name of its own");
    }
    std::erase_if(names, [&](const MapName& name) { return count(name) == 1; });
    return {};
}

}  // namespace

std::optional<Kind> map_kind_of(std::string_view path) {
    const MapForm* form = form_of(path);
    return form == nullptr ? std::nullopt : std::optional(form->kind);
}

std::string map_stem(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const MapForm* form = form_of(name);
    return std::string(name.substr(0, name.size() - (form == nullptr ? 0 : form->end.size())));
}

Result<ImportedMap> read_map_source(Kind kind, std::string_view text, const VirtualPath& path) {
    const MapForm& form = kind == Kind::world ? kForms[0] : kForms[1];
    const std::string stem = map_stem(path.text());
    if (!is_seed_name(stem)) {
        return fail(
            kMapName,
            fmt::format("'{}' is no name of a {}: a-z, 0-9, _ and -, first a letter or digit", stem,
                        kind == Kind::world ? "world" : "tile map"),
            {.file = path.text()},
            fmt::format("rename it to {}{}", nearest_seed_name(stem), form.end));
    }
    JsonLimits limits;
    limits.max_bytes = kMostText;
    TRY_ASSIGN(const JsonDocument document, parse_json(text, path.text(), limits));
    TRY_ASSIGN(const Json* json, find_body(document, form));
    ImportedMap map;
    map.kind = kind;
    TRY_ASSIGN(map.body, read_seed_body(document, form.chunk, *json, std::string(kBody),
                                        {.code = kMapForm, .defaults = true}));
    TRY(give_name(document, *json, stem, map.body));
    if (auto checked = vda::encode_seed_body(map.body); !checked) {
        Error error = std::move(checked).error();
        error.place = body_place(document, *json, std::string(kBody), error.place.field);
        return std::unexpected(std::move(error));
    }
    map.names = map_names(map.body);
    for (MapName& name : map.names) {
        Place place = body_place(document, *json, std::string(kBody), name.field);
        name.field = std::move(place.field);
        name.line = place.line;
        name.column = place.column;
    }
    TRY(settle_biomes(map.body, path.text(), map.names));
    return map;
}

}  // namespace galley
