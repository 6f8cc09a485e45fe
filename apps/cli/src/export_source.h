#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "galley/asset/texture.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/export/texture_encode.h"
#include "galley/import/image_file.h"
#include "galley/import/image_texture.h"

namespace galley::cli {

struct ExportOptions {
    std::string file;
    std::string output;
    std::string format;
    std::string quality = "normal";
    std::uint64_t max_decoded = DecodeLimits{}.max_decoded;
    std::uint32_t level = 0;
    unsigned jobs = 0;
    bool no_mips = false;
    bool srgb = false;
    bool linear = false;
};

/// What is exported. The options and the file's bytes outlive it.
class ExportSource {
public:
    ExportSource(const ExportOptions& options, ByteSpan file) : options_(options), file_(file) {}

    /// To be called first.
    Result<void> open();

    /// In the coding that is asked for, with its levels or with new ones.
    Result<OwnTexture> texture(JobPool& pool);
    /// The picture in its own channels and depth.
    Result<Image> decode();

    /// Whether the picture is written as it is: the first level, in no other format.
    [[nodiscard]] bool is_as_it_is() const;
    /// A DDS or KTX2 file says whether its samples are sRGB; of other pictures they are.
    [[nodiscard]] bool is_srgb() const;
    [[nodiscard]] bool is_floats() const { return info_.type == SampleType::float32; }
    [[nodiscard]] bool is_exr() const { return info_.format == ImageFormat::exr; }
    /// What decoding and the format could not keep.
    [[nodiscard]] Ledger& ledger() { return ledger_; }

private:
    [[nodiscard]] TextureEncodeOptions encode_options() const;
    /// Of a DDS or KTX2 file that keeps them.
    void read_levels();
    Result<OwnTexture> without_losses(Result<Converted<OwnTexture>> made);
    [[nodiscard]] std::string extension() const;
    [[nodiscard]] DecodeLimits limits() const { return {.max_decoded = options_.max_decoded}; }
    [[nodiscard]] bool is_texture_file() const {
        return info_.format == ImageFormat::dds || info_.format == ImageFormat::ktx2;
    }
    [[nodiscard]] bool keeps_levels(const TextureInfo& info) const;

    const ExportOptions& options_;
    ByteSpan file_;
    ImageInfo info_;                      ///< of a picture
    std::optional<ImageTexture> stored_;  ///< of a DDS or KTX2 file
    std::optional<TextureView> view_;     ///< of what has levels that are kept
    Ledger ledger_;
};

}  // namespace galley::cli
