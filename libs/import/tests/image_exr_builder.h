#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/byte_writer.h"

// OpenEXR files of one part, not compressed, written from "OpenEXR File Layout".
namespace galley::test {

struct ExrSpec {
    std::string channels = "RGB";                     ///< each a channel, sorted by name
    std::array<std::int32_t, 4> data = {0, 0, 0, 0};  ///< corners, both inside
    std::array<std::int32_t, 4> display = {0, 0, 0, 0};
    std::uint32_t version = 2;
    std::uint8_t compression = 0;
    std::uint32_t sample = 2;  ///< 0 whole, 1 half, 2 float
    std::array<std::uint32_t, 2> tile = {0, 0};
    std::uint8_t tile_mode = 0;
    bool chunks = true;              ///< one a row, the samples from `values`
    std::vector<float> values = {};  ///< rows of each channel in turn; 0 behind the last
};

inline Bytes exr_file(const ExrSpec& spec) {
    ByteWriter out;
    const auto attribute = [&out](std::string_view name, std::string_view type,
                                  std::uint32_t size) {
        out.text(name);
        out.u8(0);
        out.text(type);
        out.u8(0);
        out.u32(size);
    };
    out.u32(20000630);
    out.u32(spec.version);
    attribute("channels", "chlist", static_cast<std::uint32_t>(18 * spec.channels.size() + 1));
    for (const char name : spec.channels) {
        out.u8(static_cast<std::uint8_t>(name));
        out.u8(0);
        out.u32(spec.sample);
        out.u32(0);
        out.u32(1);
        out.u32(1);
    }
    out.u8(0);
    attribute("compression", "compression", 1);
    out.u8(spec.compression);
    attribute("dataWindow", "box2i", 16);
    for (const std::int32_t corner : spec.data) out.i32(corner);
    attribute("displayWindow", "box2i", 16);
    for (const std::int32_t corner : spec.display) out.i32(corner);
    if (spec.tile[0] != 0) {
        attribute("tiles", "tiledesc", 9);
        out.u32(spec.tile[0]);
        out.u32(spec.tile[1]);
        out.u8(spec.tile_mode);
    }
    out.u8(0);
    if (!spec.chunks) return out.take();
    const auto width = static_cast<std::uint32_t>(spec.data[2] - spec.data[0] + 1);
    const auto height = static_cast<std::uint32_t>(spec.data[3] - spec.data[1] + 1);
    const auto size = static_cast<std::uint32_t>(4 * width * spec.channels.size());
    const std::uint64_t first = out.size() + 8 * std::uint64_t{height};
    for (std::uint32_t y = 0; y < height; ++y) out.u64(first + y * (8 + std::uint64_t{size}));
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < height; ++y) {
        out.i32(spec.data[1] + static_cast<std::int32_t>(y));
        out.u32(size);
        for (std::uint32_t i = 0; i < size / 4; ++i, ++at)
            out.f32(at < spec.values.size() ? spec.values[at] : 0);
    }
    return out.take();
}

}  // namespace galley::test
