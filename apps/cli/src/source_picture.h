#pragma once

#include <string>

#include "galley/base/diagnostics.h"
#include "galley/base/file_system.h"
#include "galley/base/result.h"
#include "galley/import/ledger.h"
#include "galley/project/settings.h"
#include "galley/texel/image.h"

namespace galley::cli {

/// A picture file as a cook takes it.
struct SourcePicture {
    Image image;               ///< with the channels that its recipe combines
    TextureSettings settings;  ///< defaults outside of a project
    Ledger ledger;             ///< of the decoding
};
[[nodiscard]] Result<SourcePicture> decode_source_picture(FileSystem& fs, const std::string& file);

/// Warns of a picture of which only a part could be read.
void warn_of_damage(const Ledger& ledger, const std::string& file, Diagnostics& diagnostics);

/// The encoded bytes of a picture below `root`: when the root is a project whose recipe for it
/// combines channels, a PNG of that, and a warning where it is damaged; else the file itself.
[[nodiscard]] Result<Bytes> read_source_picture(FileSystem& fs, const std::string& root,
                                                const std::string& path, Diagnostics& diagnostics);

}  // namespace galley::cli
