#include "codec.h"

#include <fmt/format.h>

namespace galley::image {

std::unexpected<Error> damaged(std::string message, std::uint64_t offset) {
    Place place;
    place.offset = offset;
    return fail(kImageDamaged, std::move(message), std::move(place),
                "save the picture again, or restore it from version control");
}

std::unexpected<Error> unsupported(std::string message) {
    return fail(kImageUnsupported, std::move(message), {},
                "save the picture in a common variant, such as PNG of 8 or 16 bits");
}

Result<void> check_limits(const ImageInfo& info, const DecodeLimits& limits) {
    if (info.width == 0 || info.height == 0)
        return damaged(fmt::format("the header says {} x {} pixels", info.width, info.height));
    if (info.width > limits.max_side || info.height > limits.max_side)
        return fail(kImageTooLarge,
                    fmt::format("{} x {} pixels, where a side may have {}", info.width, info.height,
                                limits.max_side),
                    {}, "scale the picture down, or cut it into tiles");
    if (info.decoded_bytes() > limits.max_decoded)
        return fail(kImageTooLarge,
                    fmt::format("{} x {} pixels take {} bytes decoded, where {} are allowed",
                                info.width, info.height, info.decoded_bytes(), limits.max_decoded),
                    {}, "scale the picture down, or raise --max-decoded");
    return {};
}

Result<void> check_needed(const ImageInfo& info, std::uint64_t bytes, std::uint64_t needed) {
    if (bytes >= needed) return {};
    return fail(kImageImplausible,
                fmt::format("the header says {} x {} pixels, which take at least {} bytes in this "
                            "format, but there are {}",
                            info.width, info.height, needed, bytes),
                {}, "the file is cut, or its header is wrong");
}

Image make_image(const ImageInfo& info) {
    Image image{.width = info.width,
                .height = info.height,
                .channels = info.channels,
                .type = info.type,
                .pixels = {}};
    image.pixels.resize(static_cast<std::size_t>(info.decoded_bytes()));
    return image;
}

}  // namespace galley::image
