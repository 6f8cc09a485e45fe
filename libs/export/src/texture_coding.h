#pragma once

#include <optional>
#include <string_view>

#include "galley/base/result.h"
#include "galley/export/texture_encode.h"

namespace galley {

/// `BC7`, `plain`.
[[nodiscard]] std::string_view word_of(TextureCoding coding);

/// Whether it holds one or two channels of numbers, and no colours: BC4 and BC5.
[[nodiscard]] bool is_numbers(TextureCoding coding);

/// The format of blocks. `coding` is not plain.
[[nodiscard]] PixelFormat blocks_of(TextureCoding coding, bool srgb);

/// What a format is; nothing for blocks that are not made (BC6H, signed ones).
[[nodiscard]] std::optional<TextureCoding> coding_of(PixelFormat format);

/// The format tagged anew; those without an sRGB form stay.
[[nodiscard]] PixelFormat tagged(PixelFormat format, bool srgb);

/// kTextureCoding for sRGB in BC4 and BC5.
[[nodiscard]] Result<void> refuse_srgb(TextureCoding coding, std::optional<bool> srgb);
/// kTextureCoding for floats in blocks, all of which hold 0 to 1.
[[nodiscard]] Result<void> refuse_floats(TextureCoding coding, bool floats);

}  // namespace galley
