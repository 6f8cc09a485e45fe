#include "printable.h"

#include <fmt/format.h>

#include "utf8.h"

namespace galley::vda {

std::string printable(std::string_view text) {
    constexpr std::size_t kMost = 60;
    std::string out = "'";
    while (!text.empty() && out.size() < kMost) {
        const std::size_t size = utf8_sequence(text);
        const auto byte = static_cast<unsigned char>(text[0]);
        if (size == 0 || byte < 0x20 || byte == 0x7f) {
            out += fmt::format("\\x{:02x}", byte);
            text.remove_prefix(1);
        } else {
            out += text.substr(0, size);
            text.remove_prefix(size);
        }
    }
    if (!text.empty()) out += "...";
    return out + "'";
}

}  // namespace galley::vda
