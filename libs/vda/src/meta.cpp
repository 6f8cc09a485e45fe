#include "galley/vda/meta.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/vda/errors.h"
#include "printable.h"
#include "utf8.h"

namespace galley::vda {

namespace {

struct BodyRow {
    std::string_view kind;
    std::string_view type;
};

constexpr std::array kSeedKinds = {
    BodyRow{"model", "MESH"}, BodyRow{"texture", "TEXR"}, BodyRow{"material", "MATL"},
    BodyRow{"scene", "SCEN"}, BodyRow{"prefab", "PRFB"},  BodyRow{"world", "WRLD"},
    BodyRow{"map", "TMAP"},
};

constexpr std::array<std::string_view, 11> kOwnBodies = {
    "GMSH", "GTEX", "GMAT", "GSKL", "GCLP", "GSND", "GFNT", "GENV", "GRAW", "GPRF", "GSCN",
};

constexpr std::size_t kOwnNameSize = 16;  // hex digits of the key
constexpr std::size_t kHashDigits = 64;

char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_in_lower_case(std::string_view type, std::string_view word) {
    return std::ranges::equal(type, word, {}, to_lower);
}

const BodyRow* seed_row(std::string_view kind) {
    const auto row = std::ranges::find(kSeedKinds, kind, &BodyRow::kind);
    return row == kSeedKinds.end() ? nullptr : &*row;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_lower_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

Error invalid(std::string_view field, std::string message) {
    Place place;
    place.chunk = kMetaType;
    place.field = field;
    return Error{kMetaInvalid, std::move(message), std::move(place)};
}

std::string dep_field(std::size_t i) { return fmt::format("deps/{}", i); }

// M7: [a-z0-9][a-z0-9_-]*
bool is_seed_name(std::string_view name) {
    const auto first = [](char c) { return is_lower(c) || is_digit(c); };
    return !name.empty() && first(name[0]) &&
           std::ranges::all_of(name, [&](char c) { return first(c) || c == '_' || c == '-'; });
}

// M5
bool is_clean_path(std::string_view path) {
    if (path.find('\\') != path.npos) return false;
    while (true) {
        const std::size_t slash = path.find('/');
        const std::string_view segment = path.substr(0, slash);
        if (segment.empty() || segment == "." || segment == "..") return false;
        if (slash == path.npos) return true;
        path.remove_prefix(slash + 1);
    }
}

Result<void> check_path(std::string_view field, std::string_view path) {
    if (is_clean_path(path)) return {};
    return std::unexpected(
        invalid(field, fmt::format("{} is not a clean relative path with forward slashes (M5)",
                                   printable(path))));
}

Result<void> check_text(std::string_view field, std::string_view text) {
    const std::size_t bad = find_bad_utf8(text);
    if (bad == text.size()) return {};
    return std::unexpected(
        invalid(field, fmt::format("byte {} of the text is not UTF-8 (M2)", bad)));
}

// M8
Result<void> check_own(const Meta& meta) {
    if (!own_body_version(meta)) {
        return std::unexpected(
            invalid("compiler", fmt::format("{} is not galley/{}/<body version> (M8)",
                                            printable(meta.compiler), meta.kind)));
    }
    const std::string_view id = std::string_view(meta.source_hash).substr(0, kOwnNameSize);
    if (meta.name != id || meta.source != id) {
        return std::unexpected(invalid(
            meta.name != id ? "name" : "source",
            fmt::format("name and source are not the first digits of the key, {} (M8)", id)));
    }
    if (!meta.deps.empty()) {
        return std::unexpected(invalid("deps", "one of Galley's own kinds lists no deps (M8)"));
    }
    return {};
}

Result<void> check_texts(const Meta& meta) {
    TRY(check_text("compiler", meta.compiler));
    for (std::size_t i = 0; i < meta.deps.size(); ++i) TRY(check_text(dep_field(i), meta.deps[i]));
    TRY(check_text("name", meta.name));
    return check_text("source", meta.source);
}

}  // namespace

Meta own_meta(std::string_view kind, std::uint16_t body_version, const Digest& key) {
    Meta meta;
    meta.compiler = fmt::format("galley/{}/{}", kind, body_version);
    meta.kind = kind;
    meta.source_hash = key.to_hex();
    meta.name = meta.source_hash.substr(0, kOwnNameSize);
    meta.source = meta.name;
    return meta;
}

std::optional<std::uint16_t> own_body_version(const Meta& meta) {
    const std::string prefix = fmt::format("galley/{}/", meta.kind);
    if (!is_own_kind(meta.kind) || !meta.compiler.starts_with(prefix)) return std::nullopt;
    const std::string_view digits = std::string_view(meta.compiler).substr(prefix.size());
    if (digits.empty() || digits[0] == '0' || !std::ranges::all_of(digits, is_digit)) {
        return std::nullopt;
    }
    std::uint16_t version = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), version);
    if (parsed.ec != std::errc{}) return std::nullopt;
    return version;
}

bool is_seed_kind(std::string_view kind) { return seed_row(kind) != nullptr; }

bool is_own_kind(std::string_view kind) {
    if (kind.size() != 4 || !is_lower(kind[0]) ||
        !std::ranges::all_of(kind, [](char c) { return is_lower(c) || is_digit(c); })) {
        return false;
    }
    return kind != "meta" && kind != "padd" &&
           std::ranges::none_of(
               kSeedKinds, [&](const BodyRow& row) { return equal_in_lower_case(row.type, kind); });
}

std::optional<std::string> body_type(std::string_view kind) {
    if (const BodyRow* row = seed_row(kind)) return std::string(row->type);
    if (!is_own_kind(kind)) return std::nullopt;
    std::string type(kind);
    std::ranges::transform(type, type.begin(), to_upper);
    return type;
}

bool is_known_body_type(std::string_view type) {
    return std::ranges::find(kSeedKinds, type, &BodyRow::type) != kSeedKinds.end() ||
           std::ranges::find(kOwnBodies, type) != kOwnBodies.end();
}

Result<void> check_meta(const Meta& meta) {
    TRY(check_texts(meta));
    if (meta.compiler.empty()) return std::unexpected(invalid("compiler", "is empty (M3)"));
    if (!is_seed_kind(meta.kind) && !is_own_kind(meta.kind)) {
        return std::unexpected(invalid(
            "kind", fmt::format("{} is no kind of cooked asset (M4)", printable(meta.kind))));
    }
    for (std::size_t i = 0; i < meta.deps.size(); ++i) TRY(check_path(dep_field(i), meta.deps[i]));
    TRY(check_path("source", meta.source));
    if (meta.source_hash.size() != kHashDigits ||
        !std::ranges::all_of(meta.source_hash, is_lower_hex)) {
        return std::unexpected(invalid("source_hash", "is not 64 lower-case hex digits (M6)"));
    }
    if (is_own_kind(meta.kind)) return check_own(meta);
    if (!is_seed_name(meta.name)) {
        return std::unexpected(
            invalid("name", fmt::format("{} does not match [a-z0-9][a-z0-9_-]* (M7)",
                                        printable(meta.name))));
    }
    return {};
}

}  // namespace galley::vda
