#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/ledger.h"
#include "galley/texel/image.h"

namespace galley {

/// Bounds on decoding, checked before anything is allocated.
struct DecodeLimits {
    /// Largest decoded size in bytes (`--max-decoded`).
    std::uint64_t max_decoded = std::uint64_t{2} << 30;
    std::uint32_t max_side = 16384;
};

enum class ImageFormat : std::uint8_t {
    png = 1,
    jpeg = 2,
    tga = 3,
    bmp = 4,
    hdr = 5,
    dds = 6,
    ktx2 = 7,
    webp = 8,
    exr = 9
};
[[nodiscard]] std::string_view image_format_word(ImageFormat format);

/// What a header says, without decoding pixels.
struct ImageInfo {
    ImageFormat format = ImageFormat::png;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint8_t channels = 0;  ///< after decoding (palettes count as 3 or 4)
    SampleType type = SampleType::unorm8;
    /// Bits a sample in the file, 1 to 32; 0 of blocks, which have none.
    std::uint8_t source_bits = 8;
    bool palette = false;
    bool interlaced = false;          ///< or progressive
    std::string_view stored_as = {};  ///< `BC7`, `RGBE`, `16-bit floats`: of DDS, KTX2, HDR, EXR
    bool srgb = false;                ///< of DDS and KTX2: the format says sRGB
    /// Of DDS and KTX2: the pictures of the texture, of which the first is decoded. At least 1; 0
    /// of other formats.
    std::uint32_t levels = 0;
    std::uint32_t layers = 0;
    std::uint32_t faces = 0;
    std::uint32_t slices = 0;  ///< of the first level

    [[nodiscard]] std::uint64_t decoded_bytes() const;
};

/// Recognises the format by its bytes (TGA, which has no magic, by a plausible header and then only
/// when `extension` is `tga`), never by its name alone. kImageUnknown, or kImageNotReadYet for
/// formats that are known and not read yet (KTX, GIF, ...).
[[nodiscard]] Result<ImageInfo> probe_image(ByteSpan file, std::string_view extension);

/// Decodes to the file's own channels and depth: 16-bit stays 16-bit, grey stays grey, palettes and
/// 1/2/4-bit become 8-bit. Of a DDS or KTX2 texture the first level of the first face and layer is
/// decoded, BC4 and BC5 to 16 bits, halves to floats; of an OpenEXR file the first flat part, in
/// the size of its display window. EXIF rotation (JPEG, PNG, WebP) is applied. The ledger says what
/// was converted (palette, CMYK, rotation) or ignored (ICC profiles, gamma, further frames); a file
/// that is cut is an error, or a partial picture that the ledger calls partial.
[[nodiscard]] Result<Image> decode_image(ByteSpan file, std::string_view extension,
                                         const DecodeLimits& limits, Ledger& ledger);

/// kImageDamaged for a picture whose ledger is partial: what a person is warned of where the
/// picture is used nevertheless. Its place is for the caller to say.
[[nodiscard]] Error damage_of(const Ledger& ledger);

/// Told on the decoding thread that the first `rows` rows are final.
using RowsDecoded = std::function<void(std::uint32_t rows)>;

/// Decodes into `image`, telling of rows as they are done: of a PNG that is neither interlaced,
/// turned nor expanded, and of nothing else. From the first call until the return, the picture's
/// size, channels and type hold and its pixels stay where they are, but there are no more of them
/// than came; after an error too.
[[nodiscard]] Result<void> decode_image_rows(ByteSpan file, std::string_view extension,
                                             const DecodeLimits& limits, Ledger& ledger,
                                             Image& image, const RowsDecoded& on_rows);

/// Changes whenever a decoder gives other pixels for the same bytes; enters every texture's key.
[[nodiscard]] std::string_view image_decoder_version();

}  // namespace galley
