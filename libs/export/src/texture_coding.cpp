#include "texture_coding.h"

#include <utility>

#include <fmt/format.h>

#include "galley/export/errors.h"

namespace galley {
namespace {

constexpr std::string_view kWords[] = {"plain", "BC1", "BC3", "BC4", "BC5", "BC7"};

}  // namespace

std::string_view word_of(TextureCoding coding) { return kWords[static_cast<std::size_t>(coding)]; }

bool is_numbers(TextureCoding coding) {
    return coding == TextureCoding::bc4 || coding == TextureCoding::bc5;
}

PixelFormat blocks_of(TextureCoding coding, bool srgb) {
    switch (coding) {
    case TextureCoding::bc1: return srgb ? PixelFormat::bc1_srgb : PixelFormat::bc1_unorm;
    case TextureCoding::bc3: return srgb ? PixelFormat::bc3_srgb : PixelFormat::bc3_unorm;
    case TextureCoding::bc4: return PixelFormat::bc4_unorm;
    case TextureCoding::bc5: return PixelFormat::bc5_unorm;
    case TextureCoding::plain:
    case TextureCoding::bc7: break;
    }
    return srgb ? PixelFormat::bc7_srgb : PixelFormat::bc7_unorm;
}

PixelFormat tagged(PixelFormat format, bool srgb) {
    using enum PixelFormat;
    constexpr std::pair<PixelFormat, PixelFormat> kPairs[] = {{rgba8_unorm, rgba8_srgb},
                                                              {bc1_unorm, bc1_srgb},
                                                              {bc3_unorm, bc3_srgb},
                                                              {bc7_unorm, bc7_srgb}};
    for (const auto& [numbers, light] : kPairs)
        if (format == numbers || format == light) return srgb ? light : numbers;
    return format;
}

std::optional<TextureCoding> coding_of(PixelFormat format) {
    switch (tagged(format, false)) {
    case PixelFormat::bc1_unorm: return TextureCoding::bc1;
    case PixelFormat::bc3_unorm: return TextureCoding::bc3;
    case PixelFormat::bc4_unorm: return TextureCoding::bc4;
    case PixelFormat::bc5_unorm: return TextureCoding::bc5;
    case PixelFormat::bc7_unorm: return TextureCoding::bc7;
    default: break;
    }
    if (find_pixel_format(format)->block_width == 1) return TextureCoding::plain;
    return std::nullopt;
}

Result<void> refuse_srgb(TextureCoding coding, std::optional<bool> srgb) {
    if (!is_numbers(coding) || !srgb.value_or(false)) return {};
    return fail(kTextureCoding, fmt::format("{} has no sRGB form", word_of(coding)), {},
                "colours take bc1, bc3 or bc7");
}

Result<void> refuse_floats(TextureCoding coding, bool floats) {
    if (!floats || coding == TextureCoding::plain) return {};
    return fail(
        kTextureCoding,
        fmt::format("{} holds 8 bits a channel, and these pixels are floats", word_of(coding)), {},
        "leave --format out, or name plain");
}

}  // namespace galley
