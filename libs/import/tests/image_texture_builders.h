#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/base/byte_writer.h"
#include "galley/test/bytes.h"

// DDS and KTX2 files field by field.
namespace galley::test {

struct DdsParts {
    std::uint32_t width = 1, height = 1, depth = 0, levels = 0;
    std::uint32_t flags = 0x1007;     ///< caps, height, width, pixel format
    std::uint32_t pixel_flags = 0x4;  ///< four letters
    std::string_view four_cc = "DX10";
    std::uint32_t bits = 0;
    std::array<std::uint32_t, 4> masks = {};
    std::uint32_t caps2 = 0;
    std::uint32_t dxgi = 28, dimension = 3, misc = 0, layers = 1, alpha = 0;
    std::string_view pixels = {};  ///< hex
};

inline Bytes dds_file(const DdsParts& parts) {
    ByteWriter out;
    out.text("DDS ");
    out.u32(124);
    out.u32(parts.flags | (parts.levels != 0 ? 0x20000u : 0u) |
            (parts.depth != 0 ? 0x800000u : 0u));
    for (const std::uint32_t field : {parts.height, parts.width, 0u, parts.depth, parts.levels})
        out.u32(field);
    out.zeros(44);
    out.u32(32);
    out.u32(parts.pixel_flags);
    if ((parts.pixel_flags & 4) != 0)
        out.text(parts.four_cc);
    else
        out.u32(0);
    out.u32(parts.bits);
    for (const std::uint32_t mask : parts.masks) out.u32(mask);
    out.u32(0x1000);
    out.u32(parts.caps2);
    out.zeros(12);
    if ((parts.pixel_flags & 4) != 0 && parts.four_cc == "DX10")
        for (const std::uint32_t field :
             {parts.dxgi, parts.dimension, parts.misc, parts.layers, parts.alpha})
            out.u32(field);
    out.bytes(from_hex(parts.pixels));
    return out.take();
}

struct Ktx2Parts {
    std::uint32_t format = 37, width = 1, height = 1, depth = 0, layers = 0, faces = 1;
    std::uint32_t scheme = 0;
    std::uint8_t model = 1, premultiplied = 0;
    std::vector<std::pair<std::string_view, std::string_view>> keys = {};
    std::vector<Bytes> levels = {};            ///< as they are stored, the largest first
    std::vector<std::uint64_t> expanded = {};  ///< of the first levels; else the stored sizes
};

inline Bytes ktx2_file(const Ktx2Parts& parts) {
    ByteWriter keys;
    for (const auto& [key, value] : parts.keys) {
        keys.u32(static_cast<std::uint32_t>(key.size() + value.size() + 2));
        keys.text(key);
        keys.u8(0);
        keys.text(value);
        keys.u8(0);
        keys.align(4);
    }
    const auto levels = static_cast<std::uint32_t>(parts.levels.size());
    ByteWriter out;
    out.bytes(from_hex("ab4b5458203230bb0d0a1a0a"));
    for (const std::uint32_t field : {parts.format, 1u, parts.width, parts.height, parts.depth,
                                      parts.layers, parts.faces, levels, parts.scheme})
        out.u32(field);
    const std::uint32_t descriptor_at = 80 + 24 * levels;
    const auto keys_size = static_cast<std::uint32_t>(keys.size());
    for (const std::uint32_t field :
         {descriptor_at, 28u, keys_size == 0 ? 0u : descriptor_at + 28, keys_size})
        out.u32(field);
    out.zeros(16);
    std::uint64_t end = descriptor_at + 28 + keys_size;
    std::vector<std::uint64_t> at(levels);
    for (std::uint32_t i = levels; i-- > 0; end += parts.levels[i].size()) at[i] = end;
    for (std::uint32_t i = 0; i < levels; ++i) {
        out.u64(at[i]);
        out.u64(parts.levels[i].size());
        out.u64(i < parts.expanded.size() ? parts.expanded[i] : parts.levels[i].size());
    }
    out.u32(28);  // a descriptor without samples
    out.u32(0);
    out.u32(2 | 24u << 16);
    out.u8(parts.model);
    out.u8(1);
    out.u8(1);
    out.u8(parts.premultiplied);
    out.zeros(12);
    out.bytes(keys.view());
    for (std::uint32_t i = levels; i-- > 0;) out.bytes(parts.levels[i]);
    return out.take();
}

}  // namespace galley::test
