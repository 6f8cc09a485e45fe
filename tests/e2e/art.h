#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "galley/core/json.h"
#include "galley/texel/image.h"

namespace galley::test {

/// Writes `<stem>.gltf` with `<stem>.bin`, which names `<texture>` beside it: one mesh `Sign` of
/// two triangles that face +Z, one material `Paint` with the picture as its base colour, two nodes.
void write_sign(const std::filesystem::path& directory, const std::string& stem,
                const std::string& texture);

/// A small opaque picture of a gradient; `tint` makes pictures differ.
void write_picture(const std::filesystem::path& path, unsigned tint = 0);

/// The picture in a PNG file; fails the test when it is none.
Image read_picture(const std::filesystem::path& path);

std::size_t count_colors(const Image& image);

/// Fails the test, and is null, when the text is no JSON.
Json parse(std::string_view text);

/// The member at `a/b/c`, or null; numbers index arrays.
Json at(const Json& root, std::string_view path);

}  // namespace galley::test
