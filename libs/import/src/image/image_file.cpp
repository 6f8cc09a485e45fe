#include "galley/import/image_file.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <jconfig.h>
#include <webp/decode.h>

#include "codec.h"
#include "exr_library.h"
#include "galley/base/try.h"

namespace galley {
namespace {

struct FormatRow {
    ImageFormat format;
    std::string_view word;
    std::string_view extensions;  // those that say this format, each between spaces
    Result<ImageInfo> (*probe)(ByteSpan);
    Result<Image> (*decode)(ByteSpan, const DecodeLimits&, Ledger&);
};

constexpr std::array kFormats = {
    FormatRow{ImageFormat::png, "PNG", " png apng ", image::probe_png, image::decode_png},
    FormatRow{ImageFormat::jpeg, "JPEG", " jpg jpeg jpe jfif ", image::probe_jpeg,
              image::decode_jpeg},
    FormatRow{ImageFormat::tga, "TGA", " tga ", image::probe_tga, image::decode_tga},
    FormatRow{ImageFormat::bmp, "BMP", " bmp dib ", image::probe_bmp, image::decode_bmp},
    FormatRow{ImageFormat::hdr, "Radiance HDR", " hdr pic rgbe ", image::probe_hdr,
              image::decode_hdr},
    FormatRow{ImageFormat::dds, "DDS", " dds ", image::probe_dds, image::decode_dds},
    FormatRow{ImageFormat::ktx2, "KTX2", " ktx2 ", image::probe_ktx2, image::decode_ktx2},
    FormatRow{ImageFormat::webp, "WebP", " webp ", image::probe_webp, image::decode_webp},
    FormatRow{ImageFormat::exr, "OpenEXR", " exr ", image::probe_exr, image::decode_exr},
};

const FormatRow& row_of(ImageFormat format) {
    return *std::ranges::find(kFormats, format, &FormatRow::format);
}

/// Of the file's own format; says where its name says another.
Result<const FormatRow*> row_of_file(ByteSpan file, std::string_view extension, Ledger& ledger) {
    TRY_ASSIGN(const ImageFormat format, image::recognise(file, extension));
    const FormatRow& row = row_of(format);
    if (!extension.empty() &&
        row.extensions.find(fmt::format(" {} ", extension)) == std::string::npos)
        ledger.add(Verdict::kept, "contents of another format than the name says", "",
                   fmt::format(".{} holds {}", extension, row.word));
    return &row;
}

}  // namespace

std::string_view image_format_word(ImageFormat format) { return row_of(format).word; }

std::uint64_t ImageInfo::decoded_bytes() const {
    return std::uint64_t{width} * height * channels * Image::sample_bytes(type);
}

Result<ImageInfo> probe_image(ByteSpan file, std::string_view extension) {
    TRY_ASSIGN(const ImageFormat format, image::recognise(file, extension));
    return row_of(format).probe(file);
}

Result<Image> decode_image(ByteSpan file, std::string_view extension, const DecodeLimits& limits,
                           Ledger& ledger) {
    TRY_ASSIGN(const FormatRow* row, row_of_file(file, extension, ledger));
    return row->decode(file, limits, ledger);
}

Result<std::optional<ImageTexture>> read_image_texture(ByteSpan file, std::string_view extension,
                                                       const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const ImageFormat format, image::recognise(file, extension));
    if (format == ImageFormat::dds) return image::read_dds_texture(file, limits, ledger);
    if (format == ImageFormat::ktx2) return image::read_ktx2_texture(file, limits, ledger);
    return std::nullopt;
}

Result<void> decode_image_rows(ByteSpan file, std::string_view extension,
                               const DecodeLimits& limits, Ledger& ledger, Image& image,
                               const RowsDecoded& on_rows) {
    TRY_ASSIGN(const FormatRow* row, row_of_file(file, extension, ledger));
    if (row->format == ImageFormat::png)
        return image::decode_png_rows(file, limits, ledger, image, on_rows);
    TRY_ASSIGN(image, row->decode(file, limits, ledger));
    return {};
}

Error damage_of(const Ledger& ledger) {
    return {kImageDamaged,
            fmt::format("the picture is damaged, and what could be read of it is used: {}",
                        ledger.partial_reason()),
            {},
            "save the picture again, or restore it from version control",
            nullptr};
}

std::string_view image_decoder_version() {
    // Ours, and those libraries that compute pixels; the inflater and CRC can only be right or
    // wrong.
    static const std::string kVersion = fmt::format(
        "galley-image/4 libjpeg-turbo/{} libwebp/{:x} openexr/{}", LIBJPEG_TURBO_VERSION_NUMBER,
        WebPGetDecoderVersion(), image::exr_library_version());
    return kVersion;
}

}  // namespace galley
