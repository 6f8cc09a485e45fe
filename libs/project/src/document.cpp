#include "document.h"

namespace galley {

namespace {

bool has_conflict_marker(std::string_view text) {
    return text.starts_with("<<<<<<< ") || text.find("\n<<<<<<< ") != std::string_view::npos;
}

}  // namespace

Result<JsonDocument> parse_document(std::string_view text, std::string file) {
    Result<JsonDocument> document = parse_json(text, std::move(file));
    if (!document && has_conflict_marker(text)) {
        document.error().hint = "the file holds the conflict markers of a merge; resolve them";
    }
    return document;
}

}  // namespace galley
