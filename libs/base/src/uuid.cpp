#include "galley/base/uuid.h"

#include <cstring>

#include "hex.h"

namespace galley {

std::string Uuid::to_string() const {
    std::string text;
    text.reserve(36);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        append_hex(text, bytes[i]);
    }
    return text;
}

std::optional<Uuid> Uuid::parse(std::string_view text) {
    if (text.size() != 36) return std::nullopt;
    Uuid id;
    std::size_t at = 0;
    for (std::size_t i = 0; i < id.bytes.size(); ++i) {
        if ((i == 4 || i == 6 || i == 8 || i == 10) && text[at++] != '-') return std::nullopt;
        const int high = hex_digit(text[at]);
        const int low = hex_digit(text[at + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        id.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
        at += 2;
    }
    return id;
}

}  // namespace galley

std::size_t std::hash<galley::Uuid>::operator()(const galley::Uuid& id) const noexcept {
    std::uint64_t low;
    std::uint64_t high;
    std::memcpy(&low, id.bytes.data(), 8);
    std::memcpy(&high, id.bytes.data() + 8, 8);
    return static_cast<std::size_t>(low ^ (high * 0x9e3779b97f4a7c15U));
}
