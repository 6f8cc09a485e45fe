#include <fmt/format.h>

#include "../cookers.h"
#include "galley/asset/texture.h"
#include "galley/base/try.h"
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

Result<texel::BuiltTexture> decode_and_build(const TextureInput& input,
                                             const CookContext& context) {
    TRY_ASSIGN(const Image image,
               decode_image(input.encoded, input.extension, context.limits, *context.ledger));
    return texel::build_texture(image, channel_use(*input.settings.usage),
                                {.chain = input.settings.mipmaps}, *context.pool);
}

Result<Bytes> cook_texture(const TextureInput& input, const CookContext& context) {
    TRY_ASSIGN(const texel::BuiltTexture built, decode_and_build(input, context));
    if (built.clamped > 0 || built.not_numbers > 0) {
        context.ledger->add(Verdict::approximated, "samples outside 16-bit float", "",
                            fmt::format("{} clamped to 65504, {} that were no number became 0",
                                        built.clamped, built.not_numbers));
    }
    TextureInfo info;
    info.format = built.layout.format;
    info.usage = *input.settings.usage;
    info.width = built.width;
    info.height = built.height;
    info.levels = static_cast<std::uint32_t>(built.levels.size());
    info.wrap_u = input.wrap_u;
    info.wrap_v = input.wrap_v;
    info.filter = input.settings.filter;
    for (std::size_t i = 0; i < info.swizzle.size(); ++i) {
        info.swizzle[i] = static_cast<Swizzle>(built.layout.swizzle[i]);
    }
    const std::vector<ByteSpan> levels(built.levels.begin(), built.levels.end());
    return encode_texture(info, levels);
}

}  // namespace

Cooker texture_cooker() {
    return {Kind::texture, 1, std::string(image_decoder_version()),
            [](const CookInput& input, const CookContext& context) {
                return cook_texture(std::get<TextureInput>(input), context);
            }};
}

}  // namespace galley
