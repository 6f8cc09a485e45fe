#include "exr_header.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "codec.h"
#include "galley/base/byte_reader.h"
#include "galley/base/try.h"

namespace galley::image {
namespace {

constexpr std::uint32_t kTiled = 0x200;
constexpr std::uint32_t kLongNames = 0x400;
constexpr std::uint32_t kDeep = 0x800;
constexpr std::uint32_t kMultiPart = 0x1000;
/// Windows beyond this are refused by the library too, which halves their sums.
constexpr std::int32_t kFarthest = 0x3fffffff;

struct Attribute {
    std::string_view name;
    std::string_view type;
    ByteSpan value;
};

/// A name with its zero; empty at the end of a list. Fails the reader on one above 255 letters.
std::string_view name_of(ByteReader& reader, ByteSpan bytes) {
    constexpr std::size_t kLongest = 255;
    const ByteSpan rest = bytes.subspan(reader.offset());
    const std::string_view text = as_text(rest.first(std::min(rest.size(), kLongest + 1)));
    const std::size_t length = text.find('\0');
    if (length == text.npos) {
        reader.fail();
        return {};
    }
    reader.skip(length + 1);
    return text.substr(0, length);
}

std::uint64_t levels_of(std::uint64_t side, bool up) {
    const auto floor = static_cast<std::uint64_t>(std::bit_width(side));
    return up && !std::has_single_bit(side) ? floor + 1 : floor;
}

std::uint64_t level_side(std::uint64_t side, std::uint64_t level, bool up) {
    const std::uint64_t add = up ? (std::uint64_t{1} << level) - 1 : 0;
    return std::max<std::uint64_t>((side + add) >> level, 1);
}

std::uint64_t tiles_along(std::uint64_t side, std::uint64_t tile) {
    return (side + tile - 1) / tile;
}

/// Multiples of `step` from `low` to `high`.
std::uint64_t multiples(std::int64_t low, std::int64_t high, std::int64_t step) {
    const auto below = [step](std::int64_t v) { return v >= 0 ? v / step : (v - step + 1) / step; };
    return static_cast<std::uint64_t>(below(high) - below(low - 1));
}

class HeaderReader {
public:
    explicit HeaderReader(ByteSpan file) : file_(file), reader_(file) {}

    Result<ExrFile> run() {
        reader_.skip(4);  // the magic, which `recognise` saw
        const std::uint32_t version = reader_.u32();
        if (reader_.failed()) return damaged("the file ends in its header");
        if ((version & 0xff) != 2 ||
            (version & ~(0xffu | kTiled | kLongNames | kDeep | kMultiPart)))
            return unsupported(fmt::format("OpenEXR files of version {:#x} are not read", version));
        exr_.multi_part = (version & kMultiPart) != 0;
        do {
            ExrPart part;
            part.tiled = (version & kTiled) != 0;
            part.deep = (version & kDeep) != 0 && !exr_.multi_part;
            TRY(read_part(part));
            exr_.parts.push_back(std::move(part));
        } while (exr_.multi_part && more_parts());
        if (reader_.failed()) return damaged("the file ends in its header");
        exr_.tables_at = reader_.offset();
        return std::move(exr_);
    }

private:
    /// Whether another header follows; steps over the zero where none does.
    bool more_parts() {
        if (reader_.remaining() == 0) {
            reader_.fail();
            return false;
        }
        if (file_[reader_.offset()] != std::byte{0}) return true;
        reader_.skip(1);
        return false;
    }

    Result<void> read_part(ExrPart& part) {
        has_data_ = has_display_ = false;
        for (;;) {
            Attribute attribute;
            attribute.name = name_of(reader_, file_);
            if (!reader_.failed() && attribute.name.empty()) break;
            attribute.type = name_of(reader_, file_);
            const std::int32_t size = reader_.i32();
            const std::uint64_t at = reader_.offset();
            if (!reader_.failed() && size >= 0)
                attribute.value = reader_.bytes(static_cast<std::uint64_t>(size));
            if (reader_.failed() || size < 0)
                return damaged("an attribute of the header is cut or too long", at);
            TRY(take(part, attribute, at));
        }
        return check(part);
    }

    Result<void> take(ExrPart& part, const Attribute& attribute, std::uint64_t at) {
        const auto is = [&](std::string_view name, std::string_view type, std::size_t size) {
            return attribute.name == name && attribute.type == type &&
                   (size == 0 || attribute.value.size() == size);
        };
        ByteReader value(attribute.value);
        if (is("channels", "chlist", 0)) return take_channels(part, attribute.value, at);
        if (is("compression", "compression", 1)) {
            const std::uint8_t number = value.u8();
            if (number > static_cast<unsigned>(ExrCompression::dwab))
                return unsupported(fmt::format("OpenEXR compression {} is not read", number));
            part.compression = static_cast<ExrCompression>(number);
            has_compression_ = true;
        } else if (is("dataWindow", "box2i", 16)) {
            part.data = {value.i32(), value.i32(), value.i32(), value.i32()};
            has_data_ = true;
        } else if (is("displayWindow", "box2i", 16)) {
            part.display = {value.i32(), value.i32(), value.i32(), value.i32()};
            has_display_ = true;
        } else if (is("tiles", "tiledesc", 9)) {
            part.tile_width = value.u32();
            part.tile_height = value.u32();
            const std::uint8_t mode = value.u8();
            if ((mode & 15) > 2 || mode >> 4 > 1)
                return damaged(fmt::format("tiles of mode {:#x}", mode), at);
            part.levels = static_cast<ExrLevels>(mode & 15);
            part.round_up = mode >> 4 == 1;
        } else if (is("type", "string", 0)) {
            const std::string_view type = as_text(attribute.value);
            part.deep = part.deep || type.starts_with("deep");
            if (exr_.multi_part) part.tiled = type == "tiledimage" || type == "deeptile";
        } else if (is("name", "string", 0)) {
            part.name = as_text(attribute.value);
        } else if (is("chunkCount", "int", 4)) {
            part.chunk_count = value.u32();
        } else if (is("chromaticities", "chromaticities", 32)) {
            part.primaries.emplace();
            for (float& number : *part.primaries) number = value.f32();
        } else if (is("envmap", "envmap", 1)) {
            part.environment = true;
        } else if (is("pixelAspectRatio", "float", 4)) {
            part.pixel_aspect = value.f32();
        }
        return {};
    }

    Result<void> take_channels(ExrPart& part, ByteSpan list, std::uint64_t at) {
        part.channels.clear();
        ByteReader reader(list);
        for (;;) {
            const std::string_view name = name_of(reader, list);
            if (!reader.failed() && name.empty()) break;
            ExrChannel channel;
            channel.name = name;
            const std::uint32_t sample = reader.u32();
            channel.linear = reader.u8() != 0;
            reader.skip(3);
            channel.x_step = reader.i32();
            channel.y_step = reader.i32();
            if (reader.failed() || sample > 2 || channel.x_step < 1 || channel.y_step < 1)
                return damaged("the list of channels is cut or makes no sense", at);
            channel.sample = static_cast<ExrSample>(sample);
            part.channels.push_back(std::move(channel));
        }
        std::ranges::sort(part.channels, {}, &ExrChannel::name);
        const auto twice = std::ranges::adjacent_find(part.channels, {}, &ExrChannel::name);
        if (twice != part.channels.end()) return damaged("a channel is there twice", at);
        return {};
    }

    Result<void> check(const ExrPart& part) const {
        if (!has_data_ || !has_display_ || !has_compression_ || part.channels.empty())
            return damaged("the header lacks windows, channels or the compression");
        for (const ExrBox& box : {part.data, part.display}) {
            const auto near = [](std::int32_t v) { return v >= -kFarthest && v <= kFarthest; };
            if (!near(box.x0) || !near(box.y0) || !near(box.x1) || !near(box.y1) ||
                box.width() == 0 || box.height() == 0)
                return damaged(
                    fmt::format("a window from {}, {} to {}, {}", box.x0, box.y0, box.x1, box.y1));
        }
        if (part.tiled && (part.tile_width == 0 || part.tile_height == 0))
            return damaged("tiles that have no sides");
        if (exr_.multi_part && part.chunk_count == 0)
            return damaged("a part doesn't say how many chunks it has");
        if (part.deep) return {};
        for (const ExrChannel& channel : part.channels) {
            const auto known = [](std::int32_t step) {
                return step == 1 || step == 2 || step == 4;
            };
            if (!known(channel.x_step) || !known(channel.y_step))
                return unsupported(fmt::format("channels with a sample for every {} x {} pixels",
                                               channel.x_step, channel.y_step));
            if (part.data.x0 % channel.x_step != 0 || part.data.y0 % channel.y_step != 0 ||
                (part.tiled && (channel.x_step != 1 || channel.y_step != 1)))
                return damaged("a channel's samples don't begin where its pixels do");
        }
        return {};
    }

    ByteSpan file_;
    ByteReader reader_;
    ExrFile exr_;
    bool has_data_ = false;
    bool has_display_ = false;
    bool has_compression_ = false;
};

}  // namespace

std::uint32_t ExrPart::chunk_rows() const {
    constexpr std::uint32_t kRows[] = {1, 1, 1, 16, 32, 16, 32, 32, 32, 256};
    return kRows[static_cast<std::size_t>(compression)];
}

std::uint64_t ExrPart::sample_bytes(const ExrBox& box) const {
    std::uint64_t sum = 0;
    for (const ExrChannel& channel : channels)
        sum += multiples(box.x0, box.x1, channel.x_step) *
               multiples(box.y0, box.y1, channel.y_step) * channel.sample_bytes();
    return sum;
}

std::uint64_t ExrPart::level_count() const {
    if (!tiled || levels == ExrLevels::one) return 1;
    if (levels == ExrLevels::mip) return levels_of(std::max(data.width(), data.height()), round_up);
    return levels_of(data.width(), round_up) * levels_of(data.height(), round_up);
}

std::uint64_t ExrPart::first_level_chunks() const {
    if (!tiled) return tiles_along(data.height(), chunk_rows());
    return tiles_along(data.width(), tile_width) * tiles_along(data.height(), tile_height);
}

std::uint64_t ExrPart::all_chunks() const {
    if (!tiled || levels == ExrLevels::one) return first_level_chunks();
    const auto tiles = [&](std::uint64_t x, std::uint64_t y) {
        return tiles_along(level_side(data.width(), x, round_up), tile_width) *
               tiles_along(level_side(data.height(), y, round_up), tile_height);
    };
    std::uint64_t sum = 0;
    if (levels == ExrLevels::mip) {
        for (std::uint64_t level = 0; level < level_count(); ++level) sum += tiles(level, level);
        return sum;
    }
    for (std::uint64_t y = 0; y < levels_of(data.height(), round_up); ++y)
        for (std::uint64_t x = 0; x < levels_of(data.width(), round_up); ++x) sum += tiles(x, y);
    return sum;
}

Result<std::size_t> ExrFile::flat_part() const {
    const auto flat = std::ranges::find(parts, false, &ExrPart::deep);
    if (flat == parts.end())
        return unsupported("OpenEXR files of deep data (several samples a pixel) are not read");
    return static_cast<std::size_t>(flat - parts.begin());
}

Result<ExrFile> read_exr_header(ByteSpan file) { return HeaderReader(file).run(); }

}  // namespace galley::image
