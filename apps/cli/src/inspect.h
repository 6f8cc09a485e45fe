#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/file_system.h"
#include "galley/base/result.h"
#include "galley/core/json.h"
#include "galley/import/importer.h"
#include "galley/vda/asset_file.h"

namespace galley::cli {

/// What a file holds, for programs (`docs/formats/inspect-json.md`) and for people.
struct Inspection {
    Json json = Json::object();
    std::string text;
    std::vector<Error> warnings = {};        ///< of what is told nevertheless, with their places
    std::optional<Error> pixels_error = {};  ///< of a picture whose header alone can be read
};

[[nodiscard]] Inspection inspect_model(const Model& model);
[[nodiscard]] Json counts_json(const ModelCounts& counts);
[[nodiscard]] Inspection inspect_image(const ImageInfo& info);
/// A `.vda` file, Galley's own or another.
[[nodiscard]] Result<Inspection> inspect_container(ByteSpan file);
[[nodiscard]] Inspection inspect_map(const ImportedMap& map);
[[nodiscard]] Inspection inspect_seed_body(const vda::SeedBody& body);
/// The body of one of Veduta's kinds.
[[nodiscard]] Result<Inspection> inspect_seed(const vda::AssetFile& file);
[[nodiscard]] Result<Inspection> inspect_manifest(ByteSpan file);
/// A project, or a folder of art.
[[nodiscard]] Result<Inspection> inspect_project(FileSystem& fs, std::string_view directory,
                                                 std::string_view out);

}  // namespace galley::cli
