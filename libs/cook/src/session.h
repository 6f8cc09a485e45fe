#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "cook_ledgers.h"
#include "cook_state.h"
#include "galley/cook/cook.h"
#include "galley/cook/cooker.h"
#include "galley/vfs/manifest.h"
#include "import_source.h"
#include "inputs_log.h"
#include "known_tree.h"
#include "last_use.h"
#include "map_names.h"
#include "plan.h"
#include "scheduler.h"
#include "store.h"
#include "survey.h"
#include "unchanged_sources.h"
#include "work.h"

namespace galley {

/// One run of the cook. Order of things:
///   1. survey: stats against the state; when nothing differs, the run ends here;
///   2. imports of what differs, each followed by the cooks of what only it decides;
///   3. when all imports have ended, usages of shared images and what the names in maps mean are
///      decided, and images and maps cooked;
///   4. store and recipes are committed, then the manifest, then the state.
class CookSession {
public:
    CookSession(FileSystem& fs, const Project& project, const ImporterRegistry& importers,
                std::span<const Cooker> cookers, const CookOptions& options,
                CookObserver& observer);

    Result<CookReport> run();

private:
    /// A tree in which no file came or went since the last cook.
    struct SameTree {
        KnownTree known;
        ChangedFiles changed;
        std::int64_t begun_ns = 0;  ///< the clock before it was looked at
    };

    // session.cpp
    [[nodiscard]] Hash128 versions_hash() const;
    [[nodiscard]] Hash128 rules_hash() const;
    [[nodiscard]] CookSummary summary_now();
    [[nodiscard]] std::optional<SameTree> find_same_tree(const CookSummary& now);
    Result<void> cook_what_differs(const CookSummary& now, const std::optional<SameTree>& same);
    Result<Survey> look_at_tree(bool everything, const std::optional<SameTree>& same);
    Result<void> write_known_tree(const Survey& survey, const CookSummary& summary);
    void add_works(const Survey& survey);
    SourceWork& add_work(std::string source, const FileStat& stat, const Importer* importer,
                         std::optional<SourceRecord> before);
    Result<void> run_jobs();
    void report_unchanged();
    [[nodiscard]] const SourceRecord* find_picture(std::string_view source);
    void stop(Error error);
    [[nodiscard]] bool stopped() const { return stopped_; }

    // session_import.cpp
    void submit_import(SourceWork& work);
    void import_job(SourceWork& work, MemoryTicket ticket);
    void import_ended();
    [[nodiscard]] bool keeps_picture(const SourceWork& work);
    void make_room();
    static void let_go(SourceWork& work);
    [[nodiscard]] static std::shared_ptr<Imported> kept_picture(SourceWork& work);
    void cook_images_and_maps();
    void report_import(SourceWork& work);
    [[nodiscard]] std::uint64_t import_memory(const SourceWork& work) const;

    // session_maps.cpp
    [[nodiscard]] bool is_picture(std::string_view source) const;
    [[nodiscard]] std::set<AssetTitle> titles_in_motion() const;
    [[nodiscard]] std::vector<SourceWork*> maps_to_resolve();
    void resolve_maps();

    // session_cook.cpp
    void plan_and_cook(SourceWork& work, const ImageUses& uses);
    [[nodiscard]] Losses known_losses(const Digest& key, const CookedAsset* before);
    Result<void> commit_store();
    void decide_asset(SourceWork& work, AssetWork& asset);
    bool take_from_store(AssetWork& asset);
    void submit_cook(SourceWork& work, AssetWork& asset);
    void cook_job(SourceWork& work, AssetWork& asset);
    Result<void> cook_and_stage(SourceWork& work, AssetWork& asset);
    Result<BytePieces> cook_body(SourceWork& work, AssetWork& asset);
    Result<Bytes> read_unchanged(const std::string& source, const Digest& content);
    Result<TextureInput::Picture> read_picture(const SourceWork& work,
                                               const AssetWork::OtherPicture& picture,
                                               std::deque<Bytes>& kept);
    Result<BytePieces> cook_picture_source(SourceWork& work, AssetWork& asset,
                                           const Digest& content, const CookContext& context);
    /// `on_decoded` as TextureInput has it.
    Result<BytePieces> cook_picture(const SourceWork& work, AssetWork& asset, ByteSpan encoded,
                                    std::string extension, const CookContext& context,
                                    std::function<void()> on_decoded);
    void asset_done(SourceWork& work, AssetWork& asset, std::optional<Error> error);
    void part_done(SourceWork& work);
    void explain(SourceWork& work, AssetWork& asset);
    void progress(std::string_view current);

    // session_finish.cpp
    Result<void> finish(const Survey& survey);
    void settle_recipes();
    void look_again_next_time(const SourceWork& work);
    [[nodiscard]] Ledger whole_ledger(const SourceRecord& record);
    void complete_records();
    void note_last_uses();
    void report_failures();
    void report_removed(const SourceRecord& before, const SourceRecord* now);

    // session_manifest.cpp
    void read_ahead();
    [[nodiscard]] Result<std::optional<Manifest>> read_manifest();
    Result<void> write_manifest();
    [[nodiscard]] bool only_works_changed(const Manifest& known);
    [[nodiscard]] const SourceRecord& record_of(const SourceWork& work) const;
    [[nodiscard]] std::vector<ManifestRow> all_rows();
    void add_rows(const SourceRecord& record, std::vector<ManifestRow>& rows);
    [[nodiscard]] const SourceRecord* record_now(std::string_view source);
    [[nodiscard]] std::vector<Uuid> resolve_named(const ImportedPart& map);
    [[nodiscard]] std::vector<Uuid> resolve_textures(const SourceRecord& record,
                                                     const ImportedPart& material);
    void leave_out_twins(std::vector<ManifestRow>& rows);

    FileSystem& fs_;
    const Project& project_;
    const ImporterRegistry& importers_;
    std::span<const Cooker> cookers_;
    CookOptions options_;
    CookObserver& observer_;
    ImportContext import_context_;
    PlanContext plan_context_;

    std::string state_directory_;
    std::string manifest_path_;
    std::string tree_path_;
    CookState state_;
    InputsLog inputs_;
    LastUseLog last_uses_;
    CookLedgers ledgers_;
    Store store_;
    std::future<Result<std::optional<Manifest>>> manifest_;  ///< as it lies there
    std::optional<JobPool> pool_;
    std::optional<Scheduler> scheduler_;
    CookReport report_;
    /// Manifest and store are as the last cook left them.
    bool outputs_are_there_ = false;
    bool twins_ = false;

    std::deque<SourceWork> works_;
    std::map<std::string, SourceWork*, std::less<>> works_by_source_;
    UnchangedSources unchanged_;
    std::vector<SourceRecord> gone_;
    std::atomic<std::size_t> imports_pending_ = 0;
    std::uint64_t kept_ = 0;  ///< bytes of files that stay for their cooks, under the mutex

    std::mutex mutex_;  ///< the observer, the report, the inputs log, keys in flight
    /// Assets that wait for another one of the same key.
    std::unordered_map<Digest, std::vector<std::pair<SourceWork*, AssetWork*>>> in_flight_;
    /// What this run cooked, before and after it reached the store.
    struct CookedBody {
        Digest output;
        std::uint64_t size = 0;
        Losses losses = Losses::none;
    };
    std::unordered_map<Digest, CookedBody> cooked_;
    std::uint64_t done_ = 0;
    std::uint64_t total_ = 0;
    std::atomic<bool> stopped_ = false;
    std::optional<Error> fatal_;
};

}  // namespace galley
