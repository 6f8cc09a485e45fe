#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/core/atomic_file.h"
#include "galley/project/asset_name.h"
#include "session.h"

namespace galley {

namespace {

/// Which asset an image gives for each usage.
std::map<TextureUsage, Uuid> usages_of(const SourceRecord& record) {
    std::map<TextureUsage, Uuid> usages;
    for (const CookedAsset& asset : record.assets) {
        if (asset.kind == Kind::texture) {
            usages.emplace(asset.usage, asset.id);
        }
    }
    return usages;
}

/// What a map's row can depend on.
std::map<std::pair<Kind, std::string>, Uuid> nameable(const SourceRecord& record) {
    std::map<std::pair<Kind, std::string>, Uuid> ids;
    for (const CookedAsset& asset : record.assets) {
        if (asset.kind == Kind::texture || asset.kind == Kind::material) {
            ids.emplace(std::pair(asset.kind, asset.part), asset.id);
        }
    }
    return ids;
}

bool by_id(const ManifestRow& a, const ManifestRow& b) {
    return a.id != b.id ? a.id < b.id : a.name < b.name;
}

}  // namespace

/// What the manifest shows of a work: a source that fails for a reason of this moment keeps what it
/// had.
const SourceRecord& CookSession::record_of(const SourceWork& work) const {
    return work.passing_error && work.before ? *work.before : work.record;
}

const SourceRecord* CookSession::record_now(std::string_view source) {
    const auto work = works_by_source_.find(source);
    return work != works_by_source_.end() ? &work->second->record : unchanged_.find(source);
}

/// Ids of the textures and materials that a map names, in the order of its body. What means nothing
/// keeps its place with a nil id.
std::vector<Uuid> CookSession::resolve_named(const ImportedPart& map) {
    std::vector<Uuid> ids;
    for (const NamedAsset& named : map.named) {
        if (named.name.kind == MapNameKind::biome) {
            continue;
        }
        const SourceRecord* owner = named.resolved() ? record_now(named.source) : nullptr;
        Uuid& id = ids.emplace_back();
        if (owner == nullptr) {
            continue;
        }
        const Kind kind = named.name.kind == MapNameKind::texture ? Kind::texture : Kind::material;
        bool exact = false;  // a texture that is cooked as colour too is meant as that
        for (const CookedAsset& asset : owner->assets) {
            if (asset.kind != kind || owner->parts[asset.imported].name != named.part || exact) {
                continue;
            }
            exact = kind == Kind::material || asset.usage == TextureUsage::color;
            id = exact || id.is_nil() ? asset.id : id;
        }
    }
    return ids;
}

/// Ids of the textures that a material's slots index, in the order of its references. One that is
/// not there (its source failed) keeps its place with a nil id.
std::vector<Uuid> CookSession::resolve_textures(const SourceRecord& record,
                                                const ImportedPart& material) {
    std::vector<Uuid> ids;
    for (const TextureReference& reference : material.textures) {
        const SourceRecord* owner = &record;
        if (reference.external) {
            owner = record_now(reference.target);
        }
        Uuid id;
        if (owner != nullptr) {
            for (const CookedAsset& asset : owner->assets) {
                const ImportedPart& part = owner->parts[asset.imported];
                if (asset.kind == Kind::texture && asset.usage == reference.usage &&
                    (reference.external || part.name == reference.target)) {
                    id = asset.id;
                }
            }
        }
        ids.push_back(id);
    }
    return ids;
}

void CookSession::add_rows(const SourceRecord& record, std::vector<ManifestRow>& rows) {
    for (const CookedAsset& asset : record.assets) {
        if (asset.size == 0) {
            continue;
        }
        ManifestRow row;
        row.id = asset.id;
        row.name = AssetName{record.source, asset.part}.text();
        row.kind = asset.kind;
        row.key = asset.key;
        row.output = asset.output;
        row.size = asset.size;
        if (asset.kind == Kind::material) {
            row.dependencies = resolve_textures(record, record.parts[asset.imported]);
        } else if (kind_info(asset.kind).seed) {
            row.dependencies = resolve_named(record.parts[asset.imported]);
        }
        rows.push_back(std::move(row));
    }
}

/// Of several rows with one id the first in name order stays; the others are reported.
void CookSession::leave_out_twins(std::vector<ManifestRow>& rows) {
    std::sort(rows.begin(), rows.end(), by_id);
    std::vector<ManifestRow> kept;
    for (ManifestRow& row : rows) {
        if (kept.empty() || kept.back().id != row.id) {
            kept.push_back(std::move(row));
            continue;
        }
        twins_ = true;
        SourceOutcome twin;
        twin.source = AssetName::parse(row.name).source;
        twin.failed = true;
        twin.diagnostics.push_back(
            {Severity::error,
             Error{kDuplicateId,
                   fmt::format("{} has the id {} that {} has too", row.name, row.id.to_string(),
                               kept.back().name),
                   Place{.file = twin.source}, "remove the id from the recipe that was copied"}});
        report_.failures.push_back(std::move(twin));
    }
    rows = std::move(kept);
}

std::vector<ManifestRow> CookSession::all_rows() {
    std::vector<ManifestRow> rows;
    for (const SourceHead* head : unchanged_.heads()) {
        if (const SourceRecord* record = unchanged_.find(head->source)) {
            add_rows(*record, rows);
        }
    }
    for (const SourceWork& work : works_) {
        add_rows(record_of(work), rows);
    }
    leave_out_twins(rows);
    return rows;
}

/// Whether the rows of unchanged sources are as they were: no image of theirs gives another asset
/// for a usage, and no id of theirs appears somewhere else.
bool CookSession::only_works_changed(const Manifest& known) {
    if (!outputs_are_there_ || known.torn()) {
        return false;
    }
    const bool maps = std::ranges::any_of(unchanged_.heads(), &SourceHead::names);
    return std::all_of(works_.begin(), works_.end(), [&](const SourceWork& work) {
        const SourceRecord& now = record_of(work);
        if (maps && work.before && nameable(*work.before) != nameable(now)) {
            return false;
        }
        if (work.before && usages_of(*work.before) != usages_of(now)) {
            return false;
        }
        return std::all_of(now.assets.begin(), now.assets.end(), [&](const CookedAsset& asset) {
            const ManifestRow* row = known.find(asset.id);
            return row == nullptr || row->name == AssetName{now.source, asset.part}.text() ||
                   unchanged_.find(AssetName::parse(row->name).source) == nullptr;
        });
    });
}

/// Starts reading what the end of a cook needs of the last one, and what answers why something
/// changed, while others wait for jobs and disks.
void CookSession::read_ahead() {
    manifest_ = std::async(std::launch::async, [this] {
        inputs_.load();
        return read_manifest();
    });
}

/// Nothing when there is none, or what is there has to be written anew.
Result<std::optional<Manifest>> CookSession::read_manifest() {
    const auto file = fs_.read(manifest_path_);
    if (!file) {
        if (file.error().code == kFileNotFound) {
            return std::nullopt;
        }
        return std::unexpected(file.error());
    }
    auto manifest = Manifest::read(*file);
    if (!manifest) {
        return std::nullopt;
    }
    return *std::move(manifest);
}

Result<void> CookSession::write_manifest() {
    TRY_ASSIGN(const std::optional<Manifest> known, manifest_.get());
    if (!known || known->wants_compaction()) {
        return write_file_atomically(fs_, manifest_path_, encode_manifest(all_rows()));
    }
    std::vector<ManifestRow> rows;
    std::vector<Uuid> before;
    if (only_works_changed(*known)) {
        for (const SourceWork& work : works_) {
            add_rows(record_of(work), rows);
            for (const CookedAsset& asset :
                 work.before ? work.before->assets : std::vector<CookedAsset>()) {
                before.push_back(asset.id);
            }
        }
        for (const SourceRecord& record : gone_) {
            for (const CookedAsset& asset : record.assets) {
                before.push_back(asset.id);
            }
        }
        leave_out_twins(rows);
    } else {
        rows = all_rows();
        for (const ManifestRow& row : known->rows()) {
            before.push_back(row.id);
        }
    }
    std::set<Uuid> removed;
    for (const Uuid& id : before) {
        if (known->find(id) != nullptr) {
            removed.insert(id);
        }
    }
    for (const ManifestRow& row : rows) {
        removed.erase(row.id);
    }
    std::erase_if(rows, [&](const ManifestRow& row) {
        const ManifestRow* old = known->find(row.id);
        return old != nullptr && *old == row;
    });
    if (rows.empty() && removed.empty() && !known->torn()) {
        return {};
    }
    if (known->torn()) {
        TRY(fs_.truncate(manifest_path_, known->valid_size()));
    }
    TRY_ASSIGN(auto out, fs_.create(manifest_path_, CreateMode::append));
    TRY(out->write(
        encode_manifest_transaction(rows, std::vector<Uuid>(removed.begin(), removed.end()))));
    TRY(out->sync());
    return out->close();
}

}  // namespace galley
