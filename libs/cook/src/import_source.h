#pragma once

#include "work.h"

namespace galley {

struct ImportContext {
    FileSystem* fs;
    const Project* project;
    const ImporterRegistry* importers;
    JobPool* pool = nullptr;  ///< while a cook runs
    ImportLimits limits;
    bool frozen = false;
};

/// Whether a time stamp is so old that a later change would show another one. File systems stamp in
/// steps: of up to 10 ms, or of 2 s where only whole seconds are kept.
[[nodiscard]] bool stamp_is_settled(const FileStat& stat, std::int64_t now_ns);

/// Reads the recipe, checks the inputs against the record and imports when they differ; fills
/// `record` (files, parts, error), `changes`, `imported`. Never fails as a whole: what went wrong
/// is in the work.
void import_source(const ImportContext& context, SourceWork& work);

/// Imports again for parts whose bytes are needed although no input changed.
Result<void> load_parts(const ImportContext& context, SourceWork& work);

/// True for failures that the same inputs give again: not of I/O, memory or a limit of this run.
[[nodiscard]] bool is_determined_by_inputs(const Error& error);

}  // namespace galley
