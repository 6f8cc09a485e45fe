#include "gltf/data_uri.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/import/errors.h"

namespace galley::gltf {
namespace {

constexpr std::uint8_t kBad = 0xFF;

constexpr std::array<std::uint8_t, 256> make_table() {
    std::array<std::uint8_t, 256> table{};
    table.fill(kBad);
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    }
    return table;
}
constexpr auto kTable = make_table();

Result<Bytes> decode_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return fail(kGltfDataUri,
                    fmt::format("{} base64 characters are no multiple of 4", text.size()));
    }
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
    Bytes out(text.size() / 4 * 3);
    std::byte* to = out.data();
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::array<std::uint8_t, 4> sextets = {};
        const std::size_t given = i + 4 == text.size() ? 4 - padding : 4;
        std::uint8_t any = 0;
        for (std::size_t k = 0; k < given; ++k) {
            sextets[k] = kTable[static_cast<unsigned char>(text[i + k])];
            any |= sextets[k];
        }
        if (any > 63) {
            return fail(kGltfDataUri, fmt::format("no base64 at character {} of the data", i));
        }
        const std::uint32_t bits = std::uint32_t{sextets[0]} << 18 |
                                   std::uint32_t{sextets[1]} << 12 |
                                   std::uint32_t{sextets[2]} << 6 | sextets[3];
        *to++ = static_cast<std::byte>(bits >> 16);
        *to++ = static_cast<std::byte>(bits >> 8);
        *to++ = static_cast<std::byte>(bits);
    }
    out.resize(out.size() - padding);
    return out;
}

}  // namespace

bool is_data_uri(std::string_view uri) {
    constexpr std::string_view kScheme = "data:";
    return uri.size() >= kScheme.size() &&
           std::ranges::equal(uri.substr(0, kScheme.size()), kScheme, {}, [](char c) {
               return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
           });
}

Result<DataUri> decode_data_uri(std::string_view uri) {
    uri.remove_prefix(5);
    const std::size_t comma = uri.find(',');
    if (comma == std::string_view::npos) return fail(kGltfDataUri, "the data URI has no comma");
    const std::string_view header = uri.substr(0, comma);
    if (!header.ends_with(";base64") || header.find(";;") != std::string_view::npos) {
        return fail(kGltfDataUri, "the data URI is not in base64");
    }
    TRY_ASSIGN(Bytes bytes, decode_base64(uri.substr(comma + 1)));
    return DataUri{header.substr(0, header.find(';')), std::move(bytes)};
}

}  // namespace galley::gltf
