#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "codec.h"
#include "galley/texel/block_decode.h"
#include "galley/texel/texture_build.h"

/// Textures as GPUs take them, which DDS and KTX2 files hold: what their formats are, and how the
/// first of their pictures is decoded.
namespace galley::image {

/// Where the channels of a sampled pixel come from; `r` to `a` are the stored ones.
using ChannelMap = std::array<texel::ChannelFrom, 4>;

enum class StoredSample : std::uint8_t { unorm8, unorm16, half, float32 };

/// How the samples of a picture are stored.
struct StoredFormat {
    enum class Coding : std::uint8_t { blocks, samples, masks };

    std::string_view name;  ///< `BC7`, `RGBA16 float`
    Coding coding = Coding::samples;
    bool srgb = false;
    texel::BlockCoding block = texel::BlockCoding::bc1;  ///< of blocks
    StoredSample sample = StoredSample::unorm8;          ///< of samples
    std::uint8_t bytes = 0;                              ///< a pixel, of samples and masks
    std::array<std::uint32_t, 4> masks = {};             ///< bits of r, g, b, a in a pixel
    ChannelMap map = {texel::ChannelFrom::r, texel::ChannelFrom::g, texel::ChannelFrom::b,
                      texel::ChannelFrom::a};

    /// `BC7 sRGB`.
    [[nodiscard]] std::string words() const;
};

[[nodiscard]] constexpr ChannelMap map_of(unsigned channels) {
    using enum texel::ChannelFrom;
    return {r, channels > 1 ? g : zero, channels > 2 ? b : zero, channels > 3 ? a : one};
}
inline constexpr ChannelMap kGreyMap = {texel::ChannelFrom::r, texel::ChannelFrom::r,
                                        texel::ChannelFrom::r, texel::ChannelFrom::one};
inline constexpr ChannelMap kBgraMap = {texel::ChannelFrom::b, texel::ChannelFrom::g,
                                        texel::ChannelFrom::r, texel::ChannelFrom::a};
inline constexpr ChannelMap kBgrMap = {texel::ChannelFrom::b, texel::ChannelFrom::g,
                                       texel::ChannelFrom::r, texel::ChannelFrom::one};

[[nodiscard]] constexpr StoredFormat block_format(std::string_view name, texel::BlockCoding coding,
                                                  unsigned channels, bool srgb = false) {
    StoredFormat out;
    out.name = name;
    out.coding = StoredFormat::Coding::blocks;
    out.block = coding;
    out.map = map_of(channels);
    out.srgb = srgb;
    return out;
}

[[nodiscard]] constexpr StoredFormat sample_format(std::string_view name, StoredSample sample,
                                                   unsigned channels, bool srgb = false) {
    constexpr unsigned kBytes[] = {1, 2, 2, 4};
    StoredFormat out;
    out.name = name;
    out.sample = sample;
    out.bytes = static_cast<std::uint8_t>(channels * kBytes[static_cast<unsigned>(sample)]);
    out.map = map_of(channels);
    out.srgb = srgb;
    return out;
}

/// The same with the channels of `map`, which names stored samples in their order.
[[nodiscard]] constexpr StoredFormat mapped(StoredFormat format, const ChannelMap& map) {
    format.map = map;
    return format;
}

/// `bits` is 8, 16, 24 or 32; a mask of 0 is a channel that isn't stored.
[[nodiscard]] constexpr StoredFormat mask_format(std::string_view name, unsigned bits,
                                                 const std::array<std::uint32_t, 4>& masks) {
    StoredFormat out;
    out.name = name;
    out.coding = StoredFormat::Coding::masks;
    out.bytes = static_cast<std::uint8_t>(bits / 8);
    out.masks = masks;
    out.map = map_of(masks[3] != 0 ? 4 : 3);
    return out;
}

/// What the file's channels become: one channel alone is grey.
[[nodiscard]] ChannelMap shown_map(const StoredFormat& format);

/// What a header says of the whole texture. The first level of the first face of the first layer
/// is the picture.
struct StoredTexture {
    StoredFormat format;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t depth = 1;
    std::uint32_t layers = 1;
    std::uint32_t faces = 1;
    std::uint32_t levels = 1;
    bool premultiplied = false;
    std::uint8_t orientation = 1;  ///< as EXIF counts, 1 to 4

    [[nodiscard]] ImageInfo info(ImageFormat format) const;
    /// Bytes of one slice of a level. Call it for sides that passed `check_limits`.
    [[nodiscard]] std::uint64_t slice_bytes(std::uint32_t level) const;
    /// Notes what is kept of the texture, and what is left out.
    void note(Ledger& ledger) const;
};

/// Decodes the first picture from exactly `slice_bytes(0)` bytes; notes what is converted. `info`
/// is the texture's and passed `check_limits`.
[[nodiscard]] Result<Image> decode_stored(const StoredTexture& texture, const ImageInfo& info,
                                          ByteSpan bytes, Ledger& ledger);

}  // namespace galley::image
