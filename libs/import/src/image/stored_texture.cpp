#include "stored_texture.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/texel/half.h"
#include "galley/texel/view_image.h"
#include "orientation.h"

namespace galley::image {
namespace {

using texel::BlockCoding;
using texel::ChannelFrom;

/// The sources of the picture's own channels, of which there are 1 to 4.
struct Channels {
    std::array<ChannelFrom, 4> from;
    std::uint8_t count;
};

Channels channels_of(const StoredFormat& format) {
    const ChannelMap map = shown_map(format);
    const bool grey = map[0] == map[1] && map[1] == map[2];
    const bool alpha = map[3] != ChannelFrom::one;
    if (grey) return {{map[0], map[3]}, static_cast<std::uint8_t>(alpha ? 2 : 1)};
    return {map, static_cast<std::uint8_t>(alpha ? 4 : 3)};
}

bool is_signed(BlockCoding coding) {
    return coding == BlockCoding::bc4_snorm || coding == BlockCoding::bc5_snorm;
}

SampleType type_of(const StoredFormat& format) {
    switch (format.coding) {
    case StoredFormat::Coding::blocks: {
        if (is_signed(format.block)) return SampleType::unorm16;
        const PixelFormatInfo* plain =
            find_pixel_format(plain_format(format.block, texel::DecodedDepth::full));
        return plain->is_float                ? SampleType::float32
               : plain->bits_per_channel == 8 ? SampleType::unorm8
                                              : SampleType::unorm16;
    }
    case StoredFormat::Coding::samples:
        return format.sample == StoredSample::unorm8    ? SampleType::unorm8
               : format.sample == StoredSample::unorm16 ? SampleType::unorm16
                                                        : SampleType::float32;
    case StoredFormat::Coding::masks: break;
    }
    const bool wide = std::ranges::any_of(
        format.masks, [](std::uint32_t mask) { return std::popcount(mask) > 8; });
    return wide ? SampleType::unorm16 : SampleType::unorm8;
}

std::uint8_t bits_of(const StoredFormat& format) {
    if (format.coding == StoredFormat::Coding::masks) {
        int widest = 0;
        for (const std::uint32_t mask : format.masks)
            widest = std::max(widest, std::popcount(mask));
        return static_cast<std::uint8_t>(widest);
    }
    if (format.coding == StoredFormat::Coding::samples)
        return format.sample == StoredSample::unorm8    ? 8
               : format.sample == StoredSample::float32 ? 32
                                                        : 16;
    return 0;
}

template <class T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

/// Takes the picture's channels from pixels of `stored` samples each.
template <class In, class Out, class Convert>
void gather(ByteSpan pixels, std::size_t stored, const Channels& channels, Out one, Image& image,
            Convert convert) {
    std::byte* out = image.pixels.data();
    const std::size_t count = std::size_t{image.width} * image.height;
    for (std::size_t i = 0; i < count; ++i) {
        const std::byte* pixel = pixels.data() + i * stored * sizeof(In);
        for (std::size_t c = 0; c < channels.count; ++c) {
            const ChannelFrom from = channels.from[c];
            const Out value =
                from == ChannelFrom::zero ? Out{}
                : from == ChannelFrom::one
                    ? one
                    : convert(load<In>(pixel + static_cast<std::size_t>(from) * sizeof(In)));
            std::memcpy(out, &value, sizeof value);
            out += sizeof value;
        }
    }
}

void gather_samples(ByteSpan pixels, StoredSample sample, std::size_t stored,
                    const Channels& channels, Image& image) {
    const auto same = [](auto value) { return value; };
    switch (sample) {
    case StoredSample::unorm8:
        return gather<std::uint8_t, std::uint8_t>(pixels, stored, channels, 255, image, same);
    case StoredSample::unorm16:
        return gather<std::uint16_t, std::uint16_t>(pixels, stored, channels, 65535, image, same);
    case StoredSample::half:
        return gather<std::uint16_t, float>(pixels, stored, channels, 1.0f, image,
                                            texel::half_to_float);
    case StoredSample::float32:
        return gather<float, float>(pixels, stored, channels, 1.0f, image, same);
    }
}

/// One channel of a pixel of masks, scaled to the nearest of 255 or 65535 steps.
struct MaskedChannel {
    std::uint32_t mask = 0;
    int shift = 0;
    std::uint64_t full = 1;
    std::uint32_t fixed = 0;  // where the mask is 0

    std::uint32_t value(std::uint32_t pixel, std::uint32_t most) const {
        if (mask == 0) return fixed;
        const std::uint64_t stored = (pixel & mask) >> shift;
        return static_cast<std::uint32_t>((stored * most + full / 2) / full);
    }
};

void gather_masked(ByteSpan pixels, const StoredFormat& format, const Channels& channels,
                   Image& image) {
    const bool wide = image.type == SampleType::unorm16;
    const std::uint32_t most = wide ? 65535 : 255;
    std::array<MaskedChannel, 4> sources;
    for (std::size_t c = 0; c < channels.count; ++c) {
        const ChannelFrom from = channels.from[c];
        MaskedChannel& source = sources[c];
        if (from == ChannelFrom::one) source.fixed = most;
        if (from == ChannelFrom::zero || from == ChannelFrom::one) continue;
        source.mask = format.masks[static_cast<std::size_t>(from)];
        source.shift = std::countr_zero(source.mask);
        source.full = source.mask == 0 ? 1 : source.mask >> source.shift;
    }
    std::byte* out = image.pixels.data();
    for (std::size_t at = 0; at < pixels.size(); at += format.bytes) {
        std::uint32_t pixel = 0;
        for (std::size_t b = 0; b < format.bytes; ++b)
            pixel |= std::to_integer<std::uint32_t>(pixels[at + b]) << (8 * b);
        for (std::size_t c = 0; c < channels.count; ++c) {
            const auto value = static_cast<std::uint16_t>(sources[c].value(pixel, most));
            *out++ = static_cast<std::byte>(value & 255u);
            if (wide) *out++ = static_cast<std::byte>(value >> 8);
        }
    }
}

Result<Image> decode_block_picture(const StoredFormat& format, const Channels& channels,
                                   const ImageInfo& info, ByteSpan blocks) {
    Bytes plain;
    PixelFormat as = texel::plain_format(format.block, texel::DecodedDepth::full);
    if (is_signed(format.block)) {
        TRY_ASSIGN(texel::PlainLevel level,
                   texel::plain_level(blocks,
                                      format.block == BlockCoding::bc4_snorm
                                          ? PixelFormat::bc4_snorm
                                          : PixelFormat::bc5_snorm,
                                      info.width, info.height));
        as = level.format;
        plain = std::move(level.decoded);
    } else {
        TRY_ASSIGN(plain, texel::decode_blocks(format.block, blocks, info.width, info.height,
                                               texel::DecodedDepth::full));
    }
    const PixelFormatInfo& row = *find_pixel_format(as);
    if (channels.count == row.channels && channels.from == map_of(4) && !row.is_float)
        return Image{info.width, info.height, info.channels, info.type, std::move(plain)};
    Image image = make_image(info);
    const StoredSample sample = row.is_float                ? StoredSample::half
                                : row.bits_per_channel == 8 ? StoredSample::unorm8
                                                            : StoredSample::unorm16;
    gather_samples(plain, sample, row.channels, channels, image);
    return image;
}

template <class T>
void divide_by_alpha(Image& image, T most) {
    const std::size_t channels = image.channels;
    for (std::size_t at = 0; at < image.pixels.size(); at += channels * sizeof(T)) {
        const T alpha = load<T>(image.pixels.data() + at + (channels - 1) * sizeof(T));
        if (!(alpha > T{})) continue;
        for (std::size_t c = 0; c + 1 < channels; ++c) {
            std::byte* const sample = image.pixels.data() + at + c * sizeof(T);
            T value = load<T>(sample);
            if constexpr (std::is_floating_point_v<T>) {
                value /= alpha;
            } else {
                const std::uint32_t scaled =
                    (std::uint32_t{value} * std::uint32_t{most} + alpha / 2u) / alpha;
                value = static_cast<T>(std::min<std::uint32_t>(scaled, most));
            }
            std::memcpy(sample, &value, sizeof value);
        }
    }
}

void unpremultiply(Image& image) {
    switch (image.type) {
    case SampleType::unorm8: return divide_by_alpha<std::uint8_t>(image, 255);
    case SampleType::unorm16: return divide_by_alpha<std::uint16_t>(image, 65535);
    case SampleType::float32: return divide_by_alpha<float>(image, 1);
    }
}

void note_conversions(const StoredFormat& format, const Channels& channels, Ledger& ledger) {
    if (format.coding == StoredFormat::Coding::blocks && is_signed(format.block))
        ledger.add(Verdict::converted, "signed samples", "", "v became (v + 1) / 2");
    if (format.coding == StoredFormat::Coding::samples && format.sample == StoredSample::unorm16 &&
        channels.count >= 3)
        ledger.add(Verdict::converted, "16-bit samples", "",
                   "where they are colour they are taken as sRGB, as those of PNG; light, which "
                   "these files may hold, comes out dark");
    if (channels.count >= 3 && channels.from[2] == ChannelFrom::zero)
        ledger.add(Verdict::converted, "two channels", "", "red and green; blue became 0");
    if (format.coding != StoredFormat::Coding::masks) return;
    for (const std::uint32_t mask : format.masks) {
        const int bits = std::popcount(mask);
        if (bits != 0 && bits != 8 && bits != 16)
            ledger.add(bits > 16 ? Verdict::approximated : Verdict::converted,
                       fmt::format("{}-bit samples", bits), "",
                       type_of(format) == SampleType::unorm16 ? "became 16-bit" : "became 8-bit");
    }
}

}  // namespace

ChannelMap shown_map(const StoredFormat& format) {
    return format.map == map_of(1) ? kGreyMap : format.map;
}

std::string StoredFormat::words() const {
    return srgb ? fmt::format("{} sRGB", name) : std::string(name);
}

ImageInfo StoredTexture::info(ImageFormat file) const {
    ImageInfo out;
    out.format = file;
    out.width = width;
    out.height = height;
    out.channels = channels_of(format).count;
    out.type = type_of(format);
    out.source_bits = bits_of(format);
    out.stored_as = format.name;
    out.srgb = format.srgb;
    out.levels = levels;
    out.layers = layers;
    out.faces = faces;
    out.slices = depth;
    return out;
}

std::uint64_t StoredTexture::slice_bytes(std::uint32_t level) const {
    const std::uint64_t w = mip_size(width, level);
    const std::uint64_t h = mip_size(height, level);
    if (format.coding != StoredFormat::Coding::blocks) return w * h * format.bytes;
    return (w + 3) / 4 * ((h + 3) / 4) * texel::block_bytes(format.block);
}

void StoredTexture::note(Ledger& ledger) const {
    ledger.add(Verdict::kept, "stored format", "", format.words());
    const auto left_out = [&](std::string_view what, std::uint64_t count) {
        if (count > 1)
            ledger.add(Verdict::dropped, std::string(what), "", "the first is the picture",
                       count - 1);
    };
    if (levels > 1)
        ledger.add(Verdict::dropped, "smaller levels", "", "a cook makes its own", levels - 1);
    left_out("further faces of a cube", faces);
    left_out("further layers", layers);
    left_out("further slices of a volume", depth);
}

Result<Image> decode_stored(const StoredTexture& texture, const ImageInfo& info, ByteSpan bytes,
                            Ledger& ledger) {
    const StoredFormat& format = texture.format;
    const Channels channels = channels_of(format);
    Image image;
    if (format.coding == StoredFormat::Coding::blocks) {
        TRY_ASSIGN(image, decode_block_picture(format, channels, info, bytes));
    } else {
        image = make_image(info);
        if (format.coding == StoredFormat::Coding::masks) {
            gather_masked(bytes, format, channels, image);
        } else {
            constexpr std::size_t kBytes[] = {1, 2, 2, 4};
            gather_samples(bytes, format.sample,
                           format.bytes / kBytes[static_cast<std::size_t>(format.sample)], channels,
                           image);
        }
    }
    note_conversions(format, channels, ledger);
    if (texture.premultiplied && image.channels % 2 == 0) {
        unpremultiply(image);
        ledger.add(Verdict::approximated, "premultiplied alpha", "", "colours were divided by it");
    }
    if (texture.orientation != 1) {
        image = oriented(std::move(image), texture.orientation);
        ledger.add(Verdict::converted, "orientation", "", "turned to rows from the top left");
    }
    return image;
}

}  // namespace galley::image
