#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "galley/cook/cook.h"
#include "galley/import/importer.h"
#include "galley/project/recipe.h"
#include "galley/vda/meta.h"
#include "key.h"
#include "scheduler.h"
#include "source_record.h"

namespace galley {

/// One asset of a source that this cook looks at.
struct AssetWork {
    CookedAsset asset;
    KeyInputs inputs;
    TextureSettings texture;  ///< effective, for a texture
    MeshSettings mesh;        ///< effective, for a mesh
    WrapMode wrap_u = WrapMode::repeat;
    WrapMode wrap_v = WrapMode::repeat;
    /// A picture that the texture is made with besides its own: a part of the same source, or
    /// another source.
    struct OtherPicture {
        std::string part;    ///< `Bricks_n`; empty for another source's file
        std::string source;  ///< virtual path; empty for a part
        bool found = false;
        Digest content;
        std::uint64_t weight = 0;
        /// As settings name it: `assets/n.png`, `texture/Bricks_n`.
        [[nodiscard]] std::string name() const {
            return source.empty() ? "texture/" + part : source;
        }
    };
    std::optional<OtherPicture> normals;  ///< that raise the roughness; found
    std::vector<OtherPicture> pictures;   ///< that channels are taken from, found or not
    /// Of one of Veduta's kinds; `source_hash` comes with the cook.
    std::optional<vda::Meta> meta;
    std::optional<Error> refused;  ///< why it must not be cooked
    Outcome outcome = Outcome::fresh;
    bool tried = false;  ///< in this run: else it is known from an earlier one
    std::vector<Change> why;
    std::uint64_t microseconds = 0;
    Ledger ledger;                        ///< of its cook
    std::vector<Diagnostic> diagnostics;  ///< of its cook
    std::optional<Error> passing_error;   ///< not determined by the inputs: nothing is recorded
};

/// One source that this cook looks at, from the check of its inputs to its new record. Between
/// submitting and finishing a job only that job touches it.
struct SourceWork {
    std::string source;  ///< virtual path
    const Importer* importer = nullptr;
    FileStat stat;  ///< as the scan saw it
    std::optional<SourceRecord> before;
    SourceRecord record;
    bool check_inputs = false;   ///< stats differ: hash, and import when bytes differ
    bool import_anyway = false;  ///< forced, or another importer version, or no record
    bool imported_now = false;
    bool counted = false;                ///< as an import, in the report
    bool failed = false;                 ///< for good or for now; `record.error` says for good
    std::optional<Error> passing_error;  ///< not determined by the inputs: nothing is recorded
    std::vector<Change> changes;         ///< of the import's inputs

    std::optional<Recipe> recipe;
    bool recipe_exists = false;
    bool write_recipe = false;
    Recipe new_recipe;
    std::vector<Diagnostic> diagnostics;

    std::mutex parts_mutex;  ///< guards `imported` and `ticket` once cook jobs were submitted
    /// The neutral parts, while jobs need them; of a picture only where memory allows.
    std::shared_ptr<Imported> imported;
    MemoryTicket ticket;  ///< their memory
    std::vector<AssetWork> assets;
    std::atomic<std::size_t> pending = 0;  ///< cook jobs under way
};

}  // namespace galley
