#include "ktx2_header.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "galley/base/byte_reader.h"
#include "galley/base/try.h"

// KTX File Format Specification 2.0 (Khronos); sections in comments are its.
namespace galley::image {
namespace {

// Khronos Data Format Specification 1.3, section 5 (the basic descriptor block).
constexpr std::uint32_t kModelEtc1s = 163;
constexpr std::uint32_t kModelUastc = 166;
constexpr std::uint32_t kFlagPremultiplied = 1;

constexpr std::uint64_t kIndexAt = 48;

std::unexpected<Error> basis(std::string_view which) {
    return fail(kImageBasis, fmt::format("the pixels are Basis {}, which is not read", which), {},
                "export the texture in a BC format or uncompressed, or use its source picture");
}

/// Bytes of the file that the index names; nothing where `size` is 0.
Result<ByteSpan> range(ByteSpan file, std::uint64_t at, std::uint64_t size, std::string_view what,
                       std::uint64_t said_at) {
    if (size == 0) return ByteSpan();
    if (at > file.size() || size > file.size() - at)
        return damaged(fmt::format("{} reaches beyond the end of the file", what), said_at);
    return file.subspan(at, size);
}

struct Descriptor {
    std::uint32_t model = 0;
    bool premultiplied = false;
};

/// The first descriptor block, where there is one (section 3.8).
Result<Descriptor> read_descriptor(ByteSpan bytes) {
    Descriptor out;
    if (bytes.empty()) return out;
    ByteReader reader(bytes);
    reader.skip(4);  // total size
    reader.skip(8);  // vendor, type, version, size
    out.model = reader.u8();
    reader.skip(2);  // primaries and transfer function, which the format tells
    out.premultiplied = (reader.u8() & kFlagPremultiplied) != 0;
    if (reader.failed()) return damaged("the data format descriptor is cut", kIndexAt);
    return out;
}

/// `rd`, `ru`, `ld`, `lu` and what follows for depth (section 3.11.2).
Result<std::uint8_t> orientation_of(std::string_view text) {
    const bool known = (text.empty() || text[0] == 'r' || text[0] == 'l') &&
                       (text.size() < 2 || text[1] == 'd' || text[1] == 'u');
    if (!known) return damaged(fmt::format("'{}' is no KTXorientation", text));
    const bool from_right = text.starts_with('l');
    const bool from_bottom = text.size() >= 2 && text[1] == 'u';
    return static_cast<std::uint8_t>(from_bottom ? (from_right ? 3 : 4) : (from_right ? 2 : 1));
}

/// Four of `rgba01` (section 3.11.3), over the format's own channels.
Result<ChannelMap> swizzle_of(std::string_view text, const ChannelMap& stored) {
    ChannelMap map = stored;
    if (text.size() != 4) return damaged(fmt::format("'{}' is no KTXswizzle", text));
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t at = std::string_view("rgba01").find(text[i]);
        if (at == std::string_view::npos)
            return damaged(fmt::format("'{}' is no KTXswizzle", text));
        map[i] = at < 4 ? stored[at] : at == 4 ? texel::ChannelFrom::zero : texel::ChannelFrom::one;
    }
    return map;
}

/// Keys and values (section 3.11): a size, the key, a zero, the value; padded to four bytes.
Result<void> read_keys(ByteSpan bytes, StoredTexture& texture) {
    ByteReader reader(bytes);
    while (reader.remaining() > 0) {
        const std::uint32_t size = reader.u32();
        const std::string_view entry = reader.text(size);
        reader.skip(std::min<std::uint64_t>((4 - size % 4) % 4, reader.remaining()));
        const std::size_t zero = entry.find('\0');
        if (reader.failed() || zero == std::string_view::npos)
            return damaged("the keys and values are cut", kIndexAt + 8);
        const std::string_view key = entry.substr(0, zero);
        std::string_view value = entry.substr(zero + 1);
        while (value.ends_with('\0')) value.remove_suffix(1);
        if (key == "KTXorientation") {
            TRY_ASSIGN(texture.orientation, orientation_of(value));
        } else if (key == "KTXswizzle") {
            TRY_ASSIGN(texture.format.map, swizzle_of(value, texture.format.map));
        }
    }
    return {};
}

Result<void> check_sizes(StoredTexture& texture) {
    if (texture.width == 0) return damaged("the header says a width of 0 pixels", 20);
    if (texture.faces != 1 && texture.faces != 6)
        return damaged(
            fmt::format("the header says {} faces, where 1 and 6 are legal", texture.faces), 36);
    if (texture.faces == 6 && texture.width != texture.height)
        return damaged("the faces of the cube are not square", 20);
    const std::uint32_t longest = std::max({texture.width, texture.height, texture.depth});
    if (texture.levels > static_cast<std::uint32_t>(std::bit_width(longest)))
        return damaged(
            fmt::format("{} levels, more than {} pixels can be halved", texture.levels, longest),
            40);
    return {};
}

/// All levels lie inside the file.
Result<std::vector<Ktx2Level>> read_levels(ByteReader& reader, ByteSpan file, std::uint32_t count) {
    std::vector<Ktx2Level> levels;  // not more than a side has bits
    for (std::uint32_t level = 0; level < count; ++level) {
        const std::uint64_t said_at = reader.offset();
        const std::uint64_t at = reader.u64();
        const std::uint64_t size = reader.u64();
        const std::uint64_t uncompressed = reader.u64();
        if (reader.failed()) return damaged("the file ends in its level index", said_at);
        TRY_ASSIGN(const ByteSpan bytes,
                   range(file, at, size, fmt::format("level {}", level), said_at));
        levels.push_back({bytes, uncompressed});
    }
    return levels;
}

}  // namespace

Result<Ktx2Header> read_ktx2_header(ByteSpan file) {
    ByteReader reader(file);
    reader.skip(12);
    Ktx2Header header;
    StoredTexture& texture = header.texture;
    const std::uint32_t format = reader.u32();
    reader.skip(4);  // size of the type, for machines of the other byte order
    texture.width = reader.u32();
    texture.height = std::max(reader.u32(), 1u);
    texture.depth = std::max(reader.u32(), 1u);
    texture.layers = std::max(reader.u32(), 1u);
    texture.faces = reader.u32();
    texture.levels = std::max(reader.u32(), 1u);
    const std::uint32_t scheme = reader.u32();
    const std::uint64_t descriptor_at = reader.u32();
    const std::uint64_t descriptor_size = reader.u32();
    const std::uint64_t keys_at = reader.u32();
    const std::uint64_t keys_size = reader.u32();
    reader.skip(16);  // global data of the supercompression, which Basis alone has
    if (reader.failed()) return damaged("the file ends in its header", reader.failed_at());

    TRY(check_sizes(texture));
    TRY_ASSIGN(const ByteSpan descriptor_bytes,
               range(file, descriptor_at, descriptor_size, "the data format descriptor", kIndexAt));
    TRY_ASSIGN(const Descriptor descriptor, read_descriptor(descriptor_bytes));
    if (scheme == static_cast<std::uint32_t>(Supercompression::basis_lz)) return basis("LZ");
    if (descriptor.model == kModelEtc1s) return basis("ETC1S");
    if (descriptor.model == kModelUastc) return basis("UASTC");
    if (format == 0) return unsupported("KTX2 without a VkFormat is not read");
    if (scheme > static_cast<std::uint32_t>(Supercompression::zlib))
        return unsupported(fmt::format("KTX2 of supercompression {} is not read", scheme));
    header.supercompression = static_cast<Supercompression>(scheme);
    TRY_ASSIGN(texture.format, vulkan_format(format));
    texture.premultiplied = descriptor.premultiplied;
    TRY_ASSIGN(const ByteSpan keys,
               range(file, keys_at, keys_size, "what holds keys and values", kIndexAt + 8));
    TRY(read_keys(keys, texture));
    TRY_ASSIGN(header.levels, read_levels(reader, file, texture.levels));
    return header;
}

}  // namespace galley::image
