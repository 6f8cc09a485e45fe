#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "../cookers.h"
#include "block_choice.h"
#include "galley/asset/texture.h"
#include "galley/base/try.h"
#include "galley/cook/decode_picture.h"
#include "galley/cook/errors.h"
#include "galley/import/image_errors.h"
#include "galley/texel/block_encode.h"
#include "galley/texel/image_check.h"
#include "galley/texel/image_depth.h"
#include "galley/texel/picture_look.h"
#include "galley/texel/texture_build.h"

namespace galley {

namespace {

texel::ChannelUse channel_use(TextureUsage usage) {
    switch (usage) {
    case TextureUsage::data: return texel::ChannelUse::data;
    case TextureUsage::normal: return texel::ChannelUse::normal;
    case TextureUsage::color: break;
    }
    return texel::ChannelUse::color;
}

texel::MipOptions mip_options(const TextureInput& input) {
    texel::MipOptions options;
    options.chain = input.settings.mipmaps;
    options.filter = static_cast<texel::MipFilter>(input.settings.mipmap_filter);
    options.edge_u = static_cast<texel::EdgeRule>(input.wrap_u);
    options.edge_v = static_cast<texel::EdgeRule>(input.wrap_v);
    options.max_size = input.settings.max_size;
    options.coverage_cutoff = input.settings.alpha_cutoff.value_or(0);
    return options;
}

texel::BlockEncodeOptions block_options(const TextureSettings& settings, PixelFormat blocks,
                                        bool transparent) {
    texel::BlockEncodeOptions options;
    options.quality = static_cast<texel::BlockQuality>(settings.quality);
    const bool color = *settings.usage == TextureUsage::color;
    options.metric = color ? texel::BlockMetric::perceptual : texel::BlockMetric::linear;
    if (!transparent) {
        options.alpha = texel::BlockAlpha::ignored;
    } else if (blocks == PixelFormat::bc1_srgb || blocks == PixelFormat::bc1_unorm) {
        options.alpha = texel::BlockAlpha::one_bit;
        if (const float cutoff = settings.alpha_cutoff.value_or(0); cutoff > 0) {
            // The least code that passes the cutoff.
            options.cutoff =
                static_cast<std::uint8_t>(std::clamp(std::ceil(cutoff * 255.0f), 1.0f, 255.0f));
        }
    } else {
        options.alpha = color ? texel::BlockAlpha::weighs_color : texel::BlockAlpha::straight;
    }
    return options;
}

struct Stored {
    texel::BuiltTexture texture;
    PixelFormat format = PixelFormat::rgba8_unorm;
};

/// Each level's pixels give way to its blocks.
Result<void> compress(Stored& stored, PixelFormat blocks, const texel::BlockEncodeOptions& options,
                      JobPool& pool) {
    for (std::size_t i = 0; i < stored.texture.levels.size(); ++i) {
        const auto level = static_cast<std::uint32_t>(i);
        const texel::PlainPixels pixels{stored.texture.levels[i], stored.format,
                                        mip_size(stored.texture.width, level),
                                        mip_size(stored.texture.height, level)};
        TRY_ASSIGN(stored.texture.levels[i], texel::encode_blocks(pixels, blocks, options, &pool));
    }
    stored.format = blocks;
    return {};
}

/// Of the paired normal map; nothing, with a word in the ledger, when it is broken. One that a
/// limit of this run refuses fails the roughness map too: another run may take it. The map is let
/// go before the roughness map is decoded.
Result<std::optional<texel::NormalSpread>> decode_spread(const TextureInput& input,
                                                         const CookContext& context) {
    if (input.normals.empty()) return std::nullopt;
    Ledger of_the_normals;  // told by the normal map's own cook
    auto normals =
        decode_image(input.normals, input.normals_extension, context.limits, of_the_normals);
    if (!normals && normals.error().code == kImageTooLarge) {
        return std::unexpected(std::move(normals).error());
    }
    if (normals) {
        if (auto spread = texel::NormalSpread::of(*normals, *context.pool)) return *spread;
    }
    context.ledger->add(Verdict::approximated, "roughness of the smaller levels", "",
                        "not raised: its normal map can't be read");
    return std::nullopt;
}

/// Says what looks wrong in the picture for what it is used as.
void lint(const Image& image, TextureUsage usage, std::vector<Diagnostic>& out) {
    const texel::PictureLook look = texel::look_of(image);
    const auto say = [&](Severity severity, ErrorCode code, std::string message, std::string hint) {
        out.push_back({severity, Error{code, std::move(message), {}, std::move(hint)}});
    };
    if (look.like_normals && usage != TextureUsage::normal) {
        say(Severity::warning, kLooksLikeNormals,
            fmt::format("this looks like a normal map, and is cooked as {}", usage_word(usage)),
            "set its usage to normal, or name it in a material's normal slot");
    }
    if (usage == TextureUsage::normal && image.channels >= 3 && image.type != SampleType::float32 &&
        !look.like_normals) {
        say(Severity::warning, kNoNormals, "this does not look like normals",
            "set its usage, or take it out of the normal slot");
    }
    if (usage == TextureUsage::normal && look.green_down) {
        say(Severity::warning, kGreenDown,
            "green seems to point down, as DirectX has it; lights will come from the wrong side",
            "export the map for OpenGL, or turn its green over");
    }
    if (look.alpha_full && image.channels == 4) {
        say(Severity::note, kAlphaFull, "the alpha channel is full everywhere",
            "save the picture without it");
    }
}

Result<Stored> decode_and_build(const TextureInput& input, const CookContext& context) {
    TRY_ASSIGN(const std::optional<texel::NormalSpread> spread, decode_spread(input, context));
    TRY_ASSIGN(Image image, decode_picture(input, context));
    lint(image, *input.settings.usage, *context.diagnostics);
    TRY_ASSIGN(const std::optional<PixelFormat> blocks, choose_blocks(input.settings, image));
    if (blocks && image.type == SampleType::unorm16 && find_pixel_format(*blocks)->channels > 2) {
        image = texel::to_eight_bits(image);
        context.ledger->add(Verdict::approximated, "16 bits a sample", "",
                            fmt::format("8 for {}", find_pixel_format(*blocks)->name));
    }
    const bool transparent = texel::has_transparency(image);
    texel::MipOptions options = mip_options(input);
    if (spread && spread->width() == image.width && spread->height() == image.height) {
        options.spread = &*spread;
        options.roughness_channel = image.channels >= 3 ? 1 : 0;
    } else if (spread) {
        context.ledger->add(Verdict::approximated, "roughness of the smaller levels", "",
                            fmt::format("not raised: its normal map is {} x {}, not {} x {}",
                                        spread->width(), spread->height(), image.width,
                                        image.height));
    }
    Stored stored;
    TRY_ASSIGN(stored.texture, texel::build_texture(image, channel_use(*input.settings.usage),
                                                    options, *context.pool));
    image = Image();
    stored.format = stored.texture.layout.format;
    if (blocks) {
        TRY(compress(stored, *blocks, block_options(input.settings, *blocks, transparent),
                     *context.pool));
    }
    return stored;
}

Result<Bytes> cook_texture(const TextureInput& input, const CookContext& context) {
    TRY_ASSIGN(const Stored stored, decode_and_build(input, context));
    const texel::BuiltTexture& built = stored.texture;
    if (built.clamped > 0 || built.not_numbers > 0) {
        context.ledger->add(Verdict::approximated, "samples outside 16-bit float", "",
                            fmt::format("{} clamped to 65504, {} that were no number became 0",
                                        built.clamped, built.not_numbers));
    }
    TextureInfo info;
    info.format = stored.format;
    info.usage = *input.settings.usage;
    info.width = built.width;
    info.height = built.height;
    info.levels = static_cast<std::uint32_t>(built.levels.size());
    info.wrap_u = input.wrap_u;
    info.wrap_v = input.wrap_v;
    info.filter = input.settings.filter;
    info.coverage_cutoff = input.settings.alpha_cutoff.value_or(0);
    for (std::size_t i = 0; i < info.swizzle.size(); ++i) {
        info.swizzle[i] = static_cast<Swizzle>(built.layout.swizzle[i]);
    }
    const std::vector<ByteSpan> levels(built.levels.begin(), built.levels.end());
    return encode_texture(info, levels);
}

}  // namespace

Cooker texture_cooker() {
    return {Kind::texture, 2, std::string(image_decoder_version()),
            [](const CookInput& input, const CookContext& context) {
                return cook_texture(std::get<TextureInput>(input), context);
            }};
}

}  // namespace galley
