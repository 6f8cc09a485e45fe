#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace galley {

/// A stable error code: `id` is what a person sees and looks up (`docs/errors/<id>.md`), `title`
/// says in a few words what the code means. Codes are declared as constants in each library's
/// `errors.h`; an id is never reused.
struct ErrorCode {
    std::string_view id;
    std::string_view title;

    friend constexpr bool operator==(const ErrorCode& a, const ErrorCode& b) {
        return a.id == b.id;
    }
};

/// Where something is wrong. Every part is optional: text files have line and column (1-based,
/// column in bytes), binary files have a byte offset and perhaps a chunk; `field` is a JSON pointer
/// or a field path inside either.
struct Place {
    static constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

    std::string file = {};
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint64_t offset = kNoOffset;
    std::string chunk = {};
    std::string field = {};

    [[nodiscard]] bool empty() const;

    /// `file:line:column`, `file, chunk GMSH, byte 12, field levels/0`, with what is known.
    [[nodiscard]] std::string to_string() const;
};

/// What went wrong, where, why, and what to do about it. Errors are values; they are moved up the
/// call chain and gain context on the way.
struct Error {
    ErrorCode code;
    std::string message = {};  ///< one sentence, no final stop, no code, no place
    Place place = {};
    std::string hint = {};  ///< what a person can do; empty when nothing is sensible
    std::shared_ptr<const Error> cause = {};  ///< the error this one was made from

    /// `place: error G2003: message (hint); because: ...` on one line.
    [[nodiscard]] std::string to_string() const;

    /// Puts the file's name into the place when no file is named there yet.
    Error&& in_file(std::string_view file) &&;
};

/// Wraps `cause` in an error that says what was being done.
[[nodiscard]] Error because(ErrorCode code, std::string message, Error cause);

template <class T>
using Result = std::expected<T, Error>;

/// Shorthand for a failing return.
[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string message,
                                                 Place place = {}, std::string hint = {}) {
    return std::unexpected(
        Error{code, std::move(message), std::move(place), std::move(hint), nullptr});
}

}  // namespace galley
