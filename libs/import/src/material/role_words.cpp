#include <algorithm>
#include <array>
#include <optional>

#include "galley/import/material_folder.h"

namespace galley {

namespace {

/// A word of a name, in lower case, with its place.
struct Word {
    std::string text;
    std::size_t begin = 0;
};

struct RoleWord {
    std::string_view words;  ///< joined
    MapRole role;
};

using enum MapRole;
constexpr RoleWord kRoles[] = {
    {"color", base_color},
    {"colour", base_color},
    {"col", base_color},
    {"basecolor", base_color},
    {"basecolour", base_color},
    {"albedo", base_color},
    {"diffuse", base_color},
    {"diff", base_color},
    {"albedotransparency", base_color},
    {"basecolortransparency", base_color},
    {"basemap", base_color},
    {"bc", base_color},
    {"roughness", roughness},
    {"rough", roughness},
    {"rgh", roughness},
    {"gloss", gloss},
    {"glossiness", gloss},
    {"smoothness", gloss},
    {"metalness", metal},
    {"metallic", metal},
    {"metal", metal},
    {"mtl", metal},
    {"ao", occlusion},
    {"ambientocclusion", occlusion},
    {"mixedao", occlusion},
    {"occlusion", occlusion},
    {"arm", occlusion_roughness_metal},
    {"orm", occlusion_roughness_metal},
    {"occlusionroughmetal", occlusion_roughness_metal},
    {"occlusionroughnessmetallic", occlusion_roughness_metal},
    {"occlusionroughnessmetalness", occlusion_roughness_metal},
    {"metallicroughness", roughness_metal},
    {"roughnessmetallic", roughness_metal},
    {"rma", roughness_metal_occlusion},
    {"maskmap", mask_map},
    {"metallicsmoothness", metal_smoothness},
    {"emission", emission},
    {"emissive", emission},
    {"emit", emission},
    {"opacity", opacity},
    {"alpha", opacity},
    {"transparency", opacity},
    {"displacement", unused},
    {"disp", unused},
    {"height", unused},
    {"bump", unused},
    {"cavity", unused},
    {"specular", unused},
    {"spec", unused},
    {"scattering", unused},
    {"translucency", unused},
    {"edge", unused},
    {"id", unused},
    {"preview", unused},
};
constexpr std::string_view kNormals[] = {"normal", "normals", "nor", "norm", "nrm", "n"};
constexpr std::string_view kOpenGl[] = {"", "gl", "ogl", "opengl"};
constexpr std::string_view kDirectX[] = {"dx", "directx"};
constexpr std::string_view kFormats[] = {"png", "jpg", "jpeg", "exr", "tga", "tif", "tiff", "webp"};
constexpr std::size_t kMostWords = 4;  ///< of one role

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_gap(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

/// Splits at gaps, and before a capital that follows a small letter (`NormalDX`) or that a small
/// letter follows (`AOMap`).
std::vector<Word> words_of(std::string_view stem) {
    std::vector<Word> words;
    bool inside = false;
    for (std::size_t i = 0; i < stem.size(); ++i) {
        const char c = stem[i];
        if (is_gap(c)) {
            inside = false;
            continue;
        }
        const char before = i > 0 ? stem[i - 1] : '_';
        const char after = i + 1 < stem.size() ? stem[i + 1] : '_';
        const bool hump =
            is_capital(c) && ((is_letter(before) && !is_capital(before)) ||
                              (is_capital(before) && is_letter(after) && !is_capital(after)));
        if (!inside || hump) words.push_back({{}, i});
        inside = true;
        words.back().text += is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return words;
}

bool is_digits(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, is_digit);
}

/// The side of a texture: `512`, `4096`; `001` counts the sets of a library.
bool is_side(std::string_view word) {
    constexpr std::string_view kSides[] = {"128", "256", "512", "1024", "2048", "4096", "8192"};
    return std::ranges::find(kSides, word) != std::end(kSides);
}

/// `2k`, `1024`, `2048x2048`, a format, or a level of detail: it says nothing of what the picture
/// is for.
bool is_resolution_or_format(std::string_view word) {
    if (std::ranges::find(kFormats, word) != std::end(kFormats)) return true;
    if (word.starts_with("lod")) return is_digits(word.substr(3));
    if (word.size() >= 2 && word.size() <= 3 && word.back() == 'k')
        return is_digits(word.substr(0, word.size() - 1));
    const std::size_t x = word.find('x');
    if (x == std::string_view::npos) return is_side(word);
    return is_side(word.substr(0, x)) && is_side(word.substr(x + 1));
}

MapRole role_of_words(std::string_view joined) {
    constexpr std::string_view kMap = "map";  // `RoughnessMap`
    for (const RoleWord& known : kRoles) {
        if (known.words == joined) return known.role;
    }
    for (const std::string_view normal : kNormals) {
        if (!joined.starts_with(normal)) continue;
        const std::string_view rest = joined.substr(normal.size());
        if (std::ranges::find(kOpenGl, rest) != std::end(kOpenGl)) return normal_gl;
        if (std::ranges::find(kDirectX, rest) != std::end(kDirectX)) return normal_dx;
    }
    if (joined.size() > kMap.size() && joined.ends_with(kMap))
        return role_of_words(joined.substr(0, joined.size() - kMap.size()));
    return none;
}

/// The longest role that ends before word `end`: its first word and what it is.
std::optional<std::pair<std::size_t, MapRole>> role_before(const std::vector<Word>& words,
                                                           std::size_t end) {
    std::optional<std::pair<std::size_t, MapRole>> found;
    std::string joined;
    for (std::size_t count = 1; count <= std::min(kMostWords, end); ++count) {
        joined.insert(0, words[end - count].text);
        const MapRole role = role_of_words(joined);
        if (role != none) found = {end - count, role};
    }
    return found;
}

/// The number of words before trailing resolutions and formats.
std::size_t without_resolution(const std::vector<Word>& words, std::size_t end) {
    while (end > 0 && is_resolution_or_format(words[end - 1].text)) --end;
    return end;
}

/// What the words before `end` were written as.
std::string written(std::string_view stem, const std::vector<Word>& words, std::size_t end) {
    std::string_view text = end < words.size() ? stem.substr(0, words[end].begin) : stem;
    while (!text.empty() && is_gap(text.back())) text.remove_suffix(1);
    return std::string(text);
}

}  // namespace

NamedRole role_of(std::string_view stem) {
    const std::vector<Word> words = words_of(stem);
    // A number at the very end counts sets: `wood_color_02` is of `wood_02`.
    std::size_t numbers = words.size();
    while (numbers > 0 && is_digits(words[numbers - 1].text) && !is_side(words[numbers - 1].text))
        --numbers;
    auto role = role_before(words, without_resolution(words, numbers));
    if (!role) return {};
    // `Bricks_COL_2K_METALNESS`: what is last names the workflow that the set is for.
    const std::size_t inner_end = without_resolution(words, role->first);
    if ((role->second == metal || role->second == unused) && inner_end < role->first) {
        const auto inner = role_before(words, inner_end);
        if (inner && inner->first > 0) role = inner;
    }
    NamedRole out{role->second, written(stem, words, without_resolution(words, role->first))};
    for (std::size_t i = numbers; i < words.size(); ++i) {
        out.set += (out.set.empty() ? "" : "_") + words[i].text;
    }
    return out;
}

}  // namespace galley
