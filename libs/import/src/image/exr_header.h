#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"

/// What the headers of an OpenEXR file say ("OpenEXR File Layout", version 2), read by ourselves so
/// that nothing reaches the library before it was checked.
namespace galley::image {

enum class ExrSample : std::uint8_t { whole = 0, half = 1, float32 = 2 };
enum class ExrCompression : std::uint8_t {
    none,
    rle,
    zips,
    zip,
    piz,
    pxr24,
    b44,
    b44a,
    dwaa,
    dwab
};
enum class ExrLevels : std::uint8_t { one = 0, mip = 1, rip = 2 };

/// Corners, both inside.
struct ExrBox {
    std::int32_t x0 = 0, y0 = 0, x1 = -1, y1 = -1;

    [[nodiscard]] std::uint64_t width() const { return side(x0, x1); }
    [[nodiscard]] std::uint64_t height() const { return side(y0, y1); }
    friend bool operator==(const ExrBox&, const ExrBox&) = default;

private:
    [[nodiscard]] static std::uint64_t side(std::int64_t low, std::int64_t high) {
        return high < low ? 0 : static_cast<std::uint64_t>(high - low + 1);
    }
};

struct ExrChannel {
    std::string name;  ///< `R`, `diffuse.R`
    ExrSample sample = ExrSample::half;
    bool linear = false;      ///< B44 codes it as it is
    std::int32_t x_step = 1;  ///< samples only where x is a multiple: 1, 2 or 4
    std::int32_t y_step = 1;

    [[nodiscard]] std::uint64_t sample_bytes() const { return sample == ExrSample::half ? 2 : 4; }
};

struct ExrPart {
    std::string name;
    std::vector<ExrChannel> channels;  ///< in the order of their names, as chunks hold them
    ExrCompression compression = ExrCompression::none;
    ExrBox data;     ///< the pixels that are stored
    ExrBox display;  ///< the picture
    bool deep = false;
    bool tiled = false;
    std::uint32_t tile_width = 0;
    std::uint32_t tile_height = 0;
    ExrLevels levels = ExrLevels::one;
    bool round_up = false;                          ///< sides of levels
    std::uint64_t chunk_count = 0;                  ///< as the file says, 0 where it doesn't
    std::optional<std::array<float, 8>> primaries;  ///< x and y of red, green, blue, white
    bool environment = false;
    float pixel_aspect = 1;

    /// Rows of a chunk of scan lines.
    [[nodiscard]] std::uint32_t chunk_rows() const;
    /// Bytes of the samples of all channels inside the box, not compressed.
    [[nodiscard]] std::uint64_t sample_bytes(const ExrBox& box) const;
    /// Levels of a mip or rip map; 1 where there is none.
    [[nodiscard]] std::uint64_t level_count() const;
    /// Chunks of the first level, and of all.
    [[nodiscard]] std::uint64_t first_level_chunks() const;
    [[nodiscard]] std::uint64_t all_chunks() const;
};

struct ExrFile {
    std::vector<ExrPart> parts;   ///< at least one
    bool multi_part = false;      ///< chunks name their part
    std::uint64_t tables_at = 0;  ///< where the tables of chunks begin, one a part

    /// The first part that isn't deep; kImageUnsupported where all are.
    [[nodiscard]] Result<std::size_t> flat_part() const;
};

/// kImageDamaged where a header is cut or makes no sense, kImageUnsupported for another version.
/// The sides of windows are not bounded but by what 31 bits hold.
[[nodiscard]] Result<ExrFile> read_exr_header(ByteSpan file);

/// The chunks of a part's first level in the order of their table, each with its coordinates and
/// without the number of its part. They are what the table calls them, and have no fewer bytes than
/// the compression can put their samples into, and no more than these; kImageImplausible or
/// kImageDamaged otherwise. For windows that passed `check_limits`.
[[nodiscard]] Result<std::vector<ByteSpan>> find_exr_chunks(ByteSpan file, const ExrFile& exr,
                                                            std::size_t part);

/// Whether the chunks of all parts and levels lie in the file, which passed `find_exr_chunks`.
[[nodiscard]] bool exr_is_whole(ByteSpan file, const ExrFile& exr);

}  // namespace galley::image
