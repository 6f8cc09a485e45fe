#include "texture_blocks.h"

#include <algorithm>
#include <cmath>

#include "block_choice.h"
#include "galley/texel/image_check.h"

namespace galley {

namespace {

constexpr std::uint32_t kBlock = 4;
/// Enough that an encoder which sorts the blocks of a call has many of each sort.
constexpr std::uint32_t kBlocksASlice = 4096;

std::uint32_t rows_of_slice(std::uint32_t width) {
    return kBlock * std::max(1U, kBlocksASlice / ((width + kBlock - 1) / kBlock));
}

bool is_bc7(PixelFormat format) {
    return format == PixelFormat::bc7_unorm || format == PixelFormat::bc7_srgb;
}

}  // namespace

texel::ChannelUse channel_use(TextureUsage usage) {
    switch (usage) {
    case TextureUsage::data: return texel::ChannelUse::data;
    case TextureUsage::normal: return texel::ChannelUse::normal;
    case TextureUsage::color: break;
    }
    return texel::ChannelUse::color;
}

TextureBlocks::TextureBlocks(const TextureSettings& settings, const Image& image, bool eight_bits,
                             JobPool& pool)
    : settings_(settings), image_(image), eight_bits_(eight_bits), jobs_(pool) {}

texel::BlockEncodeOptions TextureBlocks::options(bool transparent) const {
    texel::BlockEncodeOptions options;
    options.quality = static_cast<texel::BlockQuality>(settings_.quality);
    const bool color = *settings_.usage == TextureUsage::color;
    options.metric = color ? texel::BlockMetric::perceptual : texel::BlockMetric::linear;
    if (!transparent) {
        options.alpha = texel::BlockAlpha::ignored;
    } else if (format_ == PixelFormat::bc1_srgb || format_ == PixelFormat::bc1_unorm) {
        options.alpha = texel::BlockAlpha::one_bit;
        if (const float cutoff = settings_.alpha_cutoff.value_or(0); cutoff > 0) {
            // The least code that passes the cutoff.
            options.cutoff =
                static_cast<std::uint8_t>(std::clamp(std::ceil(cutoff * 255.0f), 1.0f, 255.0f));
        }
    } else {
        options.alpha = color ? texel::BlockAlpha::weighs_color : texel::BlockAlpha::straight;
    }
    return options;
}

bool TextureBlocks::keeps_picture() const {
    const std::uint32_t most = settings_.max_size;
    return most == 0 || std::max(image_.width, image_.height) <= most;
}

void TextureBlocks::begin_picture(PixelFormat format) {
    picture_begun_ = true;
    format_ = format;
    plain_ =
        texel::plain_layout(channel_use(*settings_.usage), image_.type, image_.channels).format;
    if (!keeps_picture()) return;
    levels_.resize(1);
    levels_[0] = ByteBlock::unset(image_bytes(format, image_.width, image_.height));
}

void TextureBlocks::rows_decoded(std::uint32_t rows) {
    if (!rows_came_) {
        rows_came_ = true;
        const auto format = choose_blocks(settings_, image_, eight_bits_);
        if (!format || !*format) return;
        const bool narrowed =
            image_.type == SampleType::unorm16 && find_pixel_format(**format)->channels > 2;
        if (!narrowed) begin_picture(**format);
    }
    if (picture_begun_) add_picture_rows(rows);
}

void TextureBlocks::look(std::uint32_t rows) {
    transparent_ = transparent_ || texel::has_transparency(image_, looked_, rows);
    looked_ = rows;
}

void TextureBlocks::add_picture_rows(std::uint32_t rows) {
    const std::uint32_t slice_rows = rows_of_slice(image_.width);
    while (given_ + slice_rows <= rows || (given_ < rows && rows == image_.height)) {
        const std::uint32_t end = std::min(given_ + slice_rows, image_.height);
        if (end > looked_) look(end);
        if (keeps_picture()) {
            slices_.push_back({given_, end, transparent_});
            add_picture_slice(slices_.back());
        }
        given_ = end;
    }
}

void TextureBlocks::add_picture_slice(const Slice& slice) {
    // Taken now: the picture's vector grows while the job runs, though its bytes stay in place.
    const std::size_t row_bytes = image_.row_bytes();
    const ByteSpan rows =
        ByteSpan(image_.pixels)
            .subspan(slice.begin * row_bytes, (slice.end - slice.begin) * row_bytes);
    add_slice(0, image_.width, slice, [this, rows](Bytes& scratch) {
        return texel::stored_rows(image_, rows, plain_, scratch);
    });
}

void TextureBlocks::add_slice(std::size_t level, std::uint32_t width, const Slice& slice,
                              std::function<ByteSpan(Bytes& scratch)> pixels) {
    const std::uint32_t height = slice.end - slice.begin;
    const std::span<std::byte> blocks =
        std::span(levels_[level])
            .subspan(slice.begin == 0 ? 0 : image_bytes(format_, width, slice.begin),
                     image_bytes(format_, width, height));
    jobs_.add([this, width, height, blocks, options = options(slice.transparent),
               pixels = std::move(pixels)] {
        Bytes scratch;
        const texel::PlainPixels plain{pixels(scratch), plain_, width, height};
        auto encoded = texel::encode_blocks(plain, format_, options, blocks);
        if (encoded) return;
        const std::lock_guard lock(mutex_);
        if (result_) result_ = std::move(encoded);
    });
}

void TextureBlocks::encode_picture(PixelFormat format) {
    if (!picture_begun_) {
        look(image_.height);
        begin_picture(format);
    }
    add_picture_rows(image_.height);
    // Rows above the first transparent pixel were taken as opaque. BC7 encodes opaque blocks alike
    // whatever alpha is for.
    if (!transparent_ || is_bc7(format)) return;
    if (std::ranges::all_of(slices_, &Slice::transparent)) return;
    jobs_.finish();
    for (const Slice& slice : slices_)
        if (!slice.transparent) add_picture_slice({slice.begin, slice.end, true});
}

void TextureBlocks::encode_levels(const texel::BuiltTexture& texture) {
    levels_.resize(texture.levels.size());
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const ByteSpan pixels = texture.levels[i];
        if (pixels.empty()) continue;
        const std::uint32_t width = mip_size(texture.width, static_cast<std::uint32_t>(i));
        const std::uint32_t height = mip_size(texture.height, static_cast<std::uint32_t>(i));
        levels_[i] = ByteBlock::unset(image_bytes(format_, width, height));
        const std::size_t row_bytes = pixels.size() / height;
        const std::uint32_t rows = rows_of_slice(width);
        for (std::uint32_t y = 0; y < height; y += rows) {
            const std::uint32_t end = std::min(y + rows, height);
            const ByteSpan part = pixels.subspan(y * row_bytes, (end - y) * row_bytes);
            add_slice(i, width, {y, end, transparent_}, [part](Bytes&) { return part; });
        }
    }
}

Result<BytePieces> TextureBlocks::finish() {
    jobs_.finish();
    if (!result_) return std::unexpected(result_.error());
    return std::move(levels_);
}

}  // namespace galley
