#include <algorithm>

#include "map_names.h"
#include "session.h"

namespace galley {

namespace {

void add_titles(std::set<AssetTitle>& titles, std::string_view source, bool is_picture,
                const SourceRecord* record) {
    for (auto& [title, part] : titles_of(source, is_picture, record)) {
        titles.insert(std::move(title));
    }
}

bool share_one(const std::set<AssetTitle>& a, const std::set<AssetTitle>& b) {
    return std::ranges::any_of(a, [&](const AssetTitle& title) { return b.contains(title); });
}

}  // namespace

bool CookSession::is_picture(std::string_view source) const {
    const Importer* importer = importers_.find_for(source);
    return importer != nullptr && importer->name == "image";
}

/// The titles that come, go or get another part by this run.
std::set<AssetTitle> CookSession::titles_in_motion() const {
    std::set<AssetTitle> titles;
    for (const SourceWork& work : works_) {
        const bool picture = is_picture(work.source);
        add_titles(titles, work.source, picture, &record_of(work));
        if (work.before) add_titles(titles, work.source, picture, &*work.before);
    }
    for (const SourceRecord& record : gone_) {
        add_titles(titles, record.source, is_picture(record.source), &record);
    }
    return titles;
}

/// The maps whose names have to be looked up: those of this run's works, and unchanged ones whose
/// names may mean something else now, which become works.
std::vector<SourceWork*> CookSession::maps_to_resolve() {
    std::vector<std::string> affected;
    const bool any = std::ranges::any_of(unchanged_.heads(), &SourceHead::names);
    const std::set<AssetTitle> moving = any ? titles_in_motion() : std::set<AssetTitle>();
    for (const SourceHead* head : unchanged_.heads()) {
        const SourceRecord* record = head->names ? unchanged_.find(head->source) : nullptr;
        if (record == nullptr || !is_map(*record)) continue;
        if (share_one(titles_named(*record), moving)) affected.emplace_back(head->source);
    }
    for (const std::string& source : affected) {
        auto record = unchanged_.take(source);
        const FileStat stat = record->files.front().stat;
        SourceWork& work = add_work(source, stat, importers_.find_for(source), std::move(record));
        import_source(import_context_, work);
        if (work.failed) report_import(work);
    }
    std::vector<SourceWork*> maps;
    for (SourceWork& work : works_) {
        if (!work.failed && is_map(work.record)) maps.push_back(&work);
    }
    return maps;
}

/// Decides what the names inside worlds and tile maps mean, once all imports have ended.
void CookSession::resolve_maps() {
    const std::vector<SourceWork*> maps = maps_to_resolve();
    if (maps.empty()) return;
    std::set<AssetTitle> wanted;
    for (const SourceWork* work : maps) wanted.merge(titles_named(work->record));
    TitleTable table(std::move(wanted));
    for (const SourceWork& work : works_) {
        table.add(work.source, is_picture(work.source), &record_of(work));
    }
    for (const SourceHead* head : unchanged_.heads()) {
        if (is_picture(head->source)) {
            if (table.wants_picture(head->source)) table.add(head->source, true, nullptr);
        } else if (const auto record = decode_source_record(head->bytes)) {
            table.add(head->source, false, &*record);
        }
    }
    for (SourceWork* work : maps) {
        resolve_names(table, *work);
        work->record.lossy = work->record.ledger.lossy();
        if (work->imported_now || !work->changes.empty()) {
            report_import(*work);
        }
    }
}

}  // namespace galley
