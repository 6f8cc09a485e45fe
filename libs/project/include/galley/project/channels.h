#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace galley {

/// What one channel of a texture is made from, as the setting `channels` says it: `r`, `1-g`, `1`,
/// `assets/rough.png:r`, `texture/Rough:r` of the same model.
struct ChannelChoice {
    enum class Of : std::uint8_t { red, green, blue, alpha, zero, one };

    Of of = Of::red;
    bool inverted = false;  ///< 1 minus it
    /// Whose channel: a virtual path, `texture/NAME` of the same model, or empty for the picture
    /// whose setting it is. Empty for 0 and 1.
    std::string picture;

    friend bool operator==(const ChannelChoice&, const ChannelChoice&) = default;
};

/// Nothing when it is none. 0 and 1 are never inverted.
[[nodiscard]] std::optional<ChannelChoice> parse_channel(std::string_view text);
[[nodiscard]] std::string channel_text(const ChannelChoice& choice);

/// 1 (grey), 3 or 4 of them.
using ChannelChoices = std::vector<ChannelChoice>;

}  // namespace galley
