#include <algorithm>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/core/sha256.h"
#include "galley/project/asset_name.h"
#include "session.h"

namespace galley {

namespace {

void merge_ledger(Ledger& into, const Ledger& from, const std::string& where) {
    for (const LedgerEntry& entry : from.entries()) {
        into.add(entry.verdict, entry.what, entry.where.empty() ? where : entry.where, entry.detail,
                 entry.count);
    }
    if (from.partial()) {
        into.set_partial(from.partial_reason());
    }
}

bool nothing_recorded(const SourceWork& work) {
    return work.passing_error ||
           std::any_of(work.assets.begin(), work.assets.end(),
                       [](const AssetWork& asset) { return asset.passing_error.has_value(); });
}

}  // namespace

/// Of the import and of the cooks of its assets.
Ledger CookSession::whole_ledger(const SourceRecord& record) {
    Ledger ledger = record.ledger;
    for (const CookedAsset& asset : record.assets) {
        if (asset.size != 0) {
            merge_ledger(ledger, ledgers_.find(asset.key),
                         AssetName{record.source, asset.part}.text());
        }
    }
    return ledger;
}

/// The records as this run leaves them, with their assets.
void CookSession::complete_records() {
    for (SourceWork& work : works_) {
        work.record.assets.clear();
        for (AssetWork& asset : work.assets) {
            work.record.assets.push_back(asset.asset);
            report_.assets += 1;
            report_.fresh += asset.outcome == Outcome::fresh ? 1 : 0;
            report_.cooked += asset.outcome == Outcome::cooked ? 1 : 0;
            report_.restored += asset.outcome == Outcome::restored ? 1 : 0;
        }
        work.record.lossy = whole_ledger(work.record).lossy();
        // A source that fails for a reason of this moment keeps its assets (`record_of`).
        if (work.before && !work.passing_error) {
            report_removed(*work.before, &work.record);
        }
    }
    for (const SourceRecord& record : gone_) {
        report_removed(record, nullptr);
    }
}

void CookSession::report_removed(const SourceRecord& before, const SourceRecord* now) {
    for (const CookedAsset& asset : before.assets) {
        const bool kept =
            now != nullptr && std::any_of(now->assets.begin(), now->assets.end(),
                                          [&](const auto& other) { return other.id == asset.id; });
        if (!kept) {
            ++report_.removed;
            observer_.asset({AssetName{before.source, asset.part}.text(),
                             asset.kind,
                             Outcome::removed,
                             {},
                             std::nullopt,
                             0});
        }
    }
}

/// The keys that the manifest is about to stop naming; another asset may still have one of them,
/// which `gc` sees for itself.
void CookSession::note_last_uses() {
    const std::int64_t now = fs_.now_ns();
    const auto note = [&](const SourceRecord& before, const SourceRecord* after) {
        for (const CookedAsset& asset : before.assets) {
            const bool stays = after != nullptr &&
                               std::ranges::any_of(after->assets, [&](const CookedAsset& other) {
                                   return other.key == asset.key;
                               });
            if (!stays && asset.size != 0) {
                last_uses_.put(asset.key, now);
            }
        }
    };
    for (const SourceWork& work : works_) {
        if (work.before && !nothing_recorded(work)) {
            note(*work.before, &work.record);
        }
    }
    for (const SourceRecord& record : gone_) {
        note(record, nullptr);
    }
}

/// After the commit the recipes have their final stats. One that somebody edited meanwhile was not
/// overwritten, or is not what was written: the next cook reads it.
void CookSession::settle_recipes() {
    for (SourceWork& work : works_) {
        if (!work.write_recipe || nothing_recorded(work)) {
            continue;
        }
        const std::string path = join_path(project_.library, recipe_path(work.source));
        const Digest written = sha256(as_byte_span(recipe_text(work.new_recipe)));
        const std::int64_t now = fs_.now_ns();
        const auto stat = fs_.stat(path);
        const auto bytes = fs_.read(path);
        if (stat && bytes && sha256(*bytes) == written) {
            work.record.recipe = *stat;
            work.record.recipe_settled = stamp_is_settled(*stat, now);
            work.record.recipe_digest = written;
        } else {
            work.record.recipe_settled = false;
        }
    }
}

/// The record of a source of which nothing is recorded now is older than the rules and versions
/// that the summary names: without a settled stamp the next cook looks at it whatever the stats
/// say.
void CookSession::look_again_next_time(const SourceWork& work) {
    if (work.before && work.before->recipe_settled) {
        SourceRecord before = *work.before;
        before.recipe_settled = false;
        state_.put(before);
    }
}

Result<void> CookSession::finish(const Survey& survey) {
    complete_records();
    if (options_.dry_run) {
        return {};
    }
    for (SourceWork& work : works_) {
        if (work.write_recipe && !work.failed && !nothing_recorded(work)) {
            TRY(store_.stage_authored(join_path(project_.library, recipe_path(work.source)),
                                      as_byte_span(recipe_text(work.new_recipe)),
                                      work.record.recipe));
        }
    }
    TRY(commit_store());
    settle_recipes();
    TRY(write_manifest());
    bool all_recorded = true;
    for (const SourceWork& work : works_) {
        if (nothing_recorded(work)) {
            all_recorded = false;
            look_again_next_time(work);
            continue;
        }
        const Bytes bytes = encode_source_record(work.record);
        const SourceHead* head = state_.find(work.source);
        if (head == nullptr ||
            !std::equal(bytes.begin(), bytes.end(), head->bytes.begin(), head->bytes.end())) {
            state_.put(work.record);
        }
    }
    for (const SourceRecord& record : gone_) {
        state_.remove(record.source);
    }
    report_.bytes_written = store_.bytes_written();
    const CookSummary summary = summary_now();
    TRY(state_.finish(summary));
    note_last_uses();
    TRY(last_uses_.flush());
    TRY(inputs_.flush());
    // Else the one that is there is of another log.
    return all_recorded ? write_known_tree(survey, summary) : Result<void>();
}

/// Not synced: losing it costs a survey.
Result<void> CookSession::write_known_tree(const Survey& survey, const CookSummary& summary) {
    // Encoding would find that out for itself, after copying the heads of all sources.
    const bool settled = std::ranges::all_of(
        works_, [](const SourceWork& work) { return work.record.recipe_settled; });
    if (!settled) {
        return {};
    }
    TRY_ASSIGN(const FileStat log, fs_.stat(state_.path()));
    const std::vector<SourceHead> heads = state_.heads_now();
    const auto bytes =
        encode_known_tree(project_,
                          {heads, survey.source_directories, survey.recipe_directories,
                           survey.unclaimed, survey.begun_ns},
                          summary, log);
    if (!bytes) {
        return {};
    }
    const std::string temporary = tree_path_ + ".tmp";
    TRY_ASSIGN(auto file, fs_.create(temporary, CreateMode::replace));
    TRY(file->write(*bytes));
    TRY(file->close());
    return fs_.rename(temporary, tree_path_);
}

void CookSession::report_failures() {
    std::map<std::string, SourceOutcome> failures;
    const auto failure_of = [&](const SourceRecord& record, bool known) -> SourceOutcome& {
        SourceOutcome& outcome = failures[record.source];
        outcome.source = record.source;
        outcome.failed = true;
        outcome.known_failure = known;
        return outcome;
    };
    const auto look_at = [&](const SourceRecord& record, bool known) {
        if (record.error) {
            ++report_.failed_sources;
            failure_of(record, known).diagnostics.push_back({Severity::error, *record.error});
        }
        for (const CookedAsset& asset : record.assets) {
            if (asset.error) {
                ++report_.failed_assets;
                failure_of(record, known).diagnostics.push_back({Severity::error, *asset.error});
            }
        }
        if (options_.strict && record.lossy && !record.error) {
            ++report_.failed_sources;
            SourceOutcome& outcome = failure_of(record, false);
            outcome.ledger = whole_ledger(record);
            outcome.diagnostics.push_back(
                {Severity::error,
                 Error{kStrict, "something of it was approximated or dropped",
                       Place{.file = record.source}, "see its ledger, or cook without --strict"}});
        }
    };
    for (const SourceHead* head : unchanged_.heads()) {
        const bool telling = head->failed || (options_.strict && head->lossy);
        const SourceRecord* record = telling ? unchanged_.find(head->source) : nullptr;
        if (record != nullptr) {
            look_at(*record, true);
        }
    }
    for (const SourceWork& work : works_) {
        const bool tried = work.imported_now || std::ranges::any_of(work.assets, &AssetWork::tried);
        look_at(work.record, !tried);
        if (work.passing_error) {
            ++report_.failed_sources;
            failure_of(work.record, false)
                .diagnostics.push_back({Severity::error, *work.passing_error});
        }
        for (const AssetWork& asset : work.assets) {
            if (asset.passing_error) {
                ++report_.failed_assets;
                failure_of(work.record, false)
                    .diagnostics.push_back({Severity::error, *asset.passing_error});
            }
        }
    }
    // Twins were reported when the manifest was made.
    report_.failed_sources += report_.failures.size();
    for (auto& [source, outcome] : failures) {
        report_.failures.push_back(std::move(outcome));
    }
    std::stable_sort(report_.failures.begin(), report_.failures.end(),
                     [](const auto& a, const auto& b) { return a.source < b.source; });
}

}  // namespace galley
