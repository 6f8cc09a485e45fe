#include "utf8.h"

namespace galley::vda {

std::size_t utf8_sequence(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.empty()) return 0;
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    const std::size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (text.size() < size) return 0;
    unsigned low = 0x80;
    unsigned high = 0xbf;
    if (first == 0xe0) low = 0xa0;   // shorter forms exist below
    if (first == 0xed) high = 0x9f;  // surrogates above
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;  // U+10FFFF is the last
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t i = 2; i < size; ++i) {
        if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
    }
    return size;
}

std::size_t find_bad_utf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t size = utf8_sequence(text.substr(at));
        if (size == 0) break;
        at += size;
    }
    return at;
}

}  // namespace galley::vda
