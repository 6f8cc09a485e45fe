#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "../../job_stream.h"
#include "galley/base/result.h"
#include "galley/project/settings.h"
#include "galley/texel/block_encode.h"
#include "galley/texel/image.h"
#include "galley/texel/texture_build.h"

namespace galley {

[[nodiscard]] texel::ChannelUse channel_use(TextureUsage usage);

/// Encodes the levels of one texture in jobs; those of the picture's own level from its rows while
/// it is still being decoded. The bytes are those of `encode_blocks` over each level as a whole.
/// One thread calls it.
class TextureBlocks {
public:
    /// `image` is what will be decoded; it, the settings and the pool must outlive this.
    /// `eight_bits` is `choose_blocks`'s.
    TextureBlocks(const TextureSettings& settings, const Image& image, bool eight_bits,
                  JobPool& pool);

    /// The picture's first `rows` rows are final. Nothing is encoded yet where the level is not
    /// stored in blocks of the picture's own samples.
    void rows_decoded(std::uint32_t rows);
    /// The picture is whole, as it is to be stored in `format`: encodes the rows that are left,
    /// unless the level is not kept. The picture must stay until `finish`.
    void encode_picture(PixelFormat format);
    /// Then: whether some alpha of the picture is below full.
    [[nodiscard]] bool transparent() const { return transparent_; }
    /// Encodes the levels that hold pixels, which must stay until `finish`.
    void encode_levels(const texel::BuiltTexture& texture);
    /// The blocks of each level.
    [[nodiscard]] Result<BytePieces> finish();

    /// Something else to be done meanwhile.
    void add_job(std::function<void()> job) { jobs_.add(std::move(job)); }

private:
    /// Rows of a level that one job encodes.
    struct Slice {
        std::uint32_t begin;
        std::uint32_t end;
        bool transparent;  ///< as far as was known
    };

    [[nodiscard]] bool keeps_picture() const;
    void begin_picture(PixelFormat format);
    void look(std::uint32_t rows);
    void add_picture_rows(std::uint32_t rows);
    void add_picture_slice(const Slice& slice);
    void add_slice(std::size_t level, std::uint32_t width, const Slice& slice,
                   std::function<ByteSpan(Bytes& scratch)> pixels);
    [[nodiscard]] texel::BlockEncodeOptions options(bool transparent) const;

    const TextureSettings& settings_;
    const Image& image_;
    const bool eight_bits_;
    bool rows_came_ = false;
    bool picture_begun_ = false;
    PixelFormat format_ = PixelFormat::bc7_unorm;
    PixelFormat plain_ = PixelFormat::rgba8_unorm;
    bool transparent_ = false;
    std::uint32_t looked_ = 0;  ///< rows of the picture that `transparent_` tells of
    std::uint32_t given_ = 0;   ///< rows that jobs have, or that need none
    std::vector<Slice> slices_;
    BytePieces levels_;
    std::mutex mutex_;
    Result<void> result_;  ///< under the mutex: the first that failed
    JobStream jobs_;       ///< the last, so that its jobs end before anything else goes
};

}  // namespace galley
