#include "key.h"

#include <algorithm>

#include "galley/core/sha256.h"

namespace galley {

namespace {

const std::string* find_value(const KeyInputs& inputs, std::string_view label) {
    const auto found = std::find_if(inputs.begin(), inputs.end(),
                                    [&](const auto& input) { return input.first == label; });
    return found == inputs.end() ? nullptr : &found->second;
}

}  // namespace

KeyInputs make_key_inputs(const Cooker& cooker, const Digest& content,
                          const std::vector<std::pair<std::string, std::string>>& settings) {
    const KindInfo& kind = kind_info(cooker.kind);
    KeyInputs inputs;
    inputs.emplace_back("kind", kind.word);
    inputs.emplace_back("body version", std::to_string(kind.body_version));
    inputs.emplace_back("cooker version", std::to_string(cooker.version));
    inputs.emplace_back("libraries", cooker.libraries);
    for (const auto& [name, value] : settings) {
        inputs.emplace_back("setting " + name, value);
    }
    inputs.emplace_back("content", content.to_hex());
    return inputs;
}

Digest key_of(const KeyInputs& inputs) {
    Sha256 hash;
    hash.field(std::string_view("galley cook key 1"));
    hash.u32(static_cast<std::uint32_t>(inputs.size()));
    for (const auto& [label, value] : inputs) {
        hash.field(std::string_view(label));
        hash.field(std::string_view(value));
    }
    return hash.finish();
}

std::vector<Change> compare_inputs(const KeyInputs& before, const KeyInputs& now) {
    std::vector<Change> changes;
    for (const auto& [label, value] : now) {
        const std::string* old = find_value(before, label);
        if (old == nullptr || *old != value) {
            changes.push_back({label, old != nullptr ? *old : std::string(), value});
        }
    }
    for (const auto& [label, value] : before) {
        if (find_value(now, label) == nullptr) {
            changes.push_back({label, value, {}});
        }
    }
    return changes;
}

}  // namespace galley
