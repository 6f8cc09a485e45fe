#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/kinds.h"
#include "galley/base/diagnostics.h"
#include "galley/base/file_system.h"
#include "galley/import/importer.h"
#include "galley/project/project.h"

namespace galley {

struct CookOptions {
    std::string profile = "desktop";
    unsigned jobs = 0;         ///< threads; 0 means all
    std::uint64_t memory = 0;  ///< bytes that jobs may hold together; 0 means half the machine
    std::uint64_t max_decoded = std::uint64_t{2} << 30;  ///< bytes of one decoded picture
    bool dry_run = false;                                ///< decides, reports, writes nothing
    bool force = false;                                  ///< imports and cooks everything again
    bool frozen = false;  ///< never writes recipes; a missing one is an error
    bool strict = false;  ///< approximated and dropped things fail the source
};

/// One input of an import or a cook that is not what it was.
struct Change {
    std::string
        input;  ///< `source assets/a.gltf`, `file assets/a.bin`, `setting usage`, `cooker version`
    std::string from;  ///< empty when there was none
    std::string to;    ///< empty when it is gone
    friend bool operator==(const Change&, const Change&) = default;
};

enum class Outcome : std::uint8_t { fresh, cooked, restored, failed, removed };
[[nodiscard]] std::string_view outcome_word(Outcome outcome);

struct AssetOutcome {
    std::string name;
    Kind kind = Kind::mesh;
    Outcome outcome = Outcome::fresh;
    std::vector<Change> why;     ///< for cooked, restored and failed ones
    std::optional<Error> error;  ///< for failed ones
    std::uint64_t microseconds = 0;
    std::vector<Diagnostic> diagnostics = {};  ///< of the cook that made it: what looks wrong in it
    Ledger ledger = {};  ///< what that cook converted, approximated or dropped
};

struct SourceOutcome {
    std::string source;
    bool imported = false;  ///< false: known from an earlier run
    bool failed = false;
    bool known_failure = false;  ///< failed before on the same inputs and was not tried again (Z6)
    std::vector<Change> why;
    std::vector<Diagnostic> diagnostics;
    Ledger ledger;  ///< what the import kept, converted, lost
};

/// What a cook tells while it runs. Called from one thread at a time, never after `cook` returned.
class CookObserver {
public:
    virtual ~CookObserver() = default;
    virtual void progress(std::uint64_t done, std::uint64_t total, std::string_view current) {
        (void)done, (void)total, (void)current;
    }
    virtual void asset(const AssetOutcome& outcome) { (void)outcome; }  ///< not for fresh ones
    virtual void source(const SourceOutcome& outcome) {
        (void)outcome;
    }  ///< not for unchanged ones
};

struct CookReport {
    std::uint64_t sources = 0, imported = 0, assets = 0, fresh = 0, cooked = 0, restored = 0,
                  removed = 0;
    /// Files below the sources that no importer claims; they are left alone.
    std::uint64_t unclaimed = 0;
    std::uint64_t failed_sources = 0, failed_assets = 0;
    std::uint64_t bytes_written = 0;
    std::vector<SourceOutcome> failures;  ///< every failing source, known ones included
    /// Seconds of all threads spent in jobs, and of the whole run times the threads.
    double busy_seconds = 0, thread_seconds = 0;
    std::uint64_t peak_job_memory = 0;  ///< the most that admitted jobs were estimated at
    [[nodiscard]] bool ok() const { return failed_sources == 0 && failed_assets == 0; }
};

struct Cooker;

/// Brings `project.cooked` up to date with its sources. Holds the writer's lock; waits for another
/// writer. An error is only what stops the whole (no lock, no disk, a broken project file, a folder
/// that cannot be listed): one bad source never does.
[[nodiscard]] Result<CookReport> cook(FileSystem& fs, const Project& project,
                                      const ImporterRegistry& importers, const CookOptions& options,
                                      CookObserver& observer);

/// The same with other cookers than the built-in ones (`cooker.h`).
[[nodiscard]] Result<CookReport> cook_with(FileSystem& fs, const Project& project,
                                           const ImporterRegistry& importers,
                                           std::span<const Cooker> cookers,
                                           const CookOptions& options, CookObserver& observer);

}  // namespace galley
