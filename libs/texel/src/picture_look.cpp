#include "galley/texel/picture_look.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "galley/texel/image_check.h"

namespace galley::texel {
namespace {

constexpr std::uint64_t kPixels = std::uint64_t{1} << 20;
/// Eight bits and a lossy file leave vectors about this far from unit length.
constexpr float kLengthError = 0.12f;
constexpr double kNearlyAll = 0.97;
/// Mean square of the misfit of two slopes below which a surface is too flat to tell.
constexpr double kFlat = 1e-4;

struct Vector {
    float x, y, z;
};

class Normals {
public:
    explicit Normals(const Image& image) : image_(image) {}

    [[nodiscard]] Vector at(std::uint32_t x, std::uint32_t y) const {
        const std::byte* pixel =
            image_.pixels.data() + y * image_.row_bytes() + x * image_.pixel_bytes();
        return {value(pixel, 0), value(pixel, 1), value(pixel, 2)};
    }

private:
    [[nodiscard]] float value(const std::byte* pixel, std::size_t channel) const {
        if (image_.type == SampleType::unorm8)
            return static_cast<float>(pixel[channel]) / 127.5f - 1.0f;
        std::uint16_t sample;
        std::memcpy(&sample, pixel + 2 * channel, 2);
        return static_cast<float>(sample) / 32767.5f - 1.0f;
    }

    const Image& image_;
};

struct Slope {
    double across, down;  ///< of the height along x and along y, with green up
};

Slope slope_of(const Vector& normal) {
    const double z = std::max(normal.z, 0.1f);
    return {-normal.x / z, normal.y / z};
}

}  // namespace

PictureLook look_of(const Image& image) {
    PictureLook look;
    look.alpha_full = (image.channels == 2 || image.channels == 4) && !has_transparency(image);
    if (image.channels < 3 || image.type == SampleType::float32 || image.width < 2 ||
        image.height < 2)
        return look;
    const Normals normals(image);
    const auto step = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(1, std::uint64_t{image.width} * image.height / kPixels));
    std::uint64_t seen = 0;
    std::uint64_t unit = 0;
    double as_is = 0;
    double turned = 0;
    for (std::uint32_t y = 0; y + 1 < image.height; y += step) {
        for (std::uint32_t x = 0; x + 1 < image.width; ++x) {
            const Vector here = normals.at(x, y);
            const float length = std::sqrt(here.x * here.x + here.y * here.y + here.z * here.z);
            ++seen;
            if (std::fabs(length - 1) > kLengthError || here.z <= 0) continue;
            ++unit;
            // The height's mixed derivatives are equal: d(across)/dy = d(down)/dx.
            const Slope slope = slope_of(here);
            const double across = slope_of(normals.at(x, y + 1)).across - slope.across;
            const double down = slope_of(normals.at(x + 1, y)).down - slope.down;
            as_is += (across - down) * (across - down);
            turned += (across + down) * (across + down);
        }
    }
    look.like_normals = static_cast<double>(unit) > kNearlyAll * static_cast<double>(seen);
    look.green_down =
        look.like_normals && as_is > kFlat * static_cast<double>(seen) && turned < 0.5 * as_is;
    return look;
}

}  // namespace galley::texel
