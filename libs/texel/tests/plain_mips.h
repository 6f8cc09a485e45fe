#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "galley/core/det_math.h"
#include "galley/texel/image_check.h"
#include "galley/texel/texture_build.h"
#include "mips/axis_taps.h"
#include "mips/coverage.h"
#include "pixel_rows.h"

namespace galley::texel {

/// The levels of a picture made the plain way, a pixel at a time, four floats each: what
/// `build_texture` must give to the bit.
class PlainMips {
public:
    PlainMips(const Image& image, ChannelUse use, const MipOptions& options)
        : image_(image), use_(use), options_(options),
          format_(plain_layout(use, image.type, image.channels).format),
          weighted_(use == ChannelUse::color && has_transparency(image)), width_(image.width),
          height_(image.height), pixels_(std::size_t{image.width} * image.height) {
        const RowReader reader(image, use);
        for (std::uint32_t y = 0; y < height_; ++y)
            reader.read(y, pixels_[std::size_t{y} * width_].data());
        if (!weighted_) return;
        if (options.coverage_cutoff > 0) coverage_ = alphas();
        for (Pixel& pixel : pixels_) {
            const float weight = pixel[3] + kLeast;
            pixel = {pixel[0] * weight, pixel[1] * weight, pixel[2] * weight, weight};
        }
    }

    [[nodiscard]] bool ended() const { return width_ == 1 && height_ == 1; }

    [[nodiscard]] Bytes next() {
        if (image_.type == SampleType::unorm8 && use_ != ChannelUse::normal &&
            options_.filter == MipFilter::box && width_ == image_.width && width_ % 2 == 0 &&
            height_ == image_.height && height_ % 2 == 0)
            return next_of_bytes();
        const AxisTaps across = axis_taps(options_.filter, options_.edge_u, width_);
        const AxisTaps down = axis_taps(options_.filter, options_.edge_v, height_);
        const std::uint32_t width = mip_size(width_, 1);
        const std::uint32_t height = mip_size(height_, 1);
        std::vector<Pixel> narrow(std::size_t{width} * height_);
        for (std::uint32_t y = 0; y < height_; ++y)
            for (std::uint32_t x = 0; x < width; ++x)
                narrow[std::size_t{y} * width + x] =
                    filter(pixels_, across, x, std::size_t{y} * width_, 1);
        pixels_.assign(std::size_t{width} * height, {});
        for (std::uint32_t y = 0; y < height; ++y)
            for (std::uint32_t x = 0; x < width; ++x)
                pixels_[std::size_t{y} * width + x] = fit(filter(narrow, down, y, x, width));
        width_ = width;
        height_ = height;
        return stored();
    }

private:
    using Pixel = std::array<float, 4>;
    static constexpr float kLeast = 0x1p-20f;

    /// Half the size of a picture of 8 bits: sums of integers, light in units of 2^-22.
    [[nodiscard]] Bytes next_of_bytes() {
        width_ /= 2;
        height_ /= 2;
        pixels_.assign(std::size_t{width_} * height_, {});
        for (std::uint32_t y = 0; y < height_; ++y)
            for (std::uint32_t x = 0; x < width_; ++x)
                pixels_[std::size_t{y} * width_ + x] = average_of_four(2 * x, 2 * y);
        return stored();
    }

    [[nodiscard]] std::uint32_t code(std::uint32_t x, std::uint32_t y, unsigned c) const {
        const unsigned channels = image_.channels;
        unsigned channel = std::min(c, channels - 1);
        if (channels <= 2) channel = c < 3 ? 0 : channels - 1;
        if (c == 3 && channels % 2 == 1) return 255;
        return std::to_integer<std::uint32_t>(
            image_.pixels[(std::size_t{y} * image_.width + x) * channels + channel]);
    }

    [[nodiscard]] Pixel average_of_four(std::uint32_t left, std::uint32_t top) const {
        Pixel pixel;
        std::uint64_t alpha = 0;
        for (unsigned i = 0; i < 4; ++i) alpha += code(left + i % 2, top + i / 2, 3);
        for (unsigned c = 0; c < 4; ++c) {
            std::uint64_t codes = 0;
            std::uint64_t light = 0;
            std::uint64_t product = 0;
            for (unsigned i = 0; i < 4; ++i) {
                const std::uint32_t of_four = code(left + i % 2, top + i / 2, c);
                const auto units = static_cast<std::uint64_t>(
                    std::llround(det::srgb_to_linear(of_four / 255.0) * (1 << 22)));
                codes += of_four;
                light += units;
                product += units * code(left + i % 2, top + i / 2, 3);
            }
            if (use_ == ChannelUse::data || c == 3)
                pixel[c] = static_cast<float>(static_cast<double>(codes) / 1020);
            else if (!weighted_)
                pixel[c] = static_cast<float>(light) * 0x1p-24f;
            else if (alpha == 0)
                pixel[c] = static_cast<float>(light) * 0x1p-24f * kLeast;
            else
                pixel[c] = static_cast<float>(product) * (1 / (1020.0f * (1 << 22)));
        }
        if (weighted_) pixel[3] = std::max(pixel[3], kLeast);
        return pixel;
    }

    [[nodiscard]] Pixel filter(const std::vector<Pixel>& from, const AxisTaps& taps,
                               std::uint32_t index, std::size_t first, std::size_t step) const {
        const auto samples = taps.samples_of(index);
        const auto weights = taps.weights_of(index);
        const auto at = [&](std::size_t k) -> const Pixel& {
            return from[first + samples[k] * step];
        };
        Pixel sum;
        for (std::size_t c = 0; c < 4; ++c) sum[c] = at(0)[c] * weights[0];
        for (std::size_t k = 1; k < taps.count; ++k)
            for (std::size_t c = 0; c < 4; ++c) sum[c] += at(k)[c] * weights[k];
        if (!weighted_ || options_.filter != MipFilter::kaiser) return sum;
        const bool last_pass = step != 1;
        if (last_pass)
            for (float& value : sum) value = value > 0 ? value : 0;
        if (sum[3] >= 0x1p-9f) return sum;
        Pixel middle = {};
        const std::size_t last = taps.count / 2;
        for (std::size_t k = last == 0 ? 0 : last - 1; k <= last; ++k)
            for (std::size_t c = 0; c < 4; ++c) middle[c] += at(k)[c];
        const float scale = kLeast / middle[3];
        for (std::size_t c = 0; c < 4; ++c) sum[c] = middle[c] * scale;
        return sum;
    }

    [[nodiscard]] Pixel fit(Pixel pixel) const {
        if (use_ == ChannelUse::normal) {
            const float length =
                std::sqrt(pixel[0] * pixel[0] + pixel[1] * pixel[1] + pixel[2] * pixel[2]);
            if (!(length > 1e-6f)) return {0, 0, 1, 0};
            for (float& value : pixel) value /= length;
        }
        if (use_ == ChannelUse::color && options_.filter == MipFilter::kaiser)
            for (float& value : pixel) value = value > 0 ? value : 0;
        return pixel;
    }

    [[nodiscard]] AlphaHistogram alphas() const {
        AlphaHistogram all;
        all.add(pixels_[0].data() + 3, 4, static_cast<std::uint32_t>(pixels_.size()));
        return all;
    }

    [[nodiscard]] Bytes stored() const {
        const float scale =
            coverage_ ? coverage_scale(*coverage_, alphas(), options_.coverage_cutoff) : 1.0f;
        const RowWriter writer(format_, use_);
        const std::size_t row_bytes = image_bytes(format_, width_, 1);
        Bytes out(row_bytes * height_);
        for (std::uint32_t y = 0; y < height_; ++y) {
            std::vector<Pixel> row(pixels_.begin() + std::ptrdiff_t{y} * width_,
                                   pixels_.begin() + std::ptrdiff_t{y + 1} * width_);
            if (weighted_) {
                for (Pixel& pixel : row) {
                    const float alpha = (pixel[3] - kLeast) * scale;
                    const float inverse = 1 / pixel[3];
                    for (float& value : pixel) value *= inverse;
                    pixel[3] = alpha < 1 ? alpha : 1.0f;
                }
            }
            if (use_ == ChannelUse::data && options_.spread != nullptr) {
                std::vector<float> rough;
                for (const Pixel& pixel : row) rough.push_back(pixel[options_.roughness_channel]);
                options_.spread->raise(width_, height_, y, rough);
                for (std::size_t x = 0; x < width_; ++x)
                    row[x][options_.roughness_channel] = rough[x];
            }
            writer.write(row[0].data(), width_, out.data() + y * row_bytes);
        }
        return out;
    }

    const Image& image_;
    ChannelUse use_;
    const MipOptions& options_;
    PixelFormat format_;
    bool weighted_;
    std::optional<AlphaHistogram> coverage_;
    std::uint32_t width_;
    std::uint32_t height_;
    std::vector<Pixel> pixels_;
};

}  // namespace galley::texel
