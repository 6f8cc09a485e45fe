#include "cooked_asset.h"

#include <fmt/format.h>

#include "errors.h"
#include "galley/base/diagnostics.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/project/asset_name.h"
#include "galley/project/project.h"
#include "galley/vfs/manifest.h"
#include "source.h"

namespace galley::cli {

Result<std::string> cooked_asset_of(FileSystem& fs, const std::string& file,
                                    const std::string& out) {
    const FileAndPart what = split_part(fs, file);
    TRY_ASSIGN(const Source source, open_source(fs, what.file, {}));
    Diagnostics diagnostics;
    TRY_ASSIGN(const Project project, open_project(fs, source.root, out, diagnostics));
    const std::string path = join_path(project.cooked, "desktop.manifest");
    const auto bytes = fs.read(path);
    if (!bytes && bytes.error().code == kFileNotFound) {
        return fail(kNoSuchCooked, fmt::format("nothing was cooked into {}", project.cooked),
                    {.file = file},
                    "cook it first; where 'cook --out' was given, give it here too");
    }
    if (!bytes) return std::unexpected(bytes.error());
    auto manifest = Manifest::read(*bytes);
    if (!manifest) return std::unexpected(std::move(manifest).error().in_file(path));
    const std::string name = AssetName{source.path, what.part}.text();
    const ManifestRow* row = manifest->find_name(name);
    if (row == nullptr) {
        return fail(kNoSuchCooked, fmt::format("{} names no asset {}", path, name), {.file = file},
                    "cook the project; 'galley inspect' of the manifest lists its assets");
    }
    return join_path(project.cooked, store_path(row->key));
}

}  // namespace galley::cli
