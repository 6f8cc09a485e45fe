#include "galley/project/channels.h"

#include <algorithm>

namespace galley {

namespace {

constexpr std::string_view kWords = "rgba01";
constexpr std::string_view kInverted = "1-";

}  // namespace

std::optional<ChannelChoice> parse_channel(std::string_view text) {
    ChannelChoice choice;
    if (text.starts_with(kInverted)) {
        choice.inverted = true;
        text.remove_prefix(kInverted.size());
    }
    if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
        choice.picture = text.substr(0, colon);
        text.remove_prefix(colon + 1);
        if (choice.picture.empty()) {
            return std::nullopt;
        }
    }
    const std::size_t word = text.size() == 1 ? kWords.find(text.front()) : std::string_view::npos;
    if (word == std::string_view::npos) {
        return std::nullopt;
    }
    choice.of = static_cast<ChannelChoice::Of>(word);
    if (choice.of >= ChannelChoice::Of::zero && (choice.inverted || !choice.picture.empty())) {
        return std::nullopt;
    }
    return choice;
}

std::string channel_text(const ChannelChoice& choice) {
    std::string text(choice.inverted ? kInverted : std::string_view());
    if (!choice.picture.empty()) {
        text += choice.picture + ":";
    }
    return text + kWords[static_cast<std::size_t>(choice.of)];
}

}  // namespace galley
