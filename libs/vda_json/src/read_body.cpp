#include "galley/vda_json/read_body.h"

#include <charconv>
#include <optional>
#include <utility>

#include "galley/base/try.h"
#include "galley/vda/material_fields.h"
#include "galley/vda/model_fields.h"
#include "galley/vda/prefab_fields.h"
#include "galley/vda/scene_fields.h"
#include "galley/vda/texture_fields.h"
#include "galley/vda/tilemap_fields.h"
#include "galley/vda/world_fields.h"
#include "json_reader.h"

namespace galley {

namespace {

std::optional<std::uint64_t> index_of(std::string_view part) {
    std::uint64_t index = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (error != std::errc{} || end != part.data() + part.size()) return std::nullopt;
    return index;
}

/// Values in one row of an array of rows; 0 when it is none.
std::uint64_t row_length(const Json::Array& rows) {
    const std::string* text = rows.empty() ? nullptr : rows.front().if_string();
    if (text == nullptr || text->empty()) return 0;
    return 1 + static_cast<std::uint64_t>(std::ranges::count(*text, ' '));
}

}  // namespace

Result<vda::SeedBody> read_seed_body(const JsonDocument& document, std::string_view type,
                                     const Json& json, std::string pointer, const BodyForm& form) {
    const auto read = [&]<class T>() -> Result<vda::SeedBody> {
        TRY_ASSIGN(T kind, vda_json::JsonReader(document, form).read<T>(json, std::move(pointer)));
        return vda::SeedBody(std::move(kind));
    };
    if (type == vda::Model::kChunk) return read.operator()<vda::Model>();
    if (type == vda::Texture::kChunk) return read.operator()<vda::Texture>();
    if (type == vda::Material::kChunk) return read.operator()<vda::Material>();
    if (type == vda::Scene::kChunk) return read.operator()<vda::Scene>();
    if (type == vda::Prefab::kChunk) return read.operator()<vda::Prefab>();
    if (type == vda::World::kChunk) return read.operator()<vda::World>();
    return read.operator()<vda::Tilemap>();
}

Place body_place(const JsonDocument& document, const Json& body, std::string pointer,
                 std::string_view path) {
    const Json* at = &body;
    bool cells = false;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
        const Json* next = at->find(part);
        if (const Json::Array* items = at->if_array()) {
            auto index = index_of(part);
            const std::uint64_t columns = cells ? row_length(*items) : 0;
            if (index && columns > 0) *index /= columns;
            next = index && *index < items->size() ? &(*items)[*index] : nullptr;
        }
        pointer += '/';
        pointer += part;
        cells = part == "cells";
        if (next == nullptr) break;
        at = next;
    }
    if (!path.empty()) {
        pointer += '/';
        pointer += path;
    }
    return document.place(*at, std::move(pointer));
}

}  // namespace galley
