#include "galley/texel/picture_look.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "galley/texel/image_check.h"

namespace galley::texel {
namespace {

constexpr std::uint64_t kPixels = std::uint64_t{1} << 20;
/// Eight bits and a lossy file leave vectors about this far from unit length.
constexpr float kLengthError = 0.12f;
constexpr double kNearlyAll = 0.97;
/// Mean square of the misfit of two slopes below which a surface is too flat to tell.
constexpr double kFlat = 1e-4;
/// The misfit with green turned over against that without, below which it is turned. Real maps are
/// no exact surface: those made for OpenGL give 1.3 to 2.3, those for DirectX under 0.5.
constexpr double kTurned = 0.6;

struct Vector {
    float x, y, z;
};

class Normals {
public:
    /// Where `without_z`, z is what red and green leave of a unit vector.
    explicit Normals(const Image& image, bool without_z = false)
        : image_(image), without_z_(without_z) {}

    [[nodiscard]] Vector at(std::uint32_t x, std::uint32_t y) const {
        const std::byte* pixel =
            image_.pixels.data() + y * image_.row_bytes() + x * image_.pixel_bytes();
        const float red = value(pixel, 0);
        const float green = value(pixel, 1);
        if (!without_z_) return {red, green, value(pixel, 2)};
        return {red, green, std::sqrt(std::max(0.0f, 1 - red * red - green * green))};
    }

private:
    [[nodiscard]] float value(const std::byte* pixel, std::size_t channel) const {
        if (image_.type == SampleType::unorm8)
            return static_cast<float>(pixel[channel]) / 127.5f - 1.0f;
        if (image_.type == SampleType::float32) {
            float sample;
            std::memcpy(&sample, pixel + 4 * channel, 4);
            return 2 * sample - 1.0f;
        }
        std::uint16_t sample;
        std::memcpy(&sample, pixel + 2 * channel, 2);
        return static_cast<float>(sample) / 32767.5f - 1.0f;
    }

    const Image& image_;
    const bool without_z_;
};

struct Slope {
    double across, down;  ///< of the height along x and along y, with green up
};

Slope slope_of(const Vector& normal) {
    const double z = std::max(normal.z, 0.1f);
    return {-normal.x / z, normal.y / z};
}

/// The mean over 2 x 2 pixels, which takes the noise of 8 bits and of lossy files down.
Slope mean_slope(const Normals& normals, std::uint32_t x, std::uint32_t y) {
    Slope sum{0, 0};
    for (std::uint32_t i = 0; i < 4; ++i) {
        const Slope slope = slope_of(normals.at(x + i % 2, y + i / 2));
        sum.across += slope.across / 4;
        sum.down += slope.down / 4;
    }
    return sum;
}

/// How badly the slopes fit together as those of one height, whose mixed derivatives are equal:
/// d(across)/dy = d(down)/dx. Mean squares, as they are and with green turned over.
struct Misfit {
    double as_is = 0, turned = 0;
};

Misfit misfit_of(const Normals& normals, const Image& image, std::uint32_t step) {
    Misfit sum;
    std::uint64_t seen = 0;
    std::vector<Slope> above(image.width / 2);
    std::vector<Slope> below(image.width / 2);
    for (std::uint32_t y = 0; y + 4 <= image.height; y += 2 * step) {
        for (std::uint32_t x = 0; x < image.width / 2; ++x) {
            above[x] = mean_slope(normals, 2 * x, y);
            below[x] = mean_slope(normals, 2 * x, y + 2);
        }
        for (std::uint32_t x = 0; x + 1 < image.width / 2; ++x) {
            const double across =
                (below[x].across + below[x + 1].across - above[x].across - above[x + 1].across) / 2;
            const double down =
                (above[x + 1].down + below[x + 1].down - above[x].down - below[x].down) / 2;
            sum.as_is += (across - down) * (across - down);
            sum.turned += (across + down) * (across + down);
            ++seen;
        }
    }
    const auto count = static_cast<double>(std::max<std::uint64_t>(1, seen));
    return {sum.as_is / count, sum.turned / count};
}

}  // namespace

PictureLook look_of(const Image& image) {
    PictureLook look;
    look.alpha_full = (image.channels == 2 || image.channels == 4) && !has_transparency(image);
    if (image.channels < 3) return look;
    const Normals normals(image);
    const auto step = static_cast<std::uint32_t>(
        std::max<std::uint64_t>(1, std::uint64_t{image.width} * image.height / kPixels));
    std::uint64_t seen = 0;
    std::uint64_t unit = 0;
    std::uint64_t within = 0;  // that have no blue
    for (std::uint32_t y = 0; y < image.height; y += step) {
        for (std::uint32_t x = 0; x < image.width; ++x) {
            const Vector here = normals.at(x, y);
            const float across = here.x * here.x + here.y * here.y;
            const float length = std::sqrt(across + here.z * here.z);
            ++seen;
            if (std::fabs(length - 1) <= kLengthError && here.z > 0) ++unit;
            if (here.z == -1 && across <= (1 + kLengthError) * (1 + kLengthError)) ++within;
        }
    }
    const double nearly_all = kNearlyAll * static_cast<double>(seen);
    look.like_normals = static_cast<double>(unit) > nearly_all;
    look.two_channels = static_cast<double>(within) > nearly_all;
    if (!look.like_normals && !look.two_channels) return look;
    const Misfit misfit = misfit_of(Normals(image, look.two_channels), image, step);
    look.green_down = misfit.as_is > kFlat && misfit.turned < kTurned * misfit.as_is;
    return look;
}

}  // namespace galley::texel
