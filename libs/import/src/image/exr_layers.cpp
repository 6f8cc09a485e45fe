#include "exr_layers.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace galley::image {
namespace {

constexpr std::size_t kNone = ExrPicture::kNone;

/// The channels of one layer.
class Layer {
public:
    Layer(std::span<const ExrChannel> channels, std::string_view name)
        : channels_(channels), prefix_(name.empty() ? 0 : name.size() + 1) {}

    void add(std::size_t index) { indices_.push_back(index); }

    std::optional<ExrPicture> with_colors() const {
        ExrPicture picture;
        const std::array<std::size_t, 3> rgb = {find("r"), find("g"), find("b")};
        const std::array<std::size_t, 3> xyz = {find("x"), find("y"), find("z")};
        const auto present = static_cast<std::size_t>(
            std::ranges::count_if(rgb, [](std::size_t i) { return i != kNone; }));
        picture.from[3] = find("a");
        if (present == 1) {
            picture.shape = ExrPicture::Shape::grey;
            picture.from[0] = *std::ranges::min_element(rgb);
        } else if (present > 1) {
            std::ranges::copy(rgb, picture.from.begin());
        } else if (std::ranges::find(xyz, kNone) == xyz.end()) {
            std::ranges::copy(xyz, picture.from.begin());
        } else if (xyz[1] != kNone && find("ry") != kNone && find("by") != kNone) {
            picture.shape = ExrPicture::Shape::chroma;
            picture.from = {find("ry"), xyz[1], find("by"), picture.from[3]};
        } else if (xyz[1] != kNone) {
            picture.shape = ExrPicture::Shape::grey;
            picture.from[0] = xyz[1];
        } else {
            return std::nullopt;
        }
        return picture;
    }

    /// Of a channel alone, or beside alpha.
    std::optional<ExrPicture> single() const {
        ExrPicture picture;
        picture.shape = ExrPicture::Shape::grey;
        const std::size_t alpha = find("a");
        if (indices_.size() == 1) {
            picture.from[0] = indices_[0];
        } else if (indices_.size() == 2 && alpha != kNone) {
            picture.from[0] = indices_[indices_[0] == alpha ? 1 : 0];
            picture.from[3] = alpha;
        } else {
            return std::nullopt;
        }
        return picture;
    }

private:
    /// The channel of this name, whichever case it has.
    std::size_t find(std::string_view name) const {
        const auto same = [](char letter, char lower) {
            return letter == lower || letter == lower - 'a' + 'A';
        };
        for (const std::size_t index : indices_)
            if (std::ranges::equal(std::string_view(channels_[index].name).substr(prefix_), name,
                                   same))
                return index;
        return kNone;
    }

    std::span<const ExrChannel> channels_;
    std::size_t prefix_;
    std::vector<std::size_t> indices_;
};

}  // namespace

bool ExrPicture::takes(std::size_t channel) const {
    return std::ranges::find(from, channel) != from.end();
}

std::optional<ExrPicture> choose_exr_picture(std::span<const ExrChannel> channels) {
    std::map<std::string_view, Layer> layers;  // the empty name comes first
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const std::string_view name = channels[i].name;
        const std::size_t dot = name.rfind('.');
        const std::string_view layer = dot == name.npos ? std::string_view() : name.substr(0, dot);
        layers.try_emplace(layer, channels, layer).first->second.add(i);
    }
    for (const auto choose : {&Layer::with_colors, &Layer::single})
        for (const auto& [name, layer] : layers)
            if (auto picture = (layer.*choose)()) {
                picture->layer = name;
                return picture;
            }
    return std::nullopt;
}

}  // namespace galley::image
