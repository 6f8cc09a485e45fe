#include "map_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "galley/base/hash.h"
#include "galley/preview/errors.h"
#include "galley/texel/srgb.h"

namespace galley::preview {

namespace {

constexpr std::uint32_t kMaxSide = 8192;
constexpr double kMargin = 40;
constexpr double kHeader = 96;
constexpr double kFooter = 64;
constexpr double kLegend = 300;
constexpr double kLeastHeight = 480;  ///< of the map's area, for a legend worth its name
constexpr double kMostHeight = 1200;  ///< that a long legend gets, where the map is lower
constexpr double kNaturalWidth = 1400;
constexpr double kNaturalHeight = 1180;
constexpr std::uint32_t kLeastForLegend[] = {640, 360};
constexpr double kSwatch = 34;

Rect centred(const Rect& area, double width, double height) {
    const double scale = std::min(area.width() / width, area.height() / height);
    const double left = area.left + (area.width() - width * scale) / 2;
    const double top = area.top + (area.height() - height * scale) / 2;
    return {std::floor(left), std::floor(top), std::floor(left + width * scale),
            std::floor(top + height * scale)};
}

}  // namespace

Result<MapSheet> MapSheet::make(double map_width, double map_height, double legend,
                                const MapViewOptions& options) {
    if (options.width > kMaxSide || options.height > kMaxSide) {
        return fail(kPreviewTooLarge, "a picture has sides of 1 to 8192 pixels");
    }
    if (options.width == 0 || options.height == 0) {
        const double high = std::max({map_height, kLeastHeight, std::min(legend, kMostHeight)});
        MapSheet sheet(static_cast<std::uint32_t>(map_width + kLegend + 3 * kMargin),
                       static_cast<std::uint32_t>(high + kHeader + kFooter));
        sheet.map_ = {kMargin, kHeader, kMargin + map_width, kHeader + map_height};
        const double left = 2 * kMargin + map_width;
        sheet.legend_ = Rect{left, kHeader, left + kLegend, kHeader + high};
        sheet.y_ = kHeader;
        return sheet;
    }
    MapSheet sheet(options.width, options.height);
    const double width = options.width;
    const double height = options.height;
    if (options.width < kLeastForLegend[0] || options.height < kLeastForLegend[1]) {
        sheet.unit_ = std::clamp(std::min(width, height) / 640, 0.4, 1.0);
        sheet.map_ = centred({0, 0, width, height}, map_width, map_height);
        return sheet;
    }
    const double u =
        std::clamp(std::min(width / kNaturalWidth, height / kNaturalHeight), 0.55, 6.0);
    sheet.unit_ = u;
    const double beside = (kLegend + kMargin) * u;
    sheet.map_ =
        centred({kMargin * u, kHeader * u, width - beside - kMargin * u, height - kFooter * u},
                map_width, map_height);
    // Map and legend stand in the middle together.
    const double spare = std::floor((width - 2 * kMargin * u - beside - sheet.map_.width()) / 2);
    const double shift = kMargin * u + spare - sheet.map_.left;
    sheet.map_.left += std::floor(shift);
    sheet.map_.right += std::floor(shift);
    const double left = sheet.map_.right + kMargin * u;
    sheet.legend_ = Rect{left, kHeader * u, left + kLegend * u, height - kMargin * u};
    sheet.y_ = sheet.legend_->top;
    return sheet;
}

void MapSheet::title(std::string_view name, std::string_view facts) {
    if (!legend_) return;
    const double left = map_.left;
    const double room = legend_->right - left;
    drawing_.text(left, 52 * unit_, 20 * unit_,
                  Drawing::fitted(20 * unit_, name.empty() ? "unnamed" : name, room), kInk, 1.25);
    drawing_.text(left, 77 * unit_, 9.5 * unit_, Drawing::fitted(9.5 * unit_, facts, room), kMuted);
}

std::optional<Rect> MapSheet::room(double units) {
    if (!legend_ || y_ + units * unit_ > legend_->bottom) return std::nullopt;
    const Rect rect{legend_->left, y_, legend_->right, y_ + units * unit_};
    y_ += units * unit_;
    return rect;
}

void MapSheet::heading(std::string_view text) {
    if (!legend_) return;
    if (y_ > legend_->top) y_ += 16 * unit_;
    const auto line = room(kHeadingLine - 16);
    if (!line) return;
    drawing_.text(line->left, line->top + 12 * unit_, 8.5 * unit_, text, kAccent, 1.35);
    drawing_.line(line->left, line->top + 20 * unit_, line->right, line->top + 20 * unit_,
                  std::max(1.0, unit_), kHair);
}

void MapSheet::fact(std::string_view name, std::string_view value) {
    const auto line = room(kFactLine);
    if (!line) return;
    const double size = 8.5 * unit_;
    const double baseline = line->top + 12 * unit_;
    const double end = drawing_.text(line->left, baseline, size,
                                     Drawing::fitted(size, name, line->width() * 0.6), kMuted);
    const std::string shown = Drawing::fitted(size, value, line->right - end - 12 * unit_);
    drawing_.text(line->right - Drawing::text_width(size, shown), baseline, size, shown, kInk);
}

void MapSheet::entry(const Image* image, Ink colour, bool striped, std::string_view name,
                     std::string_view detail) {
    const auto line = room(kEntryLine);
    if (!line) return;
    const double side = kSwatch * unit_;
    const Rect swatch{line->left, line->top + 2 * unit_, line->left + side,
                      line->top + 2 * unit_ + side};
    drawing_.rect(swatch, colour);
    if (image != nullptr) drawing_.picture(swatch, *image);
    if (striped) drawing_.stripes(swatch, 4 * unit_, Ink{255, 255, 255, 0.35F});
    drawing_.frame(swatch, std::max(1.0, unit_), kInk.faded(0.25F));
    const double left = swatch.right + 12 * unit_;
    const double wide = line->right - left;
    drawing_.text(left, line->top + 16 * unit_, 10 * unit_,
                  Drawing::fitted(10 * unit_, name.empty() ? "unnamed" : name, wide), kInk);
    drawing_.text(left, line->top + 33 * unit_, 8 * unit_, Drawing::fitted(8 * unit_, detail, wide),
                  kMuted);
}

void MapSheet::note(std::string_view text) {
    const auto line = room(18);
    if (!line) return;
    drawing_.text(line->left, line->top + 11 * unit_, 8 * unit_,
                  Drawing::fitted(8 * unit_, text, line->width()), kMuted);
}

std::size_t MapSheet::fitting(std::size_t count, double units) const {
    if (!legend_) return 0;
    const double left = legend_->bottom - y_;
    const auto all = static_cast<std::size_t>(std::max(0.0, left / (units * unit_)));
    if (count <= all) return count;
    return static_cast<std::size_t>(std::max(0.0, (left - 18 * unit_) / (units * unit_)));
}

void MapSheet::more(std::size_t left) {
    if (left > 0) note(fmt::format("and {} more", left));
}

void MapSheet::lettering(double x, double baseline, double size, std::string_view text, Ink ink) {
    const double left = x - Drawing::text_width(size, text) / 2;
    drawing_.text(left, baseline, size, text, kPaper.faded(0.75F), 4.5);
    drawing_.text(left, baseline, size, text, ink, 1.15);
}

void MapSheet::label(double x, double y, std::string_view text, Ink ink) {
    const double size = 8.5 * unit_;
    const std::string shown = Drawing::fitted(size, text, 200 * unit_);
    const double width = Drawing::text_width(size, shown);
    const double left = std::clamp(x, map_.left + 4 * unit_,
                                   std::max(map_.left + 4 * unit_, map_.right - width - 6 * unit_));
    const Rect around{left - 4 * unit_, y - size / 2 - 4 * unit_, left + width + 4 * unit_,
                      y + size / 2 + 4 * unit_};
    drawing_.rect(around, kPaper.faded(0.82F), 3 * unit_);
    drawing_.text(left, y + size / 2, size, shown, ink);
}

Ink colour_of_number(std::size_t number) {
    constexpr std::array<Ink, 12> kColours{
        Ink{134, 162, 98},  Ink{206, 178, 116}, Ink{104, 146, 148}, Ink{184, 128, 92},
        Ink{152, 142, 172}, Ink{222, 204, 152}, Ink{104, 124, 84},  Ink{170, 156, 138},
        Ink{128, 168, 156}, Ink{196, 152, 144}, Ink{92, 116, 132},  Ink{176, 176, 108}};
    return kColours[number % kColours.size()];
}

Ink colour_of_name(std::string_view name) {
    return colour_of_number(xxh3_64(as_byte_span(name)) % 12);
}

Ink mean_colour(const Image& image) {
    const float* light = texel::srgb8_to_linear_table();
    double sum[4] = {};
    for (std::size_t i = 0; i + 4 <= image.pixels.size(); i += 4) {
        const double alpha = std::to_integer<int>(image.pixels[i + 3]) / 255.0;
        for (std::size_t c = 0; c < 3; ++c) {
            sum[c] += double{light[std::to_integer<std::size_t>(image.pixels[i + c])]} * alpha;
        }
        sum[3] += alpha;
    }
    if (sum[3] == 0) return kMuted;
    const texel::Srgb8Encoder& encode = texel::Srgb8Encoder::get();
    const auto channel = [&](double value) { return encode(static_cast<float>(value / sum[3])); };
    return {channel(sum[0]), channel(sum[1]), channel(sum[2])};
}

}  // namespace galley::preview
