#include "galley/base/result.h"

#include <fmt/format.h>

namespace galley {

bool Place::empty() const {
    return file.empty() && line == 0 && offset == kNoOffset && chunk.empty() && field.empty();
}

std::string Place::to_string() const {
    std::string text = file;
    if (line != 0) {
        text += text.empty() ? fmt::format("line {}", line) : fmt::format(":{}", line);
        if (column != 0) text += fmt::format(":{}", column);
    }
    const auto add = [&text](std::string part) {
        if (!text.empty()) text += ", ";
        text += part;
    };
    if (!chunk.empty()) add("chunk " + chunk);
    if (offset != kNoOffset) add(fmt::format("byte {}", offset));
    if (!field.empty()) add("field " + field);
    return text;
}

std::string Error::to_string() const {
    std::string text;
    if (!place.empty()) text = place.to_string() + ": ";
    text += fmt::format("error {}: {}", code.id, message);
    if (!hint.empty()) text += fmt::format(" ({})", hint);
    if (cause) text += "; because: " + cause->to_string();
    return text;
}

Error&& Error::in_file(std::string_view file) && {
    if (place.file.empty()) place.file = file;
    return std::move(*this);
}

Error because(ErrorCode code, std::string message, Error cause) {
    Error error{code, std::move(message)};
    error.cause = std::make_shared<const Error>(std::move(cause));
    return error;
}

}  // namespace galley
