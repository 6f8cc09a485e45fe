#include "galley/project/recipe.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "document.h"
#include "galley/asset/kinds.h"
#include "galley/base/try.h"
#include "galley/project/errors.h"

namespace galley {

namespace {

// The canonical order; a key that has to be added goes where this list puts it.
constexpr std::array<std::string_view, 5> kRecipeKeys{"version", "id", "content", "settings",
                                                      "parts"};
constexpr std::array<std::string_view, 2> kContentKeys{"size", "sha256"};
constexpr std::array<std::string_view, 5> kPartKeys{"index", "content", "id", "settings", "gone"};

/// Reads members of one object of the document; what is absent is left as it is.
class Fields {
public:
    Fields(const JsonDocument& document, const Json& object, std::string pointer)
        : document_(document), object_(object), pointer_(std::move(pointer)) {}

    [[nodiscard]] std::unexpected<Error> invalid(const Json& value, std::string_view key,
                                                 std::string_view wanted) const {
        std::string pointer = pointer_;
        if (!key.empty()) {
            pointer += "/" + json_pointer_part(key);
        }
        return fail(kRecipeInvalid, fmt::format("'{}' must be {}", pointer, wanted),
                    document_.place(value, pointer));
    }

    Result<void> check_object() const {
        return object_.is_object() ? Result<void>{} : invalid(object_, "", "an object");
    }

    Result<void> read(std::string_view key, std::uint64_t max, std::uint64_t& value) const {
        if (const Json* json = object_.find(key)) {
            const std::optional<std::uint64_t> given = json->if_uint();
            if (!given || *given > max) {
                return invalid(*json, key, fmt::format("a whole number from 0 to {}", max));
            }
            value = *given;
        }
        return {};
    }

    Result<void> read(std::string_view key, Digest& digest) const {
        if (const Json* json = object_.find(key)) {
            const std::string* text = json->if_string();
            const auto given = text != nullptr ? Digest::from_hex(*text) : std::nullopt;
            if (!given) {
                return invalid(*json, key, "a SHA-256 of 64 hex digits");
            }
            digest = *given;
        }
        return {};
    }

    Result<void> read(std::string_view key, std::optional<Uuid>& id) const {
        if (const Json* json = object_.find(key)) {
            const std::string* text = json->if_string();
            id = text != nullptr ? Uuid::parse(*text) : std::nullopt;
            if (!id) {
                return invalid(*json, key, "an id such as 8fd2c159-ba7b-5cf5-b8d7-63656f75dd88");
            }
        }
        return {};
    }

    Result<void> read(std::string_view key, bool& value) const {
        if (const Json* json = object_.find(key)) {
            if (!json->is_bool()) {
                return invalid(*json, key, "true or false");
            }
            value = *json->if_bool();
        }
        return {};
    }

    Result<void> read_object(std::string_view key, Json& value) const {
        if (const Json* json = object_.find(key)) {
            if (!json->is_object()) {
                return invalid(*json, key, "an object");
            }
            value = *json;
        }
        return {};
    }

private:
    const JsonDocument& document_;
    const Json& object_;
    std::string pointer_;
};

Result<void> check_version(const JsonDocument& document) {
    const Json* version = document.root.find("version");
    if (version == nullptr || !version->if_int() || *version->if_int() < 1) {
        return fail(kRecipeInvalid, "'/version' must be a whole number from 1",
                    document.place(version != nullptr ? *version : document.root, "/version"));
    }
    if (*version->if_int() != kRecipeVersion) {
        return fail(kRecipeOtherVersion,
                    fmt::format("the recipe has version {}, this program reads {}",
                                *version->if_int(), kRecipeVersion),
                    document.place(*version, "/version"),
                    "use the version of Galley that wrote it");
    }
    return {};
}

Result<void> parse_content(const JsonDocument& document, Recipe& recipe) {
    const Json* json = document.root.find("content");
    if (json == nullptr) {
        return {};
    }
    const Fields fields(document, *json, "/content");
    TRY(fields.check_object());
    TRY(fields.read("size", std::numeric_limits<std::uint64_t>::max(), recipe.content_size));
    TRY(fields.read("sha256", recipe.content));
    if (json->find("size") == nullptr || recipe.content.is_zero()) {
        return fields.invalid(*json, "", "an object with 'size' and 'sha256'");
    }
    return {};
}

bool is_part_name(std::string_view part) {
    const std::size_t slash = part.find('/');
    return slash != std::string_view::npos && slash + 1 < part.size() &&
           kind_named(part.substr(0, slash)).has_value();
}

Result<RecipePart> parse_part(const JsonDocument& document, const std::string& name,
                              const Json& json) {
    const Fields fields(document, json, "/parts/" + json_pointer_part(name));
    TRY(fields.check_object());
    if (!is_part_name(name)) {
        return fail(kRecipeInvalid,
                    fmt::format("'{}' is no part: a kind and a name, as in mesh/Lid", name),
                    document.place(json, "/parts/" + json_pointer_part(name)));
    }
    RecipePart part;
    part.part = name;
    part.record = json;
    std::uint64_t index = 0;
    TRY(fields.read("index", std::numeric_limits<std::uint32_t>::max(), index));
    part.index = static_cast<std::uint32_t>(index);
    TRY(fields.read("content", part.content));
    TRY(fields.read("id", part.id));
    TRY(fields.read_object("settings", part.settings));
    TRY(fields.read("gone", part.gone));
    return part;
}

Result<std::vector<RecipePart>> parse_parts(const JsonDocument& document, const Json& json) {
    std::vector<RecipePart> parts;
    parts.reserve(json.if_object()->size());
    for (const auto& [name, row] : *json.if_object()) {
        TRY_ASSIGN(parts.emplace_back(), parse_part(document, name, row));
    }
    std::ranges::sort(parts, {}, &RecipePart::part);
    return parts;
}

/// Sets a known key: in its place, or after the nearest key before it in `order`, else first. A
/// null value removes it.
void put(Json& object, std::span<const std::string_view> order, std::string_view key, Json value) {
    if (value.is_null()) {
        object.erase(key);
        return;
    }
    if (Json* present = object.find(key)) {
        *present = std::move(value);
        return;
    }
    Json::Object& members = *object.if_object();
    auto after = members.begin();
    for (const std::string_view earlier :
         order.first(static_cast<std::size_t>(std::ranges::find(order, key) - order.begin()))) {
        const auto found = std::ranges::find(members, earlier, &Json::Member::first);
        if (found != members.end()) {
            after = std::max(after, found + 1);
        }
    }
    members.emplace(after, key, std::move(value));
}

Json id_json(const std::optional<Uuid>& id) { return id ? Json(id->to_string()) : Json(); }

Json digest_json(const Digest& digest) { return digest.is_zero() ? Json() : Json(digest.to_hex()); }

Json part_json(const RecipePart& part) {
    Json json = part.record.is_object() ? part.record : Json::object();
    put(json, kPartKeys, "index", part.index);
    put(json, kPartKeys, "content", digest_json(part.content));
    put(json, kPartKeys, "id", id_json(part.id));
    put(json, kPartKeys, "settings", part.settings);
    put(json, kPartKeys, "gone", part.gone ? Json(true) : Json());
    return json;
}

Json parts_json(const std::vector<RecipePart>& parts) {
    if (parts.empty()) {
        return {};
    }
    std::vector<const RecipePart*> sorted;
    sorted.reserve(parts.size());
    for (const RecipePart& part : parts) {
        sorted.push_back(&part);
    }
    std::ranges::sort(sorted, {}, [](const RecipePart* part) { return part->part; });
    Json::Object rows;
    rows.reserve(sorted.size());
    for (const RecipePart* part : sorted) {
        rows.emplace_back(part->part, part_json(*part));
    }
    return rows;
}

Json content_json(const Recipe& recipe, const Json& before) {
    if (recipe.content.is_zero()) {
        return {};
    }
    Json content = before.is_object() ? before : Json::object();
    put(content, kContentKeys, "size", recipe.content_size);
    put(content, kContentKeys, "sha256", digest_json(recipe.content));
    return content;
}

}  // namespace

std::string recipe_path(std::string_view source) { return fmt::format("{}.json", source); }

Result<Recipe> parse_recipe(std::string_view text, std::string file) {
    Recipe recipe;
    TRY_ASSIGN(recipe.document, parse_document(text, std::move(file)));
    const JsonDocument& document = recipe.document;
    if (!document.root.is_object()) {
        return fail(kRecipeInvalid,
                    fmt::format("a recipe is an object, not {}", document.root.type_name()),
                    document.place(document.root));
    }
    TRY(check_version(document));
    const Fields fields(document, document.root, "");
    TRY(fields.read("id", recipe.id));
    TRY(parse_content(document, recipe));
    TRY(fields.read_object("settings", recipe.settings));
    Json parts = Json::object();
    TRY(fields.read_object("parts", parts));
    TRY_ASSIGN(recipe.parts, parse_parts(document, parts));
    return recipe;
}

std::string recipe_text(const Recipe& recipe) {
    Json root = recipe.document.root.is_object() ? recipe.document.root : Json::object();
    const Json* content = root.find("content");
    Json content_now = content_json(recipe, content != nullptr ? *content : Json());
    put(root, kRecipeKeys, "version", kRecipeVersion);
    put(root, kRecipeKeys, "id", id_json(recipe.id));
    put(root, kRecipeKeys, "content", std::move(content_now));
    put(root, kRecipeKeys, "settings", recipe.settings);
    put(root, kRecipeKeys, "parts", parts_json(recipe.parts));
    return write_json(root);
}

}  // namespace galley
