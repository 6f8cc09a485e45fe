#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Bytes for tests, and the two sweeps that every reader of bytes goes through.
namespace galley::test {

using Bytes = std::vector<std::byte>;

// The whole file. A file that cannot be read fails the running test and gives no bytes.
Bytes read_file(const std::filesystem::path& path);
std::string read_text(const std::filesystem::path& path);

// Writes the file and the directories above it. A failure fails the running test.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, std::string_view text);

Bytes to_bytes(std::string_view text);

// "0a ff 10" to three bytes; white space is free. Anything else fails the running test.
Bytes from_hex(std::string_view hex);

// What a sweep calls with each variant: the bytes, and the length kept or the byte changed.
// The bytes lie in a block of exactly their size, so that the address sanitizer sees a read past
// the end.
using VariantFn = std::function<void(std::span<const std::byte> bytes, std::size_t at)>;

// Calls `fn` with the first n bytes for every n from 0 to size - 1.
void for_each_truncation(std::span<const std::byte> bytes, const VariantFn& fn);

// Calls `fn` once or more for each byte, with that byte inverted, and with its lowest and highest
// bit flipped.
void for_each_byte_flip(std::span<const std::byte> bytes, const VariantFn& fn);

}  // namespace galley::test
