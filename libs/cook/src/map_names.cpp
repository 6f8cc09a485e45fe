#include "map_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "galley/cook/errors.h"
#include "galley/project/asset_name.h"

namespace galley {

namespace {

std::string_view stem_of(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.substr(0, name.rfind('.'));
}

std::optional<MapNameKind> title_kind(Kind kind) {
    switch (kind) {
    case Kind::texture: return MapNameKind::texture;
    case Kind::material: return MapNameKind::material;
    case Kind::mesh:
    case Kind::world:
    case Kind::tilemap: break;
    }
    return std::nullopt;
}

/// `assets/a.glb:material/Wood`
std::string owner_text(const NamedAsset& named, const std::string& source,
                       const std::string& part) {
    if (part.empty()) return source;
    return AssetName{source, fmt::format("{}/{}", map_name_word(named.name.kind), part)}.text();
}

std::string meaning(const NamedAsset& named) {
    if (named.source.empty()) return "nothing";
    const std::string first = owner_text(named, named.source, named.part);
    return named.rival.empty() ? first : fmt::format("{} or {}", first, named.rival);
}

std::string called(const MapName& name) {
    return fmt::format("{} '{}'", map_name_word(name.kind), name.name);
}

Place place_of(std::string_view source, const MapName& name) {
    Place place;
    place.file = source;
    place.line = name.line;
    place.column = name.column;
    place.field = name.field;
    return place;
}

/// A title that only its case keeps from being the one that is named is worth a word.
Error unknown_name(std::string_view source, const MapName& name) {
    const bool biome = name.kind == MapNameKind::biome;
    return {kNameUnknown,
            biome ? fmt::format("the world has no {}", called(name))
                  : fmt::format("the project has no {}", called(name)),
            place_of(source, name),
            biome ? "add it to the biomes, or correct the name"
                  : fmt::format("a {} is called by its file's name without extension, or by its "
                                "part's name in a model",
                                map_name_word(name.kind))};
}

const NamedAsset* find_named(const std::optional<SourceRecord>& before, const MapName& name) {
    if (!before || !is_map(*before)) return nullptr;
    const auto& named = before->parts.front().named;
    const auto found = std::ranges::find_if(named, [&](const NamedAsset& other) {
        return other.name.kind == name.kind && other.name.name == name.name;
    });
    return found == named.end() ? nullptr : &*found;
}

void resolve(const TitleTable& table, NamedAsset& named) {
    named.source.clear();
    named.part.clear();
    named.rival.clear();
    if (named.name.kind == MapNameKind::biome) return;
    const auto& owners = table.owners({named.name.kind, named.name.name});
    if (owners.empty()) return;
    named.source = owners.begin()->source;
    named.part = owners.begin()->part;
    if (owners.size() > 1) {
        const auto second = std::next(owners.begin());
        named.rival = owner_text(named, second->source, second->part);
    }
}

}  // namespace

std::vector<std::pair<AssetTitle, std::string>> titles_of(std::string_view source, bool is_picture,
                                                          const SourceRecord* record) {
    std::vector<std::pair<AssetTitle, std::string>> titles;
    if (is_picture) {
        titles.push_back({{MapNameKind::texture, std::string(stem_of(source))}, {}});
        return titles;
    }
    if (record == nullptr) return titles;
    for (const ImportedPart& part : record->parts) {
        const auto kind = title_kind(part.kind);
        if (kind && !part.name.empty()) titles.push_back({{*kind, part.name}, part.name});
    }
    return titles;
}

TitleTable::TitleTable(std::set<AssetTitle> wanted) {
    for (const AssetTitle& title : wanted) owners_.emplace(title, std::set<Owner>());
}

void TitleTable::add(std::string_view source, bool is_picture, const SourceRecord* record) {
    for (auto& [title, part] : titles_of(source, is_picture, record)) {
        const auto wanted = owners_.find(title);
        if (wanted != owners_.end()) wanted->second.insert({std::string(source), std::move(part)});
    }
}

bool TitleTable::wants_picture(std::string_view source) const {
    return owners_.contains({MapNameKind::texture, std::string(stem_of(source))});
}

const std::set<TitleTable::Owner>& TitleTable::owners(const AssetTitle& title) const {
    static const std::set<Owner> kNone;
    const auto found = owners_.find(title);
    return found == owners_.end() ? kNone : found->second;
}

bool is_map(const SourceRecord& record) {
    return record.parts.size() == 1 && kind_info(record.parts.front().kind).seed;
}

std::set<AssetTitle> titles_named(const SourceRecord& map) {
    std::set<AssetTitle> titles;
    for (const NamedAsset& named : map.parts.front().named) {
        if (named.name.kind != MapNameKind::biome) {
            titles.insert({named.name.kind, named.name.name});
        }
    }
    return titles;
}

void resolve_names(const TitleTable& table, SourceWork& work) {
    Ledger ledger;
    for (const LedgerEntry& entry : work.record.ledger.entries()) {
        // The importer drops nothing: what is dropped was found so by an earlier look.
        if (entry.verdict != Verdict::kept) continue;
        ledger.add(entry.verdict, entry.what, entry.where, entry.detail, entry.count);
    }
    for (NamedAsset& named : work.record.parts.front().named) {
        resolve(table, named);
        if (named.source.empty()) {
            Error error = unknown_name(work.source, named.name);
            ledger.add(Verdict::dropped, called(named.name), named.name.field,
                       "it means nothing here", named.name.count);
            work.diagnostics.push_back({Severity::warning, std::move(error)});
        }
        const NamedAsset* before = find_named(work.before, named.name);
        if (before != nullptr && meaning(*before) != meaning(named)) {
            work.changes.push_back({called(named.name), meaning(*before), meaning(named)});
        }
    }
    work.record.ledger = std::move(ledger);
}

std::optional<Error> ambiguity(std::string_view source, const ImportedPart& map) {
    const auto named = std::ranges::find_if(
        map.named, [](const NamedAsset& other) { return !other.rival.empty(); });
    if (named == map.named.end()) return std::nullopt;
    return Error{kNameAmbiguous, fmt::format("{} can be {}", called(named->name), meaning(*named)),
                 place_of(source, named->name), "give one of them another name"};
}

}  // namespace galley
