#include "import_map.h"

#include <fmt/format.h>

#include "galley/base/try.h"

namespace galley {

namespace {

/// Kinds of names that no project has assets for.
std::string_view why_unchecked(MapNameKind kind) {
    switch (kind) {
    case MapNameKind::prefab: return "not checked: a project has no prefabs yet";
    case MapNameKind::model: return "not checked: a project has no models, but their meshes";
    case MapNameKind::texture:
    case MapNameKind::material:
    case MapNameKind::biome: break;
    }
    return {};
}

}  // namespace

Result<Imported> import_map(Kind kind, SourceFiles& files, const VirtualPath& path) {
    TRY_ASSIGN(const ByteSpan bytes, files.read(path));
    TRY_ASSIGN(ImportedMap map, read_map_source(kind, as_text(bytes), path));
    Imported imported;
    for (const MapName& name : map.names) {
        const std::string_view why = why_unchecked(name.kind);
        if (why.empty()) continue;
        imported.ledger.add(Verdict::kept, fmt::format("{} names", map_name_word(name.kind)),
                            name.field, std::string(why), name.count);
    }
    imported.content = std::move(map);
    return imported;
}

std::uint64_t map_memory_estimate(std::uint64_t file_size) {
    constexpr std::uint64_t kBytesPerByte = 16;
    return file_size * kBytesPerByte + (64 << 10);
}

}  // namespace galley
