#include "galley/preview/texture_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/preview/errors.h"
#include "galley/texel/half.h"
#include "galley/texel/image_check.h"
#include "galley/texel/srgb.h"
#include "galley/texel/view_image.h"
#include "studio.h"

namespace galley::preview {
namespace {

constexpr std::uint32_t kMaxSide = 8192;
constexpr std::uint32_t kMostShown = 1024;  ///< largest side of a picture of its own choice
constexpr std::uint32_t kLeastShown = 256;
constexpr std::uint32_t kMostCells = 64;
constexpr std::uint32_t kGap = 2;
constexpr std::uint32_t kChecker = 8;  ///< pixels a square

/// What is to be seen, as linear light with straight alpha. `exact` holds 8-bit sRGB pixels whose
/// bytes are kept wherever a shown pixel is one of them.
struct Picture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<Vec4> linear;
    std::vector<std::uint32_t> exact;
};

std::uint32_t pack(std::uint8_t r, std::uint8_t g, std::uint8_t b, std::uint8_t a) {
    return r | (std::uint32_t{g} << 8) | (std::uint32_t{b} << 16) | (std::uint32_t{a} << 24);
}

float unorm8(std::byte b) { return static_cast<float>(std::to_integer<unsigned>(b)) / 255.0F; }

float load_float(const std::byte* p) {
    float v = 0;
    std::memcpy(&v, p, sizeof v);
    return v;
}

std::uint16_t load_u16(const std::byte* p) {
    std::uint16_t v = 0;
    std::memcpy(&v, p, sizeof v);
    return v;
}

Vec4 exposed(Vec3 color, float alpha, float scale) {
    const Vec3 c = tone_map(color * scale);
    return {c.x, c.y, c.z, std::isfinite(alpha) ? std::clamp(alpha, 0.0F, 1.0F) : 1.0F};
}

/// Reads sample `index` of channel values; unorm ones hold the sRGB transfer function.
class SampleReader {
public:
    explicit SampleReader(const Image& image) : image_(image) {}

    [[nodiscard]] float color(std::size_t index) const {
        switch (image_.type) {
        case SampleType::unorm8:
            return texel::srgb8_to_linear_table()[std::to_integer<std::size_t>(
                image_.pixels[index])];
        case SampleType::unorm16:
            return texel::srgb16_to_linear_table()[load_u16(image_.pixels.data() + index * 2)];
        case SampleType::float32: break;
        }
        return load_float(image_.pixels.data() + index * 4);
    }

    [[nodiscard]] float alpha(std::size_t index) const {
        switch (image_.type) {
        case SampleType::unorm8: return unorm8(image_.pixels[index]);
        case SampleType::unorm16:
            return static_cast<float>(load_u16(image_.pixels.data() + index * 2)) / 65535.0F;
        case SampleType::float32: break;
        }
        return load_float(image_.pixels.data() + index * 4);
    }

private:
    const Image& image_;
};

Picture picture_of(const Image& image, float exposure) {
    Picture out{image.width, image.height, {}, {}};
    const std::size_t count = std::size_t{image.width} * image.height;
    const float scale = std::exp2(exposure);
    const bool grey = image.channels < 3;
    const bool has_alpha = image.channels == 2 || image.channels == 4;
    const bool exact = image.type == SampleType::unorm8 && exposure == 0;
    const SampleReader reader(image);
    out.linear.reserve(count);
    if (exact) out.exact.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = i * image.channels;
        const std::size_t g = grey ? at : at + 1;
        const std::size_t b = grey ? at : at + 2;
        const std::size_t a = at + image.channels - 1U;
        const Vec3 color{reader.color(at), reader.color(g), reader.color(b)};
        const float alpha = has_alpha ? reader.alpha(a) : 1;
        if (image.type == SampleType::float32 || exposure != 0) {
            out.linear.push_back(exposed(color, alpha, scale));
        } else {
            out.linear.push_back({color.x, color.y, color.z, alpha});
        }
        if (exact) {
            const auto byte = [&](std::size_t k) {
                return std::to_integer<std::uint8_t>(image.pixels[k]);
            };
            out.exact.push_back(pack(byte(at), byte(g), byte(b), has_alpha ? byte(a) : 255));
        }
    }
    return out;
}

/// Shows one channel as grey, of which 0..1 are the stored values where those are unorm.
void show_channel(Picture& picture, ShownChannel channel) {
    if (channel == ShownChannel::all) return;
    const unsigned index = static_cast<unsigned>(channel) - 1;
    const float* table = texel::srgb8_to_linear_table();
    for (std::size_t i = 0; i < picture.linear.size(); ++i) {
        Vec4& pixel = picture.linear[i];
        const float values[] = {pixel.x, pixel.y, pixel.z, pixel.w};
        // Alpha is no light: half of it is shown as the grey of half the code.
        const auto code = static_cast<std::size_t>(std::clamp(pixel.w, 0.0F, 1.0F) * 255.0F + 0.5F);
        const float grey = index == 3 ? table[code] : values[index];
        pixel = {grey, grey, grey, 1};
        if (picture.exact.empty()) continue;
        const auto byte = static_cast<std::uint8_t>(picture.exact[i] >> (8 * index));
        picture.exact[i] = pack(byte, byte, byte, 255);
    }
}

class Canvas {
public:
    Canvas(std::uint32_t width, std::uint32_t height)
        : image_{width, height, 4, SampleType::unorm8, Bytes(std::size_t{width} * height * 4)} {
        for (std::uint32_t y = 0; y < height; ++y) {
            for (std::uint32_t x = 0; x < width; ++x) put(x, y, pack(34, 35, 38, 255));
        }
    }

    /// Fills [x0, x0 + w) by [y0, y0 + h) with the picture.
    void draw(const Picture& picture, std::uint32_t x0, std::uint32_t y0, std::uint32_t w,
              std::uint32_t h) {
        for (std::uint32_t y = 0; y < h; ++y) {
            for (std::uint32_t x = 0; x < w; ++x) {
                put(x0 + x, y0 + y, pixel(picture, x, y, w, h));
            }
        }
    }

    Image take() { return std::move(image_); }

private:
    void put(std::uint32_t x, std::uint32_t y, std::uint32_t rgba) {
        std::byte* p = image_.pixels.data() + (std::size_t{y} * image_.width + x) * 4;
        for (unsigned i = 0; i < 4; ++i) p[i] = static_cast<std::byte>(rgba >> (8 * i));
    }

    static std::uint32_t pixel(const Picture& picture, std::uint32_t x, std::uint32_t y,
                               std::uint32_t w, std::uint32_t h) {
        // The pixels of the picture that this one covers: one when enlarged.
        const auto range = [](std::uint32_t at, std::uint32_t shown, std::uint32_t size) {
            const auto from = static_cast<std::uint32_t>(std::uint64_t{at} * size / shown);
            const auto to = static_cast<std::uint32_t>((std::uint64_t{at} + 1) * size / shown);
            return std::pair(from, std::max(from + 1, to));
        };
        const auto [left, right] = range(x, w, picture.width);
        const auto [top, bottom] = range(y, h, picture.height);
        const std::size_t first = std::size_t{top} * picture.width + left;
        if (right - left == 1 && bottom - top == 1 && !picture.exact.empty() &&
            (picture.exact[first] >> 24) == 255) {
            return picture.exact[first];
        }
        Vec3 color;
        float alpha = 0;
        for (std::uint32_t row = top; row < bottom; ++row) {
            for (std::uint32_t column = left; column < right; ++column) {
                const Vec4& p = picture.linear[std::size_t{row} * picture.width + column];
                color = color + Vec3{p.x, p.y, p.z} * p.w;
                alpha += p.w;
            }
        }
        const float share = 1.0F / static_cast<float>((right - left) * (bottom - top));
        const bool light = ((x / kChecker) + (y / kChecker)) % 2 == 0;
        const float behind = (light ? 0.33F : 0.19F) * (1 - alpha * share);
        color = color * share + Vec3{behind, behind, behind};
        const texel::Srgb8Encoder& encode = texel::Srgb8Encoder::get();
        return pack(encode(color.x), encode(color.y), encode(color.z), 255);
    }

    Image image_;
};

struct Size {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// The texture's own choice: halved or multiplied by whole numbers.
Size natural_size(std::uint32_t width, std::uint32_t height) {
    const std::uint32_t longest = std::max(width, height);
    if (longest < kLeastShown) {
        const std::uint32_t times = (kLeastShown + longest - 1) / longest;
        return {width * times, height * times};
    }
    std::uint32_t divide = 1;
    while (longest / divide > kMostShown) divide *= 2;
    return {std::max(1U, width / divide), std::max(1U, height / divide)};
}

/// The largest size with this aspect inside `room`; enlarged by whole numbers only.
Size fitted(std::uint32_t width, std::uint32_t height, Size room) {
    if (width <= room.width && height <= room.height) {
        const std::uint32_t times = std::min(room.width / width, room.height / height);
        return {width * times, height * times};
    }
    const double scale = std::min(double{1} * room.width / width, double{1} * room.height / height);
    return {std::max(1U, static_cast<std::uint32_t>(width * scale + 0.5)),
            std::max(1U, static_cast<std::uint32_t>(height * scale + 0.5))};
}

Result<Image> show(const std::vector<Picture>& cells, const TextureViewOptions& options) {
    const Picture& one = cells.front();
    const auto columns =
        static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(cells.size()))));
    const auto rows = (static_cast<std::uint32_t>(cells.size()) + columns - 1) / columns;
    Size total{options.width, options.height};
    Size cell;
    if (total.width == 0 || total.height == 0) {
        cell = natural_size(one.width, one.height);
        while (columns > 1 && std::max(cell.width, cell.height) * columns > 2 * kMostShown &&
               std::max(cell.width, cell.height) > 1) {
            cell = {std::max(1U, cell.width / 2), std::max(1U, cell.height / 2)};
        }
        total = {cell.width * columns + kGap * (columns - 1),
                 cell.height * rows + kGap * (rows - 1)};
    } else {
        if (total.width > kMaxSide || total.height > kMaxSide) {
            return fail(kPreviewTooLarge, "a picture has sides of 1 to 8192 pixels");
        }
        const Size room{
            std::max(1U, (total.width - std::min(total.width, kGap * (columns - 1))) / columns),
            std::max(1U, (total.height - std::min(total.height, kGap * (rows - 1))) / rows)};
        cell = fitted(one.width, one.height, room);
    }
    Canvas canvas(total.width, total.height);
    const std::uint32_t used_width = cell.width * columns + kGap * (columns - 1);
    const std::uint32_t used_height = cell.height * rows + kGap * (rows - 1);
    const std::uint32_t left = total.width > used_width ? (total.width - used_width) / 2 : 0;
    const std::uint32_t top = total.height > used_height ? (total.height - used_height) / 2 : 0;
    for (std::uint32_t i = 0; i < cells.size(); ++i) {
        const std::uint32_t x = left + (i % columns) * (cell.width + kGap);
        const std::uint32_t y = top + (i / columns) * (cell.height + kGap);
        if (x >= total.width || y >= total.height) break;
        canvas.draw(cells[i], x, y, std::min(cell.width, total.width - x),
                    std::min(cell.height, total.height - y));
    }
    return canvas.take();
}

/// One channel of a stored pixel, 0..1 for unorm.
float stored_channel(const std::byte* pixel, const PixelFormatInfo& format, std::size_t channel) {
    if (format.bits_per_channel == 8) return unorm8(pixel[channel]);
    const std::uint16_t bits = load_u16(pixel + channel * 2);
    return format.is_float ? texel::half_to_float(bits) : static_cast<float>(bits) / 65535.0F;
}

Picture picture_of_layer(const TextureInfo& info, const PixelFormatInfo& format, ByteSpan pixels,
                         Size size, float exposure) {
    Picture out{size.width, size.height, {}, {}};
    const std::size_t count = std::size_t{size.width} * size.height;
    out.linear.reserve(count);
    const float scale = std::exp2(exposure);
    const bool eight = format.bits_per_channel == 8;
    const bool exact = eight && exposure == 0;
    const float* table = texel::srgb8_to_linear_table();
    // What is stored is the light itself, unless 8 bits show as they are.
    const bool is_light = !eight && info.usage == TextureUsage::color;
    for (std::size_t i = 0; i < count; ++i) {
        const std::byte* p = pixels.data() + i * format.block_bytes;
        std::array<float, 4> v{};
        for (std::size_t c = 0; c < 4; ++c) {
            const Swizzle from = info.swizzle[c];
            if (from == Swizzle::zero || from == Swizzle::one) {
                v[c] = from == Swizzle::one ? 1.0F : 0.0F;
            } else if (const auto channel = static_cast<std::size_t>(from);
                       channel < format.channels) {
                v[c] = stored_channel(p, format, channel);
            } else {
                v[c] = channel == 3 ? 1.0F : 0.0F;
            }
        }
        if (info.usage == TextureUsage::normal) {
            const float x = v[0] * 2 - 1;
            const float y = v[1] * 2 - 1;
            v[2] = std::sqrt(std::max(0.0F, 1 - x * x - y * y)) * 0.5F + 0.5F;
            v[3] = 1;
        }
        const auto to_byte = [](float f) {
            return static_cast<std::uint8_t>(
                std::isfinite(f) ? std::clamp(f, 0.0F, 1.0F) * 255.0F + 0.5F : 0.0F);
        };
        Vec3 light{v[0], v[1], v[2]};
        if (!is_light && !format.is_float) {
            light = {table[to_byte(v[0])], table[to_byte(v[1])], table[to_byte(v[2])]};
        }
        if (exact) {
            out.exact.push_back(pack(to_byte(v[0]), to_byte(v[1]), to_byte(v[2]), to_byte(v[3])));
        }
        if (format.is_float || exposure != 0) {
            out.linear.push_back(exposed(light, v[3], scale));
        } else {
            out.linear.push_back({light.x, light.y, light.z, v[3]});
        }
    }
    return out;
}

}  // namespace

Result<Image> view_image(const Image& image, const TextureViewOptions& options) {
    TRY(texel::check_image(image));
    if (options.level != 0) {
        return fail(kPreviewNoSuchLevel, "a picture file has level 0 alone", {},
                    "cook it and view the cooked texture to see its smaller levels");
    }
    Picture picture = picture_of(image, options.exposure);
    show_channel(picture, options.channel);
    return show({picture}, options);
}

Result<Image> view_texture_level(const TextureView& texture, const TextureViewOptions& options) {
    const TextureInfo& info = texture.info;
    if (options.level >= texture.levels.size()) {
        return fail(kPreviewNoSuchLevel, fmt::format("level {} of a texture with {}", options.level,
                                                     texture.levels.size()));
    }
    const Size size{mip_size(info.width, options.level), mip_size(info.height, options.level)};
    const ByteSpan bytes = texture.levels[options.level];
    const std::uint64_t layer = image_bytes(info.format, size.width, size.height);
    std::vector<Picture> cells;
    for (std::uint32_t i = 0; i < std::min(info.layers, kMostCells); ++i) {
        TRY_ASSIGN(const texel::PlainLevel plain,
                   texel::plain_level(bytes.subspan(i * layer, layer), info.format, size.width,
                                      size.height));
        cells.push_back(picture_of_layer(info, *find_pixel_format(plain.format), plain.pixels, size,
                                         options.exposure));
        show_channel(cells.back(), options.channel);
    }
    return show(cells, options);
}

Result<Image> view_difference(const Image& left, const Image& right, float amplify) {
    if (left.width != right.width || left.height != right.height || left.channels != 4 ||
        right.channels != 4) {
        return fail(kPreviewSizesDiffer,
                    fmt::format("pictures of {} x {} and {} x {} can't be compared", left.width,
                                left.height, right.width, right.height));
    }
    Image out = Canvas(left.width * 3 + kGap * 2, left.height).take();
    const std::size_t row_bytes = left.row_bytes();
    for (std::uint32_t y = 0; y < left.height; ++y) {
        const std::byte* a = left.pixels.data() + y * row_bytes;
        const std::byte* b = right.pixels.data() + y * row_bytes;
        std::byte* to = out.pixels.data() + y * out.row_bytes();
        std::memcpy(to, a, row_bytes);
        std::memcpy(to + row_bytes + kGap * 4, b, row_bytes);
        std::byte* difference = to + 2 * (row_bytes + kGap * 4);
        for (std::size_t i = 0; i < row_bytes; ++i) {
            const int apart = std::abs(std::to_integer<int>(a[i]) - std::to_integer<int>(b[i]));
            const float shown = std::min(static_cast<float>(apart) * amplify, 255.0F);
            difference[i] = i % 4 == 3 ? std::byte{255} : static_cast<std::byte>(shown);
        }
    }
    return out;
}

}  // namespace galley::preview
