#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "galley/texel/image.h"

namespace galley::preview {

/// An sRGB colour with a share of covering, 0..1.
struct Ink {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    float alpha = 1;

    [[nodiscard]] Ink faded(float share) const { return {r, g, b, alpha * share}; }
};
[[nodiscard]] Ink mix(Ink a, Ink b, float share_of_b);

/// A rectangle in pixels; the picture's top left corner is 0 0, and pixel 0 covers 0 to 1.
struct Rect {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;

    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
    [[nodiscard]] Rect grown(double by) const {
        return {left - by, top - by, right + by, bottom + by};
    }
};

/// Smooth shapes and letters on a picture of 8-bit RGBA. Everything is clipped to the picture and,
/// where one is set, to a rectangle; numbers that are not finite draw nothing.
class Drawing {
public:
    Drawing(std::uint32_t width, std::uint32_t height, Ink ground);

    /// Until the next call; without, the whole picture.
    void clip_to(const Rect& clip) { clip_ = clip; }
    void clip_to_all();

    void rect(const Rect& rect, Ink ink, double corner_radius = 0);
    void frame(const Rect& rect, double width, Ink ink, double corner_radius = 0);
    void disc(double x, double y, double radius, Ink ink);
    /// `width` lies around the radius; with `dash` pixels of line and as many of gap.
    void ring(double x, double y, double radius, double width, Ink ink, double dash = 0);
    void line(double x0, double y0, double x1, double y1, double width, Ink ink);
    void dashed(double x0, double y0, double x1, double y1, double width, double dash, Ink ink);
    /// Diagonal stripes of `width` pixels and as much gap.
    void stripes(const Rect& rect, double width, Ink ink);

    /// `size` is the height of a capital letter. Gives the x behind the text.
    double text(double x, double baseline, double size, std::string_view text, Ink ink,
                double weight = 1);
    [[nodiscard]] static double text_width(double size, std::string_view text);
    /// The text, shortened with dots at its end until it fits.
    [[nodiscard]] static std::string fitted(double size, std::string_view text, double width);

    /// An 8-bit RGBA picture: whole pixels when it is enlarged, averages of light when reduced.
    void picture(const Rect& rect, const Image& image);

    [[nodiscard]] Image take() { return std::move(image_); }

private:
    template <class Coverage>
    void shade(const Rect& bounds, Ink ink, const Coverage& coverage);
    void blend(std::uint32_t x, std::uint32_t y, Ink ink, double coverage);

    Image image_;
    Rect clip_;
};

}  // namespace galley::preview
