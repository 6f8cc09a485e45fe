#include "galley/project/asset_name.h"

#include <fmt/format.h>

#include "galley/asset/kinds.h"
#include "galley/base/assert.h"
#include "galley/core/uuid5.h"
#include "galley/core/virtual_path.h"

namespace galley {

namespace {

// Names are labels: a megabyte of them in a hostile file must not become a megabyte in every
// record that holds the asset's name.
constexpr std::size_t kLongestPartName = 255;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kReservedInParts = "/:~";       // and `%`, which is always encoded
constexpr std::string_view kSources = "assets/";

std::string replace_invalid_utf8(std::string_view text) {
    std::string valid;
    for (std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos;
         bad = find_invalid_utf8(text)) {
        valid.append(text.substr(0, bad)).append(kReplacement);
        text.remove_prefix(bad + 1);
    }
    return valid.append(text);
}

std::string_view cut_to_whole_characters(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) {
        return text;
    }
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) {
        --limit;
    }
    return text.substr(0, limit);
}

/// The source's name as it stands in a part.
std::string encoded_name(std::string_view source_name) {
    // Cut before anything looks at all of it; a character may grow threefold in NFC.
    std::string valid = replace_invalid_utf8(source_name.substr(0, 4 * kLongestPartName));
    if (const Result<std::string> composed = to_nfc(valid)) {
        valid = *composed;
    }
    const std::string_view name = cut_to_whole_characters(valid, kLongestPartName);
    if (name == "." || name == "..") {  // no part may look like a step in a path
        return name == "." ? "%2E" : "%2E%2E";
    }
    return percent_encode(name, kReservedInParts);
}

Uuid id_namespace() {
    const std::optional<Uuid> parsed = Uuid::parse(kIdNamespace);
    GALLEY_ASSERT(parsed.has_value());
    return *parsed;
}

std::string counted(std::string name, unsigned counter) {
    return counter == 0 ? name : fmt::format("{}#{}", name, counter);
}

}  // namespace

std::string AssetName::text() const { return part.empty() ? source : source + ":" + part; }

AssetName AssetName::parse(std::string_view text) {
    for (std::size_t colon = text.rfind(':'); colon != std::string_view::npos;
         colon = colon == 0 ? std::string_view::npos : text.rfind(':', colon - 1)) {
        const std::string_view part = text.substr(colon + 1);
        const std::size_t slash = part.find('/');
        if (slash != std::string_view::npos && kind_named(part.substr(0, slash))) {
            return {std::string(text.substr(0, colon)), std::string(part)};
        }
    }
    return {std::string(text), {}};
}

std::string PartNamer::next(std::string_view source_name) {
    const std::uint32_t index = index_++;
    std::string name = encoded_name(source_name);
    if (name.empty()) {
        return fmt::format("~{}", index);
    }
    const std::uint32_t times = ++used_[name];
    return times == 1 ? name : fmt::format("{}~{}", name, times);
}

Uuid default_file_id(std::string_view source, bool bare, unsigned counter) {
    std::string name(source);
    if (!bare) {
        name = source.starts_with(kSources) ? std::string(source.substr(kSources.size()))
                                            : fmt::format("/{}", source);
    }
    return uuid5(id_namespace(), counted(std::move(name), counter));
}

Uuid default_part_id(const Uuid& file, std::string_view part, unsigned counter) {
    return uuid5(file, counted(std::string(part), counter));
}

}  // namespace galley
