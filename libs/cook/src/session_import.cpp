#include <algorithm>

#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "map_names.h"
#include "model_parts.h"
#include "session.h"

namespace galley {

namespace {

/// Pictures, whose usages others decide, and maps, whose names mean what others are: they are
/// planned when all imports have ended.
bool waits_for_all(const SourceRecord& record) {
    return record.parts.size() == 1 && record.parts.front().name.empty();
}

}  // namespace

std::uint64_t CookSession::import_memory(const SourceWork& work) const {
    if (work.before && !work.import_anyway && !work.check_inputs) {
        return 4096;
    }
    std::uint64_t bytes = work.stat.size;
    if (work.before) {
        for (const InputFile& file : work.before->files) {
            bytes += file.digest.is_zero() || file.path == work.source ? 0 : file.stat.size;
        }
    }
    return work.importer->memory_estimate(bytes) + bytes;
}

void CookSession::submit_import(SourceWork& work) {
    const std::uint64_t memory = import_memory(work);
    scheduler_->submit(Scheduler::Stage::import, memory, memory,
                       [this, &work](MemoryTicket ticket) {
                           import_job(work, std::move(ticket));
                           import_ended();
                       });
}

void CookSession::import_job(SourceWork& work, MemoryTicket ticket) {
    if (stopped()) {
        return;
    }
    progress(work.source);
    work.ticket = std::move(ticket);
    import_source(import_context_, work);
    if (work.imported) {
        work.ticket->shrink_to(held_bytes(*work.imported));
    }
    // What a map's names mean belongs to its report.
    if (work.failed || (work.imported_now && !is_map(work.record))) {
        report_import(work);
    }
    if (!work.failed && !waits_for_all(work.record)) {
        plan_and_cook(work, {});
    } else if (work.failed || !keeps_picture(work)) {
        let_go(work);
    }
}

/// Whether the file of a picture stays in memory until it is cooked, which saves reading and
/// hashing it again: as long as all that stay take little of what jobs may use.
bool CookSession::keeps_picture(const SourceWork& work) {
    if (!work.imported || !std::holds_alternative<ImportedImage>(work.imported->content)) {
        return false;
    }
    const std::uint64_t bytes = held_bytes(*work.imported);
    const std::lock_guard lock(mutex_);
    if (bytes > scheduler_->limit() / 8 - kept_) {
        return false;
    }
    kept_ += bytes;
    return true;
}

/// A cook that may use all that there is finds it free.
void CookSession::make_room() {
    std::uint64_t largest = 0;
    for (const SourceWork& work : works_) {
        for (const ImportedPart& part : work.record.parts) {
            largest = std::max(largest, part.weight);
        }
    }
    if (largest + kept_ <= scheduler_->limit()) {
        return;
    }
    for (SourceWork& work : works_) {
        if (!work.failed && waits_for_all(work.record)) {
            let_go(work);
        }
    }
}

void CookSession::let_go(SourceWork& work) {
    const std::lock_guard lock(work.parts_mutex);
    work.imported.reset();
    work.ticket.reset();
}

std::shared_ptr<Imported> CookSession::kept_picture(SourceWork& work) {
    const std::lock_guard lock(work.parts_mutex);
    return work.imported;
}

void CookSession::report_import(SourceWork& work) {
    SourceOutcome outcome;
    outcome.source = work.source;
    outcome.imported = work.imported_now;
    outcome.failed = work.failed;
    outcome.known_failure = work.failed && !work.imported_now && !work.passing_error;
    outcome.why = work.changes;
    outcome.diagnostics = work.diagnostics;
    for (const std::optional<Error>& error : {work.passing_error, work.record.error}) {
        if (error) {
            outcome.diagnostics.push_back({Severity::error, *error});
        }
    }
    outcome.ledger = work.record.ledger;
    const std::lock_guard lock(mutex_);
    report_.imported += work.imported_now && !work.counted ? 1 : 0;
    work.counted = true;
    observer_.source(outcome);
}

void CookSession::import_ended() {
    if (--imports_pending_ == 0 && !stopped()) {
        cook_images_and_maps();
    }
}

void CookSession::cook_images_and_maps() {
    resolve_maps();
    std::map<std::string_view, const SourceRecord*> users;
    for (const SourceHead* head : unchanged_.heads()) {
        const SourceRecord* record = head->textures ? unchanged_.find(head->source) : nullptr;
        if (record != nullptr) {
            users.emplace(head->source, record);
        }
    }
    std::set<std::string> affected;
    const auto is_gone = [&](const std::string& source) {
        return std::ranges::any_of(
            gone_, [&](const SourceRecord& record) { return record.source == source; });
    };
    const auto add_affected = [&](const SourceRecord& record) {
        affected.merge(external_images(record));
    };
    // Textures that are made with another source's picture.
    for (const SourceHead* head : unchanged_.heads()) {
        const SourceRecord* record = head->paired ? unchanged_.find(head->source) : nullptr;
        for (const CookedAsset& asset : record ? record->assets : std::vector<CookedAsset>()) {
            const bool moves = std::ranges::any_of(asset.beside, [&](const std::string& source) {
                return works_by_source_.contains(source) || is_gone(source);
            });
            if (moves) {
                affected.insert(record->source);
            }
        }
    }
    for (const SourceWork& work : works_) {
        users.emplace(work.source, &work.record);
        if (work.before) {
            add_affected(*work.before);
        }
        add_affected(work.record);
    }
    std::for_each(gone_.begin(), gone_.end(), add_affected);

    UsageTable table;
    for (const auto& [source, record] : users) {
        table.add(*record);
    }
    // Images whose own files did not change may be used in another way now.
    for (const std::string& image : affected) {
        const SourceRecord* known = unchanged_.find(image);
        if (known == nullptr || !waits_for_all(*known)) {
            continue;  // a model, say, that another names as its picture
        }
        auto record = unchanged_.take(image);
        const FileStat stat = record->files.front().stat;
        SourceWork& work = add_work(image, stat, importers_.find_for(image), std::move(record));
        import_source(import_context_, work);
        if (work.failed) {
            report_import(work);
        }
    }
    make_room();
    for (SourceWork& work : works_) {
        if (!work.failed && waits_for_all(work.record)) {
            plan_and_cook(work, table.uses_of(work.source));
        }
    }
}

}  // namespace galley
