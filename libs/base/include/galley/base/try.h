#pragma once

#include <expected>
#include <utility>

/// `TRY(expression);` returns the error of a failed Result<void> (or drops the value of another).
/// `TRY_ASSIGN(declaration, expression);` returns the error or assigns the value:
///     TRY_ASSIGN(auto bytes, fs.read(path));
/// For use in .cpp files. g++ 12's std::expected has no and_then.
#define GALLEY_TRY_JOIN2(a, b) a##b
#define GALLEY_TRY_JOIN(a, b) GALLEY_TRY_JOIN2(a, b)

#define TRY(...)                                                                                   \
    do {                                                                                           \
        auto galley_try_result = (__VA_ARGS__);                                                    \
        if (!galley_try_result) {                                                                  \
            return std::unexpected(std::move(galley_try_result).error());                          \
        }                                                                                          \
    } while (false)

#define GALLEY_TRY_ASSIGN(result, declaration, ...)                                                \
    auto result = (__VA_ARGS__);                                                                   \
    if (!result) {                                                                                 \
        return std::unexpected(std::move(result).error());                                         \
    }                                                                                              \
    declaration = *std::move(result)

#define TRY_ASSIGN(declaration, ...)                                                               \
    GALLEY_TRY_ASSIGN(GALLEY_TRY_JOIN(galley_try_, __LINE__), declaration, __VA_ARGS__)
