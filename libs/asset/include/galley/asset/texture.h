#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "galley/base/byte_pieces.h"
#include "galley/base/bytes.h"
#include "galley/base/pixel_format.h"
#include "galley/base/result.h"

namespace galley {

/// What a texture's channels mean; decides its format family (L156).
enum class TextureUsage : std::uint8_t { color = 0, data = 1, normal = 2 };
[[nodiscard]] std::string_view usage_word(TextureUsage usage);  ///< `color`, `data`, `normal`
[[nodiscard]] std::optional<TextureUsage> usage_named(std::string_view word);

enum class TextureShape : std::uint8_t { flat = 0, array = 1, cube = 2 };
enum class WrapMode : std::uint8_t { repeat = 0, mirror = 1, clamp = 2 };
enum class FilterMode : std::uint8_t { linear = 0, nearest = 1 };

/// Where a sampled channel comes from.
enum class Swizzle : std::uint8_t { r = 0, g = 1, b = 2, a = 3, zero = 4, one = 5 };

struct TextureInfo {
    PixelFormat format = PixelFormat::rgba8_unorm;
    TextureUsage usage = TextureUsage::color;
    TextureShape shape = TextureShape::flat;
    std::uint32_t width = 1;   ///< of level 0, 1..16384
    std::uint32_t height = 1;  ///< of level 0, 1..16384
    std::uint32_t layers = 1;  ///< 1 for flat; 6 for cube; 1..2048 for array
    std::uint32_t levels = 1;  ///< 1..full chain, any number between
    WrapMode wrap_u = WrapMode::repeat;
    WrapMode wrap_v = WrapMode::repeat;
    FilterMode filter = FilterMode::linear;
    std::array<Swizzle, 4> swizzle = {Swizzle::r, Swizzle::g, Swizzle::b, Swizzle::a};
    /// The alpha cutoff that coverage was kept for in the mips; 0 when none was.
    float coverage_cutoff = 0;

    friend bool operator==(const TextureInfo&, const TextureInfo&) = default;
};

/// Bytes of one level, all layers, rows tightly packed.
[[nodiscard]] std::uint64_t level_bytes(const TextureInfo& info, std::uint32_t level);

/// Rules T1, T2 and T4 of `docs/formats/gtex.md`: sizes, layers, levels, format and usage fit each
/// other.
[[nodiscard]] Result<void> check_texture(const TextureInfo& info);

/// A texture used in place: `levels[0]` is the largest; spans borrow the body's bytes.
struct TextureView {
    TextureInfo info;
    std::vector<ByteSpan> levels;
};

/// The payload of a GTEX chunk; `levels[i]` holds exactly `level_bytes(info, i)`.
[[nodiscard]] Result<Bytes> encode_texture(const TextureInfo& info,
                                           std::span<const ByteSpan> levels);
/// The same in pieces, of which the large levels are some.
[[nodiscard]] Result<BytePieces> encode_own_texture(const TextureInfo& info, BytePieces levels);
/// Checks everything (counts, sizes, segment hashes when `verify_segments`) and borrows. The
/// payload must be aligned to 16 bytes in memory.
[[nodiscard]] Result<TextureView> view_texture(ByteSpan payload, bool verify_segments = true);

}  // namespace galley
