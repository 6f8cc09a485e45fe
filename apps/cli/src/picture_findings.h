#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "galley/base/file_system.h"
#include "galley/import/importer.h"
#include "source.h"
#include "verbs.h"

namespace galley::cli {

/// What decoding a picture finds that its header does not say.
struct PictureFindings {
    Ledger ledger;  ///< with the samples that a cook clamps
    /// kImageDamaged when only a part could be read. Without a place.
    std::optional<Error> warning;
    std::optional<Error> error;  ///< why it cannot be decoded
};
[[nodiscard]] PictureFindings findings_of(ByteSpan file, std::string_view extension,
                                          const DecodeLimits& limits);

/// A picture that an import brings: a file, or bytes inside a model.
struct BroughtPicture {
    std::string shown;  ///< what a person is told it is called
    std::string file;   ///< to be read; empty for one inside a model
    ByteSpan bytes = {};
};
/// Those that are files of the source, and those inside its model.
[[nodiscard]] std::vector<BroughtPicture> pictures_of(const Source& source, std::string_view file);

/// Decodes the pictures, several at once, and gives what was found in their order.
[[nodiscard]] std::vector<PictureFindings>
find_in_pictures(std::span<const BroughtPicture> pictures, Session& session);

/// Prints what is converted, approximated and dropped, each line begun by `indent`, and warns of
/// what is damaged. The import goes on: a cook refuses what cannot be decoded.
void tell_findings(const PictureFindings& found, const BroughtPicture& picture,
                   std::string_view indent, Session& session);

}  // namespace galley::cli
