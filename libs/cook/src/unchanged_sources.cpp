#include "unchanged_sources.h"

#include <algorithm>

namespace galley {

UnchangedSources::UnchangedSources(std::vector<const SourceHead*> heads)
    : heads_(std::move(heads)) {}

std::vector<const SourceHead*>::iterator UnchangedSources::locate(std::string_view source) {
    const auto found = std::lower_bound(
        heads_.begin(), heads_.end(), source,
        [](const SourceHead* head, std::string_view path) { return head->source < path; });
    return found != heads_.end() && (*found)->source == source ? found : heads_.end();
}

const SourceRecord* UnchangedSources::find(std::string_view source) {
    const auto head = locate(source);
    if (head == heads_.end()) {
        return nullptr;
    }
    const auto known = decoded_.find((*head)->source);
    if (known != decoded_.end()) {
        return &known->second;
    }
    auto record = decode_source_record((*head)->bytes);
    return record ? &decoded_.emplace((*head)->source, *std::move(record)).first->second : nullptr;
}

std::optional<SourceRecord> UnchangedSources::take(std::string_view source) {
    const auto head = locate(source);
    if (head == heads_.end()) {
        return std::nullopt;
    }
    auto record = decode_source_record((*head)->bytes);
    decoded_.erase((*head)->source);
    heads_.erase(head);
    return record;
}

}  // namespace galley
