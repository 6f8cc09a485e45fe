#include "galley/asset/texture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "body_support.h"
#include "galley/asset/errors.h"
#include "galley/base/assert.h"
#include "galley/base/try.h"

namespace galley {

namespace {

using body::broken;

constexpr std::uint32_t kMaxSize = 16384;
constexpr std::uint32_t kMaxLayers = 2048;
constexpr std::array<std::string_view, 3> kUsageWords = {"color", "data", "normal"};

std::unexpected<Error> wrong(std::string field, std::string message) {
    return std::unexpected(broken(kTextureInvalid, std::move(field), std::move(message)));
}

template <class Enum>
bool in_enum(Enum value, Enum last) {
    return value <= last;
}

Result<void> check_enums(const TextureInfo& info) {
    if (!in_enum(info.usage, TextureUsage::normal)) return wrong("usage", "is no usage (T1)");
    if (!in_enum(info.shape, TextureShape::cube)) return wrong("shape", "is no shape (T1)");
    if (!in_enum(info.wrap_u, WrapMode::clamp)) return wrong("wrap_u", "is no wrap mode (T1)");
    if (!in_enum(info.wrap_v, WrapMode::clamp)) return wrong("wrap_v", "is no wrap mode (T1)");
    if (!in_enum(info.filter, FilterMode::nearest)) return wrong("filter", "is no filter (T1)");
    for (const Swizzle swizzle : info.swizzle) {
        if (!in_enum(swizzle, Swizzle::one)) return wrong("swizzle", "is no channel (T1)");
    }
    return {};
}

Result<void> check_size(const TextureInfo& info) {
    for (const auto& [field, size] : {std::pair{"width", info.width}, {"height", info.height}}) {
        if (size < 1 || size > kMaxSize) {
            return wrong(field, fmt::format("{} is not from 1 to {} (T1)", size, kMaxSize));
        }
    }
    const std::uint32_t full = full_mip_levels(info.width, info.height);
    if (info.levels < 1 || info.levels > full) {
        return wrong("levels", fmt::format("{} is not from 1 to {}, the full chain of {}x{} (T1)",
                                           info.levels, full, info.width, info.height));
    }
    const std::uint32_t least = info.shape == TextureShape::cube ? 6 : 1;
    const std::uint32_t most = info.shape == TextureShape::array ? kMaxLayers : least;
    if (info.layers < least || info.layers > most) {
        return wrong("layers",
                     fmt::format("{} is not from {} to {} (T1)", info.layers, least, most));
    }
    if (info.shape == TextureShape::cube && info.width != info.height) {
        return wrong("height", fmt::format("a cube's faces are square, not {}x{} (T1)", info.width,
                                           info.height));
    }
    return {};
}

Result<void> check_format(const TextureInfo& info) {
    const PixelFormatInfo* format = find_pixel_format(info.format);
    if (format == nullptr) {
        return wrong("format", fmt::format("{} is no pixel format (T1)",
                                           static_cast<std::uint16_t>(info.format)));
    }
    if (format->is_srgb && info.usage != TextureUsage::color) {
        return wrong("format", fmt::format("{} is for colour, not for {} (T2)", format->name,
                                           usage_word(info.usage)));
    }
    if (info.usage == TextureUsage::normal && format->channels < 2) {
        return wrong("format",
                     fmt::format("{} has too few channels for normals (T2)", format->name));
    }
    return {};
}

}  // namespace

std::string_view usage_word(TextureUsage usage) {
    const auto i = static_cast<std::size_t>(usage);
    GALLEY_ASSERT(i < kUsageWords.size());
    return kUsageWords[i];
}

std::optional<TextureUsage> usage_named(std::string_view word) {
    const auto found = std::ranges::find(kUsageWords, word);
    if (found == kUsageWords.end()) return std::nullopt;
    return static_cast<TextureUsage>(found - kUsageWords.begin());
}

std::uint64_t level_bytes(const TextureInfo& info, std::uint32_t level) {
    return image_bytes(info.format, mip_size(info.width, level), mip_size(info.height, level)) *
           info.layers;
}

Result<void> check_texture(const TextureInfo& info) {
    TRY(check_enums(info));
    TRY(check_size(info));
    TRY(check_format(info));
    // Negated, so that NaN fails.
    if (!(info.coverage_cutoff >= 0 && info.coverage_cutoff <= 1)) {
        return wrong("coverage_cutoff",
                     fmt::format("{} is not from 0 to 1 (T4)", info.coverage_cutoff));
    }
    return {};
}

}  // namespace galley
