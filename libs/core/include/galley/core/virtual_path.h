#pragma once

#include <string>
#include <string_view>

#include "galley/base/result.h"

namespace galley {

/// A path inside a root: forward slashes, NFC, no empty, `.` or `..` part, no leading or trailing
/// slash, no backslash, no control character, no NUL, not empty, at most 1024 bytes, valid UTF-8.
/// Comparison is exact bytes: case matters on every system.
class VirtualPath {
public:
    /// Checks and normalises text that a document or a person gave (`./a//b` → `a/b`, decomposed
    /// letters → NFC); `..` may not leave the root (kPathEscapes), nor may drive letters, UNC
    /// paths, URLs or a leading slash.
    [[nodiscard]] static Result<VirtualPath> parse(std::string_view text);

    /// Resolves a reference written in a file (`base` is that file's own path; the reference is
    /// relative to its directory). Percent-decoding is the caller's business.
    [[nodiscard]] static Result<VirtualPath> resolve(const VirtualPath& base,
                                                     std::string_view reference);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::string_view directory() const;  ///< without the last part; may be empty
    [[nodiscard]] std::string_view file_name() const;
    [[nodiscard]] std::string_view stem() const;  ///< the file name up to its last dot
    [[nodiscard]] std::string extension() const;  ///< after the last dot, ASCII lower case

    friend auto operator<=>(const VirtualPath&, const VirtualPath&) = default;

private:
    explicit VirtualPath(std::string text) : text_(std::move(text)) {}
    std::string text_;
};

/// The NFC form of UTF-8 text; fails with kBadUtf8 and the byte offset.
[[nodiscard]] Result<std::string> to_nfc(std::string_view utf8);
/// The byte offset of the first byte that is not valid UTF-8, or npos.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text);
/// `%41` → `A`; fails on a broken escape or a NUL, encoded or not.
[[nodiscard]] Result<std::string> percent_decode(std::string_view text);
/// Encodes the bytes of `reserved`, `%` itself and control characters as `%XX` (upper-case hex).
[[nodiscard]] std::string percent_encode(std::string_view text, std::string_view reserved);
/// Joins with one slash; either may be empty.
[[nodiscard]] std::string join_path(std::string_view left, std::string_view right);

}  // namespace galley
