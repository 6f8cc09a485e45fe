#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "drawing.h"
#include "galley/base/result.h"
#include "galley/preview/map_view.h"

namespace galley::preview {

/// Colours of a sheet: paper and ink.
inline constexpr Ink kPaper{247, 244, 237};
inline constexpr Ink kInk{44, 42, 39};
inline constexpr Ink kMuted{130, 123, 112};
inline constexpr Ink kHair{216, 208, 194};
inline constexpr Ink kAccent{178, 74, 45};

/// Heights of a legend's lines in units.
inline constexpr double kHeadingLine = 46;
inline constexpr double kFactLine = 19;
inline constexpr double kEntryLine = 46;
inline constexpr double kKeyLine = 21;

/// A drawing with a map on it, a title above, and a legend on its right, in lengths that grow with
/// the picture.
class MapSheet {
public:
    /// The map's own size in pixels, and the height in units that its legend wants; a picture of a
    /// given size scales the map to what is left, and cuts the legend.
    [[nodiscard]] static Result<MapSheet> make(double map_width, double map_height, double legend,
                                               const MapViewOptions& options);

    [[nodiscard]] Drawing& drawing() { return drawing_; }
    [[nodiscard]] const Rect& map() const { return map_; }
    /// Pixels of one unit of the layout.
    [[nodiscard]] double unit() const { return unit_; }
    [[nodiscard]] bool has_legend() const { return legend_.has_value(); }

    void title(std::string_view name, std::string_view facts);
    /// Lines of the legend, from its top. Each does nothing once the legend is full.
    void heading(std::string_view text);
    void fact(std::string_view name, std::string_view value);
    /// A swatch of `colour` or `image` with two lines beside it; `striped` for what stands for
    /// something that is not there.
    void entry(const Image* image, Ink colour, bool striped, std::string_view name,
               std::string_view detail);
    /// A sign of the map, which `draw(x, y)` draws around a place, and what it means.
    template <class Draw>
    void key(std::string_view text, const Draw& draw) {
        if (const auto line = room(kKeyLine)) {
            draw(line->left + 11 * unit_, line->top + 8 * unit_);
            drawing_.text(line->left + 30 * unit_, line->top + 12 * unit_, 8.5 * unit_, text,
                          kMuted);
        }
    }
    void note(std::string_view text);
    /// Room of that height for something else, as wide as the legend; nothing when it is full.
    [[nodiscard]] std::optional<Rect> room(double units);
    /// How many entries of `units` each fit, out of `count`, leaving a line for what does not.
    [[nodiscard]] std::size_t fitting(std::size_t count, double units) const;
    /// "and 7 more", when any are left.
    void more(std::size_t left);

    /// Letters with a rim of paper, to be read on anything; centred on x.
    void lettering(double x, double baseline, double size, std::string_view text, Ink ink);
    /// A name on the map with paper around it, beside a mark.
    void label(double x, double y, std::string_view text, Ink ink);

    [[nodiscard]] Image take() { return drawing_.take(); }

private:
    MapSheet(std::uint32_t width, std::uint32_t height) : drawing_(width, height, kPaper) {}

    Drawing drawing_;
    double unit_ = 1;
    Rect map_;
    std::optional<Rect> legend_;
    double y_ = 0;  ///< the legend is filled down to here
};

/// Colours for things without a picture, that suit maps and differ from their neighbours.
[[nodiscard]] Ink colour_of_number(std::size_t number);
[[nodiscard]] Ink colour_of_name(std::string_view name);
/// The mean of a picture's light.
[[nodiscard]] Ink mean_colour(const Image& image);

}  // namespace galley::preview
