#include "texture_levels.h"

#include <fmt/format.h>

#include "galley/export/errors.h"

namespace galley {

Result<void> check_levels(const TextureInfo& info, std::span<const ByteSpan> levels) {
    if (const auto checked = check_texture(info); !checked)
        return std::unexpected(because(kTextureWrite, "not a texture", checked.error()));
    if (levels.size() != info.levels)
        return fail(kTextureWrite,
                    fmt::format("{} levels are given of {}", levels.size(), info.levels));
    for (std::uint32_t i = 0; i < info.levels; ++i)
        if (levels[i].size() != level_bytes(info, i))
            return fail(kTextureWrite, fmt::format("level {} has {} bytes where it takes {}", i,
                                                   levels[i].size(), level_bytes(info, i)));
    return {};
}

}  // namespace galley
