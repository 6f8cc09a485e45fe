#include "galley/test/bytes.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <system_error>

#include <gtest/gtest.h>

namespace galley::test {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) ADD_FAILURE() << "cannot read " << path;
    return text;
}

Bytes read_file(const std::filesystem::path& path) { return to_bytes(read_text(path)); }

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) ADD_FAILURE() << "cannot write " << path;
}

void write_file(const std::filesystem::path& path, std::string_view text) {
    write_file(path, std::as_bytes(std::span(text)));
}

Bytes to_bytes(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

Bytes from_hex(std::string_view hex) {
    Bytes out;
    int high = -1;
    for (const char c : hex) {
        if (c == ' ' || c == '\n') continue;
        const int digit = hex_digit(c);
        if (digit < 0) {
            ADD_FAILURE() << "not a hex digit: " << c;
            return {};
        }
        if (high < 0) {
            high = digit;
        } else {
            out.push_back(static_cast<std::byte>(high * 16 + digit));
            high = -1;
        }
    }
    if (high >= 0) ADD_FAILURE() << "an odd number of hex digits";
    return out;
}

void for_each_truncation(std::span<const std::byte> bytes, const VariantFn& fn) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto copy = std::make_unique_for_overwrite<std::byte[]>(size);
        std::copy_n(bytes.begin(), size, copy.get());
        fn({copy.get(), size}, size);
    }
}

void for_each_byte_flip(std::span<const std::byte> bytes, const VariantFn& fn) {
    const auto copy = std::make_unique_for_overwrite<std::byte[]>(bytes.size());
    std::ranges::copy(bytes, copy.get());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const auto mask : {std::byte{0xff}, std::byte{0x01}, std::byte{0x80}}) {
            copy[at] = bytes[at] ^ mask;
            fn({copy.get(), bytes.size()}, at);
        }
        copy[at] = bytes[at];
    }
}

}  // namespace galley::test
