#include "drawing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "galley/texel/srgb.h"
#include "stroke_font.h"

namespace galley::preview {

namespace {

struct Range {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// Pixels from `low` to `high` inside 0..size; none when a number is not finite.
Range pixels(double low, double high, double size) {
    if (!(low < high) || !std::isfinite(low) || !std::isfinite(high)) return {};
    return {static_cast<std::uint32_t>(std::clamp(std::floor(low), 0.0, size)),
            static_cast<std::uint32_t>(std::clamp(std::ceil(high), 0.0, size))};
}

/// Share of a pixel that lies inside, from the distance of its centre to the edge (inside below 0).
double covered(double distance) { return std::clamp(0.5 - distance, 0.0, 1.0); }

double distance_to_line(double x, double y, double x0, double y0, double x1, double y1) {
    const double dx = x1 - x0;
    const double dy = y1 - y0;
    const double length = dx * dx + dy * dy;
    const double t =
        length == 0 ? 0 : std::clamp(((x - x0) * dx + (y - y0) * dy) / length, 0.0, 1.0);
    return std::sqrt((x - x0 - t * dx) * (x - x0 - t * dx) + (y - y0 - t * dy) * (y - y0 - t * dy));
}

double distance_to_rect(double x, double y, const Rect& rect, double radius) {
    const double half_width = rect.width() / 2 - radius;
    const double half_height = rect.height() / 2 - radius;
    const double dx = std::fabs(x - (rect.left + rect.right) / 2) - half_width;
    const double dy = std::fabs(y - (rect.top + rect.bottom) / 2) - half_height;
    const double outside =
        std::sqrt(std::max(dx, 0.0) * std::max(dx, 0.0) + std::max(dy, 0.0) * std::max(dy, 0.0));
    return outside + std::min(std::max(dx, dy), 0.0) - radius;
}

Rect intersection(const Rect& a, const Rect& b) {
    return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
            std::min(a.bottom, b.bottom)};
}

}  // namespace

Ink mix(Ink a, Ink b, float share_of_b) {
    const auto channel = [&](std::uint8_t from, std::uint8_t to) {
        const float value = static_cast<float>(from) + (static_cast<float>(to) - from) * share_of_b;
        return static_cast<std::uint8_t>(value + 0.5F);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b),
            a.alpha + (b.alpha - a.alpha) * share_of_b};
}

Drawing::Drawing(std::uint32_t width, std::uint32_t height, Ink ground)
    : image_{width, height, 4, SampleType::unorm8, Bytes(std::size_t{width} * height * 4)} {
    clip_to_all();
    const std::byte pixel[] = {std::byte{ground.r}, std::byte{ground.g}, std::byte{ground.b},
                               std::byte{255}};
    for (std::size_t i = 0; i < image_.pixels.size(); ++i) image_.pixels[i] = pixel[i % 4];
}

void Drawing::clip_to_all() {
    clip_ = {0, 0, static_cast<double>(image_.width), static_cast<double>(image_.height)};
}

void Drawing::blend(std::uint32_t x, std::uint32_t y, Ink ink, double coverage) {
    const double share = coverage * ink.alpha;
    if (!(share > 0)) return;
    std::byte* p = image_.pixels.data() + (std::size_t{y} * image_.width + x) * 4;
    const std::uint8_t channels[] = {ink.r, ink.g, ink.b};
    for (std::size_t i = 0; i < 3; ++i) {
        const double before = std::to_integer<int>(p[i]);
        p[i] = static_cast<std::byte>(
            static_cast<int>(before + (channels[i] - before) * std::min(share, 1.0) + 0.5));
    }
}

template <class Coverage>
void Drawing::shade(const Rect& bounds, Ink ink, const Coverage& coverage) {
    const Rect area = intersection(bounds, clip_);
    const Range columns = pixels(area.left, area.right, image_.width);
    const Range rows = pixels(area.top, area.bottom, image_.height);
    for (std::uint32_t y = rows.from; y < rows.to; ++y) {
        for (std::uint32_t x = columns.from; x < columns.to; ++x) {
            blend(x, y, ink, coverage(x + 0.5, y + 0.5));
        }
    }
}

void Drawing::rect(const Rect& rect, Ink ink, double corner_radius) {
    if (corner_radius > 0) {
        shade(rect.grown(1), ink, [&](double x, double y) {
            return covered(distance_to_rect(x, y, rect, corner_radius));
        });
        return;
    }
    // Exact shares on all four sides, so that rectangles side by side leave no seam.
    const auto share = [](double at, double low, double high) {
        return std::clamp(std::min(at + 0.5, high) - std::max(at - 0.5, low), 0.0, 1.0);
    };
    shade(rect, ink, [&](double x, double y) {
        return share(x, rect.left, rect.right) * share(y, rect.top, rect.bottom);
    });
}

void Drawing::frame(const Rect& rect, double width, Ink ink, double corner_radius) {
    shade(rect.grown(width), ink, [&](double x, double y) {
        return covered(std::fabs(distance_to_rect(x, y, rect, corner_radius)) - width / 2);
    });
}

void Drawing::disc(double x, double y, double radius, Ink ink) {
    const Rect bounds = Rect{x, y, x, y}.grown(radius + 1);
    shade(bounds, ink, [&](double px, double py) {
        return covered(std::sqrt((px - x) * (px - x) + (py - y) * (py - y)) - radius);
    });
}

void Drawing::ring(double x, double y, double radius, double width, Ink ink, double dash) {
    const Rect bounds = Rect{x, y, x, y}.grown(radius + width + 1);
    const double dashes =
        dash > 0 ? std::max(3.0, std::round(std::numbers::pi * radius / dash)) : 0;
    shade(bounds, ink, [&](double px, double py) {
        const double dx = px - x;
        const double dy = py - y;
        const double share = covered(std::fabs(std::sqrt(dx * dx + dy * dy) - radius) - width / 2);
        if (share <= 0 || dashes == 0) return share;
        const double turn = (std::atan2(dy, dx) / std::numbers::pi + 1) / 2 * dashes;
        const double from_middle = std::fabs(turn - std::floor(turn) - 0.5);
        return share * covered((from_middle - 0.27) * 2 * std::numbers::pi * radius / dashes);
    });
}

void Drawing::line(double x0, double y0, double x1, double y1, double width, Ink ink) {
    const Rect bounds =
        Rect{std::min(x0, x1), std::min(y0, y1), std::max(x0, x1), std::max(y0, y1)}.grown(
            width / 2 + 1);
    shade(bounds, ink, [&](double x, double y) {
        return covered(distance_to_line(x, y, x0, y0, x1, y1) - width / 2);
    });
}

void Drawing::dashed(double x0, double y0, double x1, double y1, double width, double dash,
                     Ink ink) {
    const double length = std::sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
    const double count = std::min(std::round(length / (2 * dash)), 4096.0);
    for (double i = 0; i < count; ++i) {
        const double from = (i + 0.25) / count;
        const double to = (i + 0.75) / count;
        line(x0 + (x1 - x0) * from, y0 + (y1 - y0) * from, x0 + (x1 - x0) * to, y0 + (y1 - y0) * to,
             width, ink);
    }
}

void Drawing::stripes(const Rect& rect, double width, Ink ink) {
    shade(rect, ink, [&](double x, double y) {
        const double at = (x - rect.left + y - rect.top) / (2 * width);
        return covered((std::fabs(at - std::floor(at) - 0.5) - 0.25) * 2 * width * 0.7);
    });
}

double Drawing::text(double x, double baseline, double size, std::string_view text, Ink ink,
                     double weight) {
    const double scale = size / kCapHeight;
    const double radius = std::max(0.55, size * 0.058 * weight);
    for (const char32_t letter : letters_of(text)) {
        const Glyph& glyph = glyph_of(letter);
        const auto at = [&](Vec2 p) {
            return std::pair(x + p.x * scale, baseline + (p.y - kCapHeight) * scale);
        };
        // The nearest of its strokes decides, so that crossings do not get darker.
        const Rect bounds =
            Rect{x, baseline - size, x + glyph.width * scale, baseline + size / 3}.grown(radius +
                                                                                         1);
        shade(bounds, ink, [&](double px, double py) {
            double nearest = 1e9;
            for (const auto& stroke : glyph.strokes) {
                for (std::size_t i = 0; i < std::max<std::size_t>(stroke.size(), 2) - 1; ++i) {
                    const auto [x0, y0] = at(stroke[i]);
                    const auto [x1, y1] = at(stroke[std::min(i + 1, stroke.size() - 1)]);
                    nearest = std::min(nearest, distance_to_line(px, py, x0, y0, x1, y1));
                }
            }
            return covered(nearest - radius);
        });
        x += (glyph.width + kLetterGap) * scale;
    }
    return x;
}

double Drawing::text_width(double size, std::string_view text) {
    double width = 0;
    for (const char32_t letter : letters_of(text)) width += glyph_of(letter).width + kLetterGap;
    return std::max(0.0, width - kLetterGap) * size / kCapHeight;
}

std::string Drawing::fitted(double size, std::string_view text, double width) {
    // What cannot fit need not be measured.
    std::string out(text.substr(0, 512));
    if (out.size() == text.size() && text_width(size, out) <= width) return out;
    while (!out.empty() && text_width(size, out + "...") > width) {
        do out.pop_back();
        while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0) == 0x80);
    }
    return out.empty() ? out : out + "...";
}

void Drawing::picture(const Rect& rect, const Image& image) {
    const Rect area = intersection(rect, clip_);
    const Range columns = pixels(area.left, area.right, image_.width);
    const Range rows = pixels(area.top, area.bottom, image_.height);
    const float* light = texel::srgb8_to_linear_table();
    const texel::Srgb8Encoder& encode = texel::Srgb8Encoder::get();
    // The pixels of the picture that a pixel here covers; at least one.
    const auto covers = [](double at, double low, double extent, std::uint32_t size) {
        const auto from = static_cast<std::uint32_t>(
            std::clamp((at - low) / extent * size, 0.0, static_cast<double>(size - 1)));
        const auto to = static_cast<std::uint32_t>(
            std::clamp((at + 1 - low) / extent * size, 0.0, static_cast<double>(size)));
        return Range{from, std::max(to, from + 1)};
    };
    for (std::uint32_t y = rows.from; y < rows.to; ++y) {
        const Range source_rows = covers(y, rect.top, rect.height(), image.height);
        for (std::uint32_t x = columns.from; x < columns.to; ++x) {
            const Range source_columns = covers(x, rect.left, rect.width(), image.width);
            float sum[4] = {};
            for (std::uint32_t sy = source_rows.from; sy < source_rows.to; ++sy) {
                for (std::uint32_t sx = source_columns.from; sx < source_columns.to; ++sx) {
                    const std::byte* p =
                        image.pixels.data() + (std::size_t{sy} * image.width + sx) * 4;
                    const float alpha = static_cast<float>(std::to_integer<int>(p[3])) / 255.0F;
                    for (std::size_t i = 0; i < 3; ++i) {
                        sum[i] += light[std::to_integer<std::size_t>(p[i])] * alpha;
                    }
                    sum[3] += alpha;
                }
            }
            if (sum[3] <= 0) continue;
            const auto count = static_cast<float>((source_rows.to - source_rows.from) *
                                                  (source_columns.to - source_columns.from));
            blend(x, y,
                  {encode(sum[0] / sum[3]), encode(sum[1] / sum[3]), encode(sum[2] / sum[3]), 1},
                  sum[3] / count);
        }
    }
}

}  // namespace galley::preview
