#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "galley/base/vec.h"

/// How the payloads of Veduta's kinds are described, once, for everything that walks them.
///
/// Each struct has a function template `fields(archive, value, …)` in `<kind>_fields.h` that visits
/// its fields in the order of `docs/formats/vda-bodies.md` and states the rules where they can be
/// told. Decoding, encoding, smallest sizes, dumps and reading dumps are archives; each has:
///
///     archive("name", value)          a field of a plain type, a string, a Color, a Grid
///     archive("name", value, limit)   and a rule about its value
///     archive.array("name", vector)   a counted list of plain numbers
///     archive.strings("name", vector)
///     archive.list("name", vector, body)         body(archive, element, index)
///     archive.count("name", vector, count)       the u32 count of what comes further on:
///     archive.items("name", vector, count, body) the elements of such a list
///     archive.rows("name", vector, columns, rows, rule)  that many numbers, without a count
///     archive.optional("name", optional, body)   a bool, and fields where it is true
///     archive.group("name", value, body)         fields with a common name, no bytes of its own
///     archive.choice("type", "name", variant, rule)  a u8 and the value of that alternative
///     archive.check(ok, "MS1", mark, "why", …)   a rule about several fields
///     archive.check_below("MS2", mark, vector, limit, "vertices")  about each number of an array
///
/// Bodies may run on a made-up first element, to learn the smallest size of one.
namespace galley::vda {

/// 0xAARRGGBB.
struct Color {
    std::uint32_t argb = 0;
    friend bool operator==(const Color&, const Color&) = default;
};

/// Columns and rows of frames; 0 0 is a single image.
struct Grid {
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    friend bool operator==(const Grid&, const Grid&) = default;
};

/// `T` or `const T`: archives that read take the one, archives that write the other.
template <class Given, class T>
concept Like = std::same_as<std::remove_const_t<Given>, T>;

/// Where a field stands, for a rule that speaks of it later: `offset` counts from the payload's
/// start, in archives of bytes.
struct Mark {
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    std::string_view name = {};
    std::uint64_t offset = 0;
    std::uint64_t index = kNone;   ///< of an element of a list
    std::string_view member = {};  ///< of that element

    /// Element `i` of a counted list whose elements take `size` bytes each, or a member of it that
    /// begins `at` bytes into the element.
    [[nodiscard]] Mark item(std::uint64_t i, std::uint64_t size, std::string_view of = {},
                            std::uint64_t at = 0) const {
        return {name, offset + sizeof(std::uint32_t) + i * size + at, i, of};
    }
};

/// The rule that an integer lies in min..max.
struct Within {
    std::string_view rule;
    std::int64_t min = std::numeric_limits<std::int64_t>::min();
    std::int64_t max = std::numeric_limits<std::int64_t>::max();

    template <class T>
    [[nodiscard]] bool operator()(T value) const {
        return std::int64_t{value} >= min && std::int64_t{value} <= max;
    }
    [[nodiscard]] std::string text() const {
        if (max == std::numeric_limits<std::int64_t>::max()) return fmt::format("at least {}", min);
        return fmt::format("{}..{}", min, max);
    }
};

/// The rule that a number lies in min..max, or with `open` in (min, max]. NaN lies nowhere (P5).
struct Between {
    std::string_view rule;
    double min = 0;
    double max = std::numeric_limits<double>::infinity();
    bool open = false;

    [[nodiscard]] bool operator()(float value) const {
        return (open ? double{value} > min : double{value} >= min) && double{value} <= max;
    }
    [[nodiscard]] std::string text() const {
        if (max == std::numeric_limits<double>::infinity()) {
            return fmt::format("{} {}", open ? "above" : "at least", min);
        }
        return open ? fmt::format("in ({}, {}]", min, max) : fmt::format("{}..{}", min, max);
    }
};

/// (min, max]
[[nodiscard]] inline Between above(std::string_view rule, double min,
                                   double max = std::numeric_limits<double>::infinity()) {
    return {rule, min, max, true};
}

/// The rule that a string is one of some words, given with a space between each.
struct OneOf {
    std::string_view rule;
    std::string_view words;

    [[nodiscard]] bool operator()(std::string_view value) const {
        std::string_view rest = words;
        while (!rest.empty()) {
            const std::size_t end = rest.find(' ');
            if (rest.substr(0, end) == value) return true;
            rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
        }
        return false;
    }
    [[nodiscard]] std::string text() const { return fmt::format("one of: {}", words); }
};

/// `grid` of TEXR and MATL: 0 0, or both 1..256.
struct GridLimit {
    std::string_view rule;

    [[nodiscard]] bool operator()(Grid grid) const {
        constexpr std::uint32_t kMost = 256;
        if (grid == Grid{}) return true;
        return grid.columns >= 1 && grid.columns <= kMost && grid.rows >= 1 && grid.rows <= kMost;
    }
    [[nodiscard]] std::string text() const { return "0 0 or 1..256 each"; }
};

/// An aabb: two fields with a common name. The mark is that of the first.
template <class A, Like<Aabb> T>
Mark box_fields(A& a, std::string_view name, T& box) {
    Mark mark;
    a.group(name, box, [&](auto& in, auto& corners) {
        mark = in("min", corners.min);
        in("max", corners.max);
    });
    return {.name = name, .offset = mark.offset, .member = "min"};
}

}  // namespace galley::vda
