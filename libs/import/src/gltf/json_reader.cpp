#include "gltf/json_reader.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "galley/core/json.h"
#include "galley/import/errors.h"

namespace galley::gltf {
namespace {

std::string_view type_name(Element value) {
    switch (value.type()) {
    case simdjson::dom::element_type::ARRAY: return "an array";
    case simdjson::dom::element_type::OBJECT: return "an object";
    case simdjson::dom::element_type::INT64:
    case simdjson::dom::element_type::UINT64: return "an integer";
    case simdjson::dom::element_type::DOUBLE: return "a number with a fraction or exponent";
    case simdjson::dom::element_type::STRING: return "a string";
    case simdjson::dom::element_type::BOOL: return "a boolean";
    case simdjson::dom::element_type::NULL_VALUE: return "null";
    }
    return "something else";
}

}  // namespace

std::string At::pointer() const {
    std::vector<const At*> steps;
    for (const At* at = this; at->parent_ != nullptr; at = at->parent_) steps.push_back(at);
    std::string pointer;
    for (auto it = steps.rbegin(); it != steps.rend(); ++it) {
        pointer += '/';
        pointer += (*it)->index_ == kNoIndex ? json_pointer_part((*it)->key_)
                                             : std::to_string((*it)->index_);
    }
    return pointer;
}

void JsonReader::fail(ErrorCode code, std::string message, const At& at, std::string hint) {
    if (error_) return;
    error_ = Error{
        code, std::move(message), {.file = file_, .field = at.pointer()}, std::move(hint), nullptr};
}

Error JsonReader::take_error() {
    Error error = *std::move(error_);
    error_.reset();
    return error;
}

std::size_t JsonReader::array_size(Element value, const At& at) {
    simdjson::dom::array array;
    if (value.get(array) != simdjson::SUCCESS) {
        wrong_type(value, "an array", at);
        return 0;
    }
    std::size_t size = array.size();
    // simdjson keeps sizes in 24 bits; longer arrays have to be walked.
    if (size >= 0xFFFFFF) {
        size = 0;
        for ([[maybe_unused]] const Element item : array) ++size;
    }
    return size;
}

std::string_view JsonReader::text(Element value, const At& at) {
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) wrong_type(value, "a string", at);
    return text;
}

bool JsonReader::boolean(Element value, const At& at) {
    bool flag = false;
    if (value.get(flag) != simdjson::SUCCESS) wrong_type(value, "a boolean", at);
    return flag;
}

std::uint64_t JsonReader::integer(Element value, const At& at, std::uint64_t lowest,
                                  std::uint64_t greatest) {
    std::uint64_t number = 0;
    if (const auto error = value.get(number); error != simdjson::SUCCESS) {
        if (error == simdjson::NUMBER_OUT_OF_RANGE) {
            fail(kGltfValue, "a negative number stands where none may be", at);
        } else {
            wrong_type(value, "an integer", at);
        }
        return lowest;
    }
    if (number < lowest || number > greatest) {
        fail(kGltfValue, fmt::format("{} is not from {} to {}", number, lowest, greatest), at);
        return lowest;
    }
    return number;
}

std::int32_t JsonReader::index(Element value, const At& at) {
    return static_cast<std::int32_t>(
        integer(value, at, 0, std::numeric_limits<std::int32_t>::max()));
}

float JsonReader::number(Element value, const At& at) {
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS) {
        wrong_type(value, "a number", at);
        return 0;
    }
    const auto narrow = static_cast<float>(number);
    if (!std::isfinite(narrow)) {
        fail(kGltfValue, fmt::format("{} is too large for a 32-bit float", number), at);
        return 0;
    }
    return narrow;
}

void JsonReader::missing(std::string_view property, const At& at) {
    fail(kGltfMissing, fmt::format("the property '{}' is missing", property), at);
}

void JsonReader::wrong_type(Element value, std::string_view expected, const At& at) {
    fail(kGltfValue, fmt::format("expected {}, found {}", expected, type_name(value)), at);
}

void JsonReader::wrong_size(std::size_t size, std::size_t expected, const At& at) {
    fail(kGltfValue, fmt::format("expected {} numbers, found {}", expected, size), at);
}

void JsonReader::note_extras(const At& at) {
    if (extras_++ == 0) first_extras_ = at.pointer();
}

void JsonReader::note_used(std::string_view name, const At& at) {
    if (!extensions_.contains(name)) {
        extensions_.emplace(std::string(name), ExtensionUse{0, 0, at.pointer()});
    }
}

void JsonReader::note_extension(std::string_view name, const At& at, bool read) {
    auto it = extensions_.find(name);
    if (it == extensions_.end()) {
        it = extensions_.emplace(std::string(name), ExtensionUse{0, 0, at.pointer()}).first;
    }
    ++(read ? it->second.read : it->second.unread);
}

}  // namespace galley::gltf
