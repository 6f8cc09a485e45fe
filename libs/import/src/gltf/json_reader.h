#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "galley/base/result.h"
#include "galley/import/ledger.h"

namespace galley::gltf {

using Element = simdjson::dom::element;

/// Where in the document a reader is. Lives on the stack and borrows its parent, so a step down
/// costs nothing; the JSON pointer is spelled out only for a message.
class At {
public:
    At() = default;
    At(const At& parent, std::string_view key) : parent_(&parent), key_(key) {}
    At(const At& parent, std::size_t index) : parent_(&parent), index_(index) {}

    [[nodiscard]] std::string pointer() const;  ///< RFC 6901; empty for the whole document

private:
    static constexpr std::size_t kNoIndex = std::numeric_limits<std::size_t>::max();
    const At* parent_ = nullptr;
    std::string_view key_;
    std::size_t index_ = kNoIndex;
};

/// Typed access to the parsed JSON of one file. The first thing that is wrong is kept as the
/// error, and from then on every loop ends and every value is a default; so readers check once.
/// Collects what the file holds beside glTF's own properties: extras and extensions.
class JsonReader {
public:
    JsonReader(std::string file, Ledger& ledger) : file_(std::move(file)), ledger_(ledger) {}

    void fail(ErrorCode code, std::string message, const At& at, std::string hint = {});
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] Error take_error();
    [[nodiscard]] const std::string& file() const { return file_; }
    [[nodiscard]] Ledger& ledger() { return ledger_; }

    /// `fn(key, value, at)` for each member but `extras`. A key that is written twice comes twice.
    template <class Fn>
    void each_member(Element value, const At& at, Fn&& fn) {
        simdjson::dom::object object;
        if (value.get(object) != simdjson::SUCCESS) return wrong_type(value, "an object", at);
        for (const auto [key, member] : object) {
            const At here(at, key);
            if (key == "extras") {
                note_extras(here);
                continue;
            }
            fn(std::string_view(key), member, here);
            if (failed()) return;
        }
    }

    /// `fn(index, value, at)` for each item.
    template <class Fn>
    void each_item(Element value, const At& at, Fn&& fn) {
        simdjson::dom::array array;
        if (value.get(array) != simdjson::SUCCESS) return wrong_type(value, "an array", at);
        std::size_t index = 0;
        for (const Element item : array) {
            fn(index, item, At(at, index));
            if (failed()) return;
            ++index;
        }
    }

    /// `fn(name, value, at)` for each extension of an object; it gives true for those it reads.
    template <class Fn>
    void each_extension(Element value, const At& at, Fn&& fn) {
        each_member(value, at, [&](std::string_view name, Element extension, const At& here) {
            if (extension.type() != simdjson::dom::element_type::OBJECT) {
                return wrong_type(extension, "an object", here);
            }
            note_extension(name, here, fn(name, extension, here));
        });
    }
    void skip_extensions(Element value, const At& at) {
        each_extension(value, at, [](std::string_view, Element, const At&) { return false; });
    }

    /// The number of items, or 0 and an error when this is no array.
    [[nodiscard]] std::size_t array_size(Element value, const At& at);
    [[nodiscard]] std::string_view text(Element value, const At& at);
    [[nodiscard]] bool boolean(Element value, const At& at);
    /// An integer literal from `lowest` to `greatest`; 3.0 is none.
    [[nodiscard]] std::uint64_t integer(Element value, const At& at, std::uint64_t lowest = 0,
                                        std::uint64_t greatest = kGreatestInteger);
    /// An index of something, as glTF ids are.
    [[nodiscard]] std::int32_t index(Element value, const At& at);
    [[nodiscard]] float number(Element value, const At& at);  ///< finite as a float

    /// Exactly `N` numbers.
    template <std::size_t N>
    [[nodiscard]] std::array<float, N> numbers(Element value, const At& at) {
        std::array<float, N> out = {};
        if (const std::size_t size = array_size(value, at); failed() || size != N) {
            if (!failed()) wrong_size(size, N, at);
            return out;
        }
        each_item(value, at, [&](std::size_t i, Element item, const At& here) {
            out[i] = number(item, here);
        });
        return out;
    }

    void missing(std::string_view property, const At& at);
    /// An extension that the file lists, seen in an object or not.
    void note_used(std::string_view name, const At& at);

    /// What was seen of one extension.
    struct ExtensionUse {
        std::uint64_t read = 0;  ///< objects whose extension was read
        std::uint64_t unread = 0;
        std::string first;  ///< JSON pointer
    };
    [[nodiscard]] const std::map<std::string, ExtensionUse, std::less<>>& extensions() const {
        return extensions_;
    }
    [[nodiscard]] std::uint64_t extras() const { return extras_; }
    [[nodiscard]] const std::string& first_extras() const { return first_extras_; }

private:
    /// glTF 2.0 section 2.3: integers beyond 2^53 are not interoperable.
    static constexpr std::uint64_t kGreatestInteger = std::uint64_t{1} << 53;

    void wrong_type(Element value, std::string_view expected, const At& at);
    void wrong_size(std::size_t size, std::size_t expected, const At& at);
    void note_extras(const At& at);
    void note_extension(std::string_view name, const At& at, bool read);

    std::string file_;
    Ledger& ledger_;
    std::optional<Error> error_;
    std::map<std::string, ExtensionUse, std::less<>> extensions_;
    std::uint64_t extras_ = 0;
    std::string first_extras_;
};

}  // namespace galley::gltf
