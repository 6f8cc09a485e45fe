#include "block_choice.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "galley/base/assert.h"
#include "galley/cook/errors.h"

namespace galley {

namespace {

using enum TextureCompression;

/// What a usage may be stored in; the first is chosen when nobody names one (L165).
std::span<const TextureCompression> fitting(TextureUsage usage, std::uint8_t channels) {
    static constexpr std::array kMany{bc7, bc1, bc3};
    static constexpr std::array kOne{bc4};
    static constexpr std::array kNormal{bc5};
    if (usage == TextureUsage::normal) return kNormal;
    if (usage == TextureUsage::data && channels == 1) return kOne;
    return kMany;
}

PixelFormat stored_as(TextureCompression compression, TextureUsage usage) {
    const bool color = usage == TextureUsage::color;
    switch (compression) {
    case bc1: return color ? PixelFormat::bc1_srgb : PixelFormat::bc1_unorm;
    case bc3: return color ? PixelFormat::bc3_srgb : PixelFormat::bc3_unorm;
    case bc4: return PixelFormat::bc4_unorm;
    case bc5: return PixelFormat::bc5_unorm;
    case bc7: return color ? PixelFormat::bc7_srgb : PixelFormat::bc7_unorm;
    case none: break;
    }
    GALLEY_ASSERT(false);
}

std::string words_of(std::span<const TextureCompression> fit) {
    std::string words;
    for (const TextureCompression one : fit) {
        words += fmt::format("{}{}", words.empty() ? "" : ", ", compression_word(one));
    }
    return words;
}

}  // namespace

Result<std::optional<PixelFormat>> choose_blocks(const TextureSettings& settings,
                                                 const Image& image, bool eight_bits) {
    const TextureUsage usage = *settings.usage;
    const auto fit = fitting(usage, image.channels);
    if (!settings.compression) {
        const bool deep =
            image.type == SampleType::float32 || (image.type == SampleType::unorm16 && !eight_bits);
        const bool plain =
            deep || settings.filter == FilterMode::nearest || image.width < 4 || image.height < 4;
        return plain ? std::nullopt : std::optional(stored_as(fit.front(), usage));
    }
    const TextureCompression named = *settings.compression;
    if (named == none) return std::nullopt;
    if (std::ranges::find(fit, named) == fit.end()) {
        return fail(kCompressionUnfit,
                    fmt::format("{} does not hold {} of {} channel{}", compression_word(named),
                                usage_word(usage), image.channels, image.channels == 1 ? "" : "s"),
                    {}, fmt::format("what does: {}, none, auto", words_of(fit)));
    }
    if (image.type == SampleType::float32) {
        return fail(kCompressionUnfit,
                    fmt::format("{} holds 8 bits a channel, and this picture is of floats",
                                compression_word(named)),
                    {}, "what holds them: none, auto");
    }
    return stored_as(named, usage);
}

}  // namespace galley
