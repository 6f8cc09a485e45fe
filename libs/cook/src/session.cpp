#include "session.h"

#include <algorithm>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "machine_memory.h"

namespace galley {

CookSession::CookSession(FileSystem& fs, const Project& project, const ImporterRegistry& importers,
                         std::span<const Cooker> cookers, const CookOptions& options,
                         CookObserver& observer)
    : fs_(fs), project_(project), importers_(importers), cookers_(cookers), options_(options),
      observer_(observer), state_directory_(join_path(project.cooked, "state")),
      manifest_path_(join_path(project.cooked, options.profile + ".manifest")),
      tree_path_(join_path(state_directory_, options.profile + ".tree")),
      state_(fs, state_directory_, options.profile), inputs_(fs, state_directory_),
      last_uses_(fs, state_directory_), ledgers_(fs, state_directory_), store_(fs, project.cooked) {
    options_.jobs = options.jobs == 0 ? hardware_threads() : options.jobs;
    options_.memory = options.memory == 0 ? machine_memory() / 2 : options.memory;
    import_context_.fs = &fs;
    import_context_.project = &project;
    import_context_.importers = &importers;
    import_context_.limits.decode.max_decoded = options.max_decoded;
    import_context_.frozen = options.frozen;
    plan_context_ = {&project, cookers, options.frozen,
                     [this](std::string_view source) { return find_picture(source); }};
}

Hash128 CookSession::versions_hash() const {
    std::string text;
    for (const Importer& importer : importers_.all()) {
        text += fmt::format("importer {} {}\n", importer.name, importer.version);
    }
    for (const Cooker& cooker : cookers_) {
        const KindInfo& kind = kind_info(cooker.kind);
        text += fmt::format("cooker {} {} {} {}\n", kind.word, kind.body_version, cooker.version,
                            cooker.libraries);
    }
    return xxh3_128(as_byte_span(text));
}

Hash128 CookSession::rules_hash() const {
    std::string text = project_.bare ? "bare\n" : "project\n";
    for (const FolderRule& rule : project_.rules) {
        text += fmt::format("{} {}\n", rule.match, write_json_compact(rule.settings));
    }
    return xxh3_128(as_byte_span(text));
}

CookSummary CookSession::summary_now() {
    CookSummary summary;
    summary.versions = versions_hash();
    summary.rules = rules_hash();
    if (const auto stat = fs_.stat(manifest_path_)) {
        summary.manifest = *stat;
    }
    const Store::Stamps stamps = store_.stamps();
    summary.store = stamps.hash;
    summary.store_settled = stamps.settled;
    summary.twins = twins_;
    return summary;
}

/// Once all imports have ended.
const SourceRecord* CookSession::find_picture(std::string_view source) {
    const auto work = works_by_source_.find(source);
    if (work == works_by_source_.end()) {
        return unchanged_.find(source);
    }
    return work->second->failed ? nullptr : &work->second->record;
}

void CookSession::stop(Error error) {
    const std::lock_guard lock(mutex_);
    if (!fatal_) {
        fatal_ = std::move(error);
    }
    stopped_ = true;
}

SourceWork& CookSession::add_work(std::string source, const FileStat& stat,
                                  const Importer* importer, std::optional<SourceRecord> before) {
    SourceWork& work = works_.emplace_back();
    work.source = std::move(source);
    work.stat = stat;
    work.importer = importer;
    work.before = std::move(before);
    work.import_anyway = options_.force || !work.before ||
                         work.before->importer_version != importer->version ||
                         (work.before->error && work.before->max_decoded != options_.max_decoded);
    works_by_source_.emplace(work.source, &work);
    return work;
}

void CookSession::add_works(const Survey& survey) {
    for (const SurveyedSource& surveyed : survey.sources) {
        std::optional<SourceRecord> before;
        if (surveyed.head != nullptr) {
            before = decode_source_record(surveyed.head->bytes);
        }
        add_work(surveyed.source, surveyed.stat, surveyed.importer, std::move(before))
            .check_inputs = surveyed.inputs_differ;
    }
    for (const SourceHead* head : survey.gone) {
        if (auto record = decode_source_record(head->bytes)) {
            gone_.push_back(*std::move(record));
        }
    }
    unchanged_ = UnchangedSources(survey.unchanged);
    if (outputs_are_there_) {
        return;
    }
    for (const SourceHead* head : survey.unchanged) {
        const auto record = decode_source_record(head->bytes);
        const bool whole =
            record && std::all_of(record->assets.begin(), record->assets.end(),
                                  [&](const CookedAsset& asset) {
                                      return asset.size == 0 || store_.contains(asset.key);
                                  });
        const auto path = VirtualPath::parse(head->source);
        if (!whole && path) {
            add_work(path->text(), head->stat, importers_.find_for(path->text()),
                     unchanged_.take(head->source));
        }
    }
}

void CookSession::report_unchanged() {
    for (const SourceHead* head : unchanged_.heads()) {
        report_.assets += head->assets;
        report_.fresh += head->assets;
        if (!head->failed) {
            continue;
        }
        if (const SourceRecord* record = unchanged_.find(head->source)) {
            for (const CookedAsset& asset : record->assets) {
                report_.fresh -= asset.error ? 1 : 0;
            }
        }
    }
}

Result<void> CookSession::run_jobs() {
    pool_.emplace(options_.jobs);
    import_context_.pool = &*pool_;
    // Code, state and what the allocator keeps take their part beside the jobs.
    constexpr std::uint64_t kProcess = std::uint64_t{80} << 20;
    scheduler_.emplace(*pool_, std::max(options_.memory / 8 * 3,
                                        options_.memory - std::min(options_.memory, kProcess)));
    imports_pending_ = works_.size() + 1;
    const std::size_t count = works_.size();
    total_ = count;
    for (std::size_t i = 0; i < count; ++i) {
        submit_import(works_[i]);
    }
    import_ended();
    scheduler_->wait();
    for (SourceWork& work : works_) {
        work.ticket.reset();
    }
    report_.peak_job_memory = scheduler_->peak_memory();
    report_.busy_seconds = scheduler_->busy_seconds();
    scheduler_.reset();
    import_context_.pool = nullptr;
    pool_.reset();
    if (fatal_) {
        return std::unexpected(*std::move(fatal_));
    }
    return {};
}

/// Asks the known tree and the file system alone.
std::optional<CookSession::SameTree> CookSession::find_same_tree(const CookSummary& now) {
    const auto log = fs_.stat(state_.path());
    if (options_.force || !log || !now.store_settled) {
        return std::nullopt;
    }
    const std::int64_t begun_ns = fs_.now_ns();
    auto known = KnownTree::read(fs_, tree_path_, *log);
    if (!known || known->summary() != now) {
        return std::nullopt;
    }
    auto changed = known->find_changed(fs_, project_, options_.jobs);
    if (!changed) {
        return std::nullopt;
    }
    return SameTree{*std::move(known), *std::move(changed), begun_ns};
}

Result<Survey> CookSession::look_at_tree(bool everything, const std::optional<SameTree>& same) {
    const SurveyOptions options{options_.max_decoded, options_.strict, everything};
    std::optional<Survey> found;
    if (same && !everything) {
        found = survey_changed(fs_, project_, importers_, state_, options, same->changed);
    }
    if (!found) {
        return survey_sources(fs_, project_, importers_, state_, options, options_.jobs);
    }
    Survey& survey = *found;
    survey.total = same->known.counts().sources;
    survey.unclaimed = same->known.counts().unclaimed;
    survey.source_directories = same->known.directories(KnownTree::Root::sources);
    survey.recipe_directories = same->known.directories(KnownTree::Root::recipes);
    survey.begun_ns = same->begun_ns;
    return *std::move(found);
}

Result<void> CookSession::cook_what_differs(const CookSummary& now,
                                            const std::optional<SameTree>& same) {
    if (!same || !same->changed.empty()) {
        read_ahead();
    }
    state_.load();
    const std::optional<CookSummary>& last = state_.summary();
    const bool everything =
        options_.force || !last || last->versions != now.versions || last->rules != now.rules;
    TRY_ASSIGN(const Survey survey, look_at_tree(everything, same));
    report_.sources = survey.total;
    report_.unclaimed = survey.unclaimed;
    outputs_are_there_ = last && !last->twins && last->manifest == now.manifest &&
                         last->store_settled && last->store == now.store;
    if (survey.sources.empty() && survey.gone.empty() && outputs_are_there_) {
        unchanged_ = UnchangedSources(survey.unchanged);
        if (!(same && same->changed.empty()) && !options_.dry_run) {
            TRY(write_known_tree(survey, now));
        }
    } else {
        if (!options_.dry_run) {
            TRY(store_.clear_staging());
        }
        if (!outputs_are_there_) {
            TRY(store_.load());
        }
        if (!manifest_.valid()) {
            read_ahead();
        }
        add_works(survey);
        TRY(run_jobs());
        TRY(finish(survey));
    }
    report_unchanged();
    report_failures();
    return {};
}

Result<CookReport> CookSession::run() {
    const auto start = std::chrono::steady_clock::now();
    std::unique_ptr<FileLock> writer;
    if (!options_.dry_run) {
        TRY(fs_.make_directories(state_directory_));
        TRY_ASSIGN(writer, fs_.lock(join_path(state_directory_, "lock"), true));
    }
    const CookSummary now = summary_now();
    const std::optional<SameTree> same = find_same_tree(now);
    const bool tells_more =
        same && (same->known.counts().failed || (options_.strict && same->known.counts().lossy));
    if (same && same->changed.empty() && !tells_more) {
        const KnownTree::Counts& counts = same->known.counts();
        report_.sources = counts.sources;
        report_.unclaimed = counts.unclaimed;
        report_.assets = counts.assets;
        report_.fresh = counts.assets;
    } else {
        TRY(cook_what_differs(now, same));
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    report_.thread_seconds = spent.count() * options_.jobs;
    return std::move(report_);
}

Result<CookReport> cook_with(FileSystem& fs, const Project& project,
                             const ImporterRegistry& importers, std::span<const Cooker> cookers,
                             const CookOptions& options, CookObserver& observer) {
    return CookSession(fs, project, importers, cookers, options, observer).run();
}

Result<CookReport> cook(FileSystem& fs, const Project& project, const ImporterRegistry& importers,
                        const CookOptions& options, CookObserver& observer) {
    return cook_with(fs, project, importers, builtin_cookers(), options, observer);
}

std::string_view outcome_word(Outcome outcome) {
    switch (outcome) {
    case Outcome::fresh: return "fresh";
    case Outcome::cooked: return "cooked";
    case Outcome::restored: return "restored";
    case Outcome::failed: return "failed";
    case Outcome::removed: return "removed";
    }
    return "unknown";
}

}  // namespace galley
