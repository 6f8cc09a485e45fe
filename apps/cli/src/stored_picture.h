#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galley/base/diagnostics.h"
#include "galley/base/file_system.h"
#include "galley/preview/scene.h"
#include "galley/vfs/manifest.h"

namespace galley::cli {

inline constexpr std::uint64_t kMostFileBytes = std::uint64_t{4} << 30;

/// What a manifest beside a store says about one of the store's files.
struct StoredAsset {
    std::string cooked;  ///< directory of the manifest
    Manifest manifest;
    ManifestRow row;
};

/// For `cooked/store/3f/3f....vda`; nothing where no manifest of `cooked` names the key.
[[nodiscard]] std::optional<StoredAsset> find_stored(FileSystem& fs, const std::string& file,
                                                     const Digest& key);

/// The whole texture of the store, for drawing; its largest level, halved to `most_side`.
[[nodiscard]] Result<preview::Texture> stored_texture(FileSystem& fs, const std::string& path,
                                                      std::uint32_t most_side);

/// The textures that a material's slots index; empty where no manifest knows it, and the missing
/// one, with a warning, for what cannot be read.
[[nodiscard]] std::vector<preview::Texture> stored_textures(FileSystem& fs, const std::string& file,
                                                            const Digest& key,
                                                            Diagnostics& diagnostics);

}  // namespace galley::cli
