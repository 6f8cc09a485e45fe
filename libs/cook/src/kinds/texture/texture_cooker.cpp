#include <fmt/format.h>

#include "../cookers.h"
#include "block_choice.h"
#include "galley/asset/texture.h"
#include "galley/base/try.h"
#include "galley/cook/decode_picture.h"
#include "galley/cook/errors.h"
#include "galley/import/image_errors.h"
#include "galley/texel/image_check.h"
#include "galley/texel/image_depth.h"
#include "galley/texel/picture_look.h"
#include "galley/texel/texture_build.h"
#include "texture_blocks.h"

namespace galley {

namespace {

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

constexpr const char* kRoughness = "roughness of the smaller levels";

struct Stored {
    texel::BuiltTexture texture;
    PixelFormat format = PixelFormat::rgba8_unorm;
};

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
        const texel::PictureLook look = texel::look_of(*normals);
        if (!look.like_normals && !look.two_channels)
            context.ledger->add(Verdict::approximated, kRoughness, "",
                                "raised by a picture that does not look like normals");
        if (auto spread = texel::NormalSpread::of(*normals, *context.pool)) return *spread;
    }
    context.ledger->add(Verdict::approximated, kRoughness, "",
                        "not raised: its normal map can't be read");
    return std::nullopt;
}

/// Says what looks wrong in the picture for what it is used as.
void lint(const texel::PictureLook& look, TextureUsage usage, std::vector<Diagnostic>& out) {
    const auto say = [&](Severity severity, ErrorCode code, std::string message, std::string hint) {
        out.push_back({severity, Error{code, std::move(message), {}, std::move(hint)}});
    };
    if ((look.like_normals && usage != TextureUsage::normal) ||
        (look.two_channels && usage == TextureUsage::color)) {
        say(Severity::warning, kLooksLikeNormals,
            fmt::format("this looks like a normal map, and is cooked as {}", usage_word(usage)),
            "set its usage to normal, or name it in a material's normal slot");
    }
    if (usage == TextureUsage::normal && !look.like_normals && !look.two_channels) {
        say(Severity::warning, kNoNormals, "this does not look like normals",
            "set its usage, or take it out of the normal slot");
    }
    if (usage == TextureUsage::normal && look.green_down) {
        say(Severity::warning, kGreenDown,
            "green seems to point down, as DirectX has it; lights will come from the wrong side",
            "export the map for OpenGL, or turn its green over by the setting "
            "\"channels\": [\"r\", \"1-g\", \"b\"]");
    }
    if (look.alpha_full) {
        say(Severity::note, kAlphaFull, "the alpha channel is full everywhere",
            "save the picture without it");
    }
}

/// Of an alpha that BC1 rounds to one bit. Where a material cuts at a cutoff, that is what it
/// wants.
void tell_of_one_bit(const Image& image, PixelFormat format, const TextureSettings& settings,
                     const CookContext& context) {
    if (format != PixelFormat::bc1_unorm && format != PixelFormat::bc1_srgb) return;
    if (!texel::has_partial_alpha(image)) return;
    context.ledger->add(Verdict::approximated, "alpha", "", "one bit in BC1");
    if (settings.alpha_cutoff.value_or(0) > 0) return;
    context.diagnostics->push_back(
        {Severity::warning,
         Error{kAlphaOneBit,
               "the alpha has more values than none and full, which is all BC1 holds",
               {},
               "set its compression to bc7 or bc3, or to auto"}});
}

/// Takes the spread where it is that of the picture's normal map.
void use_spread(const std::optional<texel::NormalSpread>& spread, const Image& image,
                texel::MipOptions& options, Ledger& ledger) {
    if (!spread) return;
    if (spread->width() == image.width && spread->height() == image.height) {
        options.spread = &*spread;
        options.roughness_channel = image.channels >= 3 ? 1 : 0;
        return;
    }
    ledger.add(Verdict::approximated, kRoughness, "",
               fmt::format("not raised: its normal map is {} x {}, not {} x {}", spread->width(),
                           spread->height(), image.width, image.height));
}

/// Rows are encoded as they are decoded, and the levels below are made meanwhile.
Result<Stored> decode_and_build(const TextureInput& input, const CookContext& context) {
    TRY_ASSIGN(const std::optional<texel::NormalSpread> spread, decode_spread(input, context));
    const TextureUsage usage = *input.settings.usage;
    Image image;
    texel::PictureLook look;
    const bool eight_bits = holds_eight_bits(input);
    TextureBlocks encoder(input.settings, image, eight_bits, *context.pool);
    TRY(decode_picture_rows(input, context, image,
                            [&](std::uint32_t rows) { encoder.rows_decoded(rows); }));
    if (input.on_decoded) input.on_decoded();
    const auto blocks = choose_blocks(input.settings, image, eight_bits);
    const bool narrow = blocks && *blocks && image.type == SampleType::unorm16 &&
                        find_pixel_format(**blocks)->channels > 2;
    if (!blocks || !*blocks || narrow) {
        look = texel::look_of(image);
    } else {
        encoder.add_job([&] { look = texel::look_of(image); });
    }
    if (!blocks) {
        lint(look, usage, *context.diagnostics);
        return std::unexpected(blocks.error());
    }
    if (narrow) {
        image = texel::to_eight_bits(std::move(image));
        if (!eight_bits) {
            context.ledger->add(Verdict::approximated, "16 bits a sample", "",
                                fmt::format("8 for {}", find_pixel_format(**blocks)->name));
        }
    }
    if (*blocks) {
        tell_of_one_bit(image, **blocks, input.settings, context);
        encoder.encode_picture(**blocks);
    }
    texel::MipOptions options = mip_options(input);
    options.picture = !*blocks;
    options.transparent =
        *blocks ? encoder.transparent() : image.channels % 2 == 0 && !look.alpha_full;
    use_spread(spread, image, options, *context.ledger);
    Stored stored;
    TRY_ASSIGN(stored.texture,
               texel::build_texture(image, channel_use(usage), options, *context.pool));
    stored.format = stored.texture.layout.format;
    if (*blocks) {
        encoder.encode_levels(stored.texture);
        TRY_ASSIGN(stored.texture.levels, encoder.finish());
        stored.format = **blocks;
    }
    lint(look, usage, *context.diagnostics);
    return stored;
}

Result<BytePieces> cook_texture(const TextureInput& input, const CookContext& context) {
    TRY_ASSIGN(Stored stored, decode_and_build(input, context));
    texel::BuiltTexture& built = stored.texture;
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
    return encode_own_texture(info, std::move(built.levels));
}

}  // namespace

Cooker texture_cooker() {
    return {Kind::texture, 4, std::string(image_decoder_version()),
            [](const CookInput& input, const CookContext& context) {
                return cook_texture(std::get<TextureInput>(input), context);
            }};
}

}  // namespace galley
