#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "galley/base/byte_pieces.h"
#include "galley/base/bytes.h"
#include "galley/base/jobs.h"
#include "galley/base/pixel_format.h"
#include "galley/base/result.h"
#include "galley/texel/image.h"
#include "galley/texel/normal_spread.h"

namespace galley::texel {

/// What the channels of a picture mean. Numbered like `TextureUsage` in asset.
enum class ChannelUse : std::uint8_t { color = 0, data = 1, normal = 2 };

/// Where a sampled channel comes from. Numbered like `Swizzle` in asset.
enum class ChannelFrom : std::uint8_t { r = 0, g = 1, b = 2, a = 3, zero = 4, one = 5 };

/// How a picture is stored: see the table in this library's README.
struct TextureLayout {
    PixelFormat format = PixelFormat::rgba8_unorm;
    std::array<ChannelFrom, 4> swizzle = {ChannelFrom::r, ChannelFrom::g, ChannelFrom::b,
                                          ChannelFrom::a};
};

/// The plain (not block-compressed) layout for a picture of `channels` (1 to 4) samples of `type`.
[[nodiscard]] TextureLayout plain_layout(ChannelUse use, SampleType type, std::uint8_t channels);

/// What each level is made of the one above with; `mips/axis_taps.h` says how.
enum class MipFilter : std::uint8_t { box = 0, kaiser = 1 };

/// What a filter takes beyond an edge. Numbered like `WrapMode` in asset.
enum class EdgeRule : std::uint8_t { repeat = 0, mirror = 1, clamp = 2 };

struct MipOptions {
    bool chain = true;    ///< all levels down to 1x1, else the first alone
    bool picture = true;  ///< else the picture's own level is left empty, for who has its pixels
    MipFilter filter = MipFilter::box;
    EdgeRule edge_u = EdgeRule::repeat;
    EdgeRule edge_v = EdgeRule::repeat;
    /// Whether some alpha is below full, for who knows; else the picture is looked through.
    std::optional<bool> transparent = std::nullopt;
    /// Levels larger than this on a side are left out (the last is never); 0 keeps all.
    std::uint32_t max_size = 0;
    /// Above 0: the alpha of each level of colour is scaled so that the share of pixels at or above
    /// this stays that of the picture.
    float coverage_cutoff = 0;
    /// Of the normal map of the same surface: raises the roughness in `roughness_channel` of data
    /// from the second level on. Null for none.
    const NormalSpread* spread = nullptr;
    unsigned roughness_channel = 1;
};

struct BuiltTexture {
    TextureLayout layout;
    std::uint32_t width = 1;  ///< of the first level
    std::uint32_t height = 1;
    BytePieces levels;  ///< rows from the top, tightly packed; the largest first
    /// Samples of a float picture that a half cannot hold (beyond 65504, infinite) and were
    /// clamped, and those that were no number and became 0. Counted in the source's samples.
    std::uint64_t clamped = 0;
    std::uint64_t not_numbers = 0;
};

/// Whether `build_texture` stores the picture's own level in samples that are the picture's: of 8
/// bits, and of 16 but for colour.
[[nodiscard]] bool keeps_samples(const Image& image, ChannelUse use);

/// `rows` of a picture such as `image`, whose pixels are not looked at, as that level has them in
/// the plain layout's `format`: the rows themselves, or a copy in `scratch` where channels are
/// added or left out.
[[nodiscard]] ByteSpan stored_rows(const Image& image, ByteSpan rows, PixelFormat format,
                                   Bytes& scratch);

/// Converts a picture to its plain layout, with smaller levels as `options` say.
///
/// The picture's own level holds its samples (8-bit ones untouched; 16-bit colour is the exception,
/// see below); every other level is filtered from the one above (which was not rounded) in float,
/// and rounded once.
/// - `color`: unorm samples hold the sRGB transfer function, float ones are linear. Levels are
///   filtered in linear light, weighted by alpha; where all covered alpha is 0, unweighted. As no
///   16-bit sRGB format exists, 16-bit colour is stored as linear light in rgba16_unorm.
/// - `data`: channels are filtered apart as they are.
/// - `normal`: x and y from red and green (grey counts as both) as 2v - 1, z = sqrt(1 - x² - y²);
///   vectors are averaged, made unit length at each level, and x and y stored.
///
/// Rows are shared out over `pool`; the bytes are the same for any number of threads. Beside the
/// picture and the levels, a few rows a thread are held; and where the filter is not a box that
/// halves both sides, or coverage is kept, two levels as up to four floats a pixel: five bytes for
/// each pixel of the picture (80 MiB for 4096 x 4096).
///
/// kImageShape when a side is 0 or above 65536, channels are not 1 to 4, or the pixels are not as
/// many bytes as these say.
[[nodiscard]] Result<BuiltTexture> build_texture(const Image& image, ChannelUse use,
                                                 const MipOptions& options, JobPool& pool);

}  // namespace galley::texel
