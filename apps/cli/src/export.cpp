#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "errors.h"
#include "galley/asset/cooked_file.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/export/exr.h"
#include "galley/export/linear_picture.h"
#include "galley/export/png.h"
#include "galley/export/texture_encode.h"
#include "galley/export/texture_file.h"
#include "galley/import/image_file.h"
#include "galley/import/image_texture.h"
#include "galley/texel/view_image.h"
#include "ledger_text.h"
#include "source.h"
#include "stored_picture.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
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

constexpr std::string_view kFormats[] = {"plain", "bc1", "bc3", "bc4", "bc5", "bc7"};
constexpr std::string_view kQualities[] = {"fast", "normal", "high"};

template <std::size_t N>
std::size_t index_of(const std::string_view (&words)[N], std::string_view word) {
    for (std::size_t i = 0; i < N; ++i)
        if (words[i] == word) return i;
    return 0;  // CLI11 took no other word
}

TextureEncodeOptions asked_for(const Options& options) {
    TextureEncodeOptions out;
    if (!options.format.empty())
        out.coding = static_cast<TextureCoding>(index_of(kFormats, options.format));
    if (options.srgb || options.linear) out.srgb = options.srgb;
    out.quality = static_cast<texel::BlockQuality>(index_of(kQualities, options.quality));
    out.mips = !options.no_mips;
    return out;
}

/// What is exported, read once.
class Source {
public:
    Source(const Options& options, ByteSpan file) : options_(options), file_(file) {}

    /// To be called first.
    Result<void> open() {
        if (extension() == "vda") {
            TRY_ASSIGN(const CookedFile cooked, open_cooked_file(file_));
            if (cooked.kind != Kind::texture)
                return fail(kNoSuchPart, "this cooked file is no texture", {},
                            "'galley inspect' says what it is");
            TRY_ASSIGN(view_, view_texture(cooked.body));
            return {};
        }
        auto stored = read_image_texture(file_, extension(), limits());
        // What is wrong with the first picture too, decoding says.
        if (!stored) ledger_.set_partial(stored.error().message);
        if (stored) stored_ = *std::move(stored);
        if (stored_ && keeps_levels())
            view_ = {stored_->info, {stored_->levels.begin(), stored_->levels.end()}};
        return {};
    }

    Result<OwnTexture> texture(JobPool& pool) {
        if (view_) return encode_again(*view_, encode_options(), pool);
        TRY_ASSIGN(const Image image, decode());
        return encode_picture(image, encode_options(), pool);
    }

    Result<Image> decode() { return decode_image(file_, extension(), limits(), ledger_); }
    /// A DDS or KTX2 file says whether its samples are sRGB; of other pictures they are.
    [[nodiscard]] bool is_srgb() const {
        if (options_.srgb || options_.linear) return options_.srgb;
        return !stored_ || find_pixel_format(stored_->info.format)->is_srgb;
    }
    [[nodiscard]] const Ledger& ledger() const { return ledger_; }

private:
    [[nodiscard]] TextureEncodeOptions encode_options() const {
        TextureEncodeOptions out = asked_for(options_);
        const bool numbers = out.coding == TextureCoding::bc4 || out.coding == TextureCoding::bc5;
        if (stored_ && !out.srgb && !numbers) out.srgb = is_srgb();
        return out;
    }
    [[nodiscard]] std::string extension() const { return extension_of(options_.file); }
    [[nodiscard]] DecodeLimits limits() const { return {.max_decoded = options_.max_decoded}; }
    /// One level alone that gets another format gets smaller ones too.
    [[nodiscard]] bool keeps_levels() const {
        const TextureInfo& info = stored_->info;
        return info.levels > 1 || options_.format.empty() || options_.no_mips || info.layers > 1 ||
               std::max(info.width, info.height) == 1;
    }

    const Options& options_;
    ByteSpan file_;
    std::optional<ImageTexture> stored_;  ///< of a DDS or KTX2 file
    std::optional<TextureView> view_;     ///< of what has levels that are kept
    Ledger ledger_;
};

Result<void> check_level(const TextureInfo& info, std::uint32_t level) {
    if (level < info.levels) return {};
    return fail(kNoSuchPart,
                fmt::format("there is no level {}; the last is {}", level, info.levels - 1));
}

/// Of a sample; of blocks, what they decode to.
unsigned info_bits(const TextureInfo& info) {
    return find_pixel_format(info.format)->bits_per_channel;
}

/// 16 bits of numbers as they are.
Image deep_level(const Image& floats) {
    Image image{floats.width, floats.height, floats.channels, SampleType::unorm16, {}};
    image.pixels.resize(floats.pixels.size() / 2);
    for (std::size_t i = 0; i < image.pixels.size() / 2; ++i) {
        float value = 0;
        std::memcpy(&value, &floats.pixels[4 * i], sizeof value);
        const auto sample = static_cast<std::uint16_t>(value * 65535.0f + 0.5f);
        std::memcpy(&image.pixels[2 * i], &sample, sizeof sample);
    }
    return image;
}

Result<Image> png_level(const OwnTexture& texture, std::uint32_t level) {
    const TextureInfo& info = texture.info;
    TRY(check_level(info, level));
    const PixelFormatInfo& format = *find_pixel_format(info.format);
    const bool plain = format.block_width == 1 && !format.is_float;
    if (plain && format.bits_per_channel == 16 && info.usage != TextureUsage::color) {
        TRY_ASSIGN(const Image floats, level_floats(info, level, texture.levels[level]));
        return deep_level(floats);
    }
    const std::size_t layer = texture.levels[level].size() / info.layers;
    return texel::view_level(ByteSpan(texture.levels[level]).first(layer),
                             mip_size(info.width, level), mip_size(info.height, level),
                             layout_of(info), static_cast<texel::ChannelUse>(info.usage));
}

struct Exported {
    Bytes file;
    std::string words;
};

Result<Exported> png_of(const Options& options, Source& source, JobPool& pool) {
    const bool cooked = extension_of(options.file) == "vda";
    if (!cooked && options.level == 0 && options.format.empty()) {
        TRY_ASSIGN(const Image image, source.decode());
        if (image.type != SampleType::float32) {
            TRY_ASSIGN(Bytes png, write_png(image));
            return Exported{std::move(png), fmt::format("{} x {}", image.width, image.height)};
        }
    }
    TRY_ASSIGN(const OwnTexture texture, source.texture(pool));
    TRY_ASSIGN(const Image image, png_level(texture, options.level));
    TRY_ASSIGN(Bytes png, write_png(image));
    return Exported{std::move(png), fmt::format("{} x {}, {} bits", image.width, image.height,
                                                image.type == SampleType::unorm16 ? 16 : 8)};
}

Exported exr_words(Bytes file, const std::vector<Image>& levels, ExrDepth depth) {
    return Exported{std::move(file),
                    fmt::format("{} x {}, {} floats, {} level{}", levels[0].width, levels[0].height,
                                depth == ExrDepth::half ? "16-bit" : "32-bit", levels.size(),
                                levels.size() == 1 ? "" : "s")};
}

/// A picture as it is, or all levels of a texture. 32 bits where halves would lose what is stored.
Result<Exported> exr_of(const Options& options, Source& source, JobPool& pool) {
    const bool cooked = extension_of(options.file) == "vda";
    std::vector<Image> levels;
    ExrDepth depth = ExrDepth::half;
    if (!cooked && options.level == 0 && options.format.empty()) {
        TRY_ASSIGN(const Image image, source.decode());
        levels.push_back(to_linear_floats(image, source.is_srgb()));
        if (image.type != SampleType::unorm8 && !are_halves(levels[0])) depth = ExrDepth::float32;
    } else {
        TRY_ASSIGN(const OwnTexture texture, source.texture(pool));
        const TextureInfo& info = texture.info;
        TRY(check_level(info, options.level));
        const bool one = options.level > 0 || options.no_mips ||
                         mip_size(std::max(info.width, info.height), info.levels - 1) > 1;
        for (std::uint32_t i = options.level; i < (one ? options.level + 1 : info.levels); ++i) {
            TRY_ASSIGN(Image level, level_floats(info, i, texture.levels[i]));
            if (info_bits(info) != 8 && !are_halves(level)) depth = ExrDepth::float32;
            levels.push_back(std::move(level));
        }
    }
    TRY_ASSIGN(Bytes exr, write_exr(levels, depth, pool));
    return exr_words(std::move(exr), levels, depth);
}

Result<Exported> texture_file(const Options& options, Source& source, JobPool& pool) {
    TRY_ASSIGN(const OwnTexture texture, source.texture(pool));
    const std::vector<ByteSpan> levels(texture.levels.begin(), texture.levels.end());
    TRY_ASSIGN(Bytes bytes, extension_of(options.output) == "dds"
                                ? write_dds(texture.info, levels)
                                : write_ktx2(texture.info, levels));
    const TextureInfo& info = texture.info;
    return Exported{std::move(bytes), fmt::format("{} x {}, {}, {} level{}", info.width,
                                                  info.height, find_pixel_format(info.format)->name,
                                                  info.levels, info.levels == 1 ? "" : "s")};
}

/// What decoding could not keep.
void tell_losses(const Ledger& ledger, const Options& options, Session& session) {
    if (!ledger.lossy()) return;
    std::string text = ledger_text(ledger, "  ");
    text.pop_back();  // the last line's end
    session.console.status(fmt::format("{}:\n{}", options.file, text));
}

Result<void> export_texture(const Options& options, Session& session) {
    const std::string extension = extension_of(options.output);
    if (extension != "dds" && extension != "ktx2" && extension != "png" && extension != "exr")
        return fail(kNotRead,
                    fmt::format("'.{}' is no file that textures are exported to", extension),
                    {.file = options.output}, "write .dds, .ktx2, .png or .exr");
    TRY(refuse_own_source(options.file, options.output));
    JobPool pool(options.jobs == 0 ? hardware_threads() : options.jobs);
    auto file = session.fs.read(options.file, kMostFileBytes);
    if (!file) return std::unexpected(std::move(file).error());
    Source source(options, *file);
    if (auto opened = source.open(); !opened)
        return std::unexpected(std::move(opened).error().in_file(options.file));
    auto exported = extension == "png"   ? png_of(options, source, pool)
                    : extension == "exr" ? exr_of(options, source, pool)
                                         : texture_file(options, source, pool);
    if (!exported) return std::unexpected(std::move(exported).error().in_file(options.file));
    tell_losses(source.ledger(), options, session);
    TRY(session.fs.make_directories(directory_of(options.output)));
    TRY(write_file_atomically(session.fs, options.output, exported->file));
    session.console.line(fmt::format("{}: {}, {}", options.output, exported->words,
                                     bytes_text(exported->file.size())));
    return {};
}

void add_texture(CLI::App& verb, Session& session) {
    CLI::App* texture = verb.add_subcommand(
        "texture", "Write a picture or a cooked texture as DDS, KTX2, PNG or OpenEXR");
    const auto options = std::make_shared<Options>();
    texture->add_option("SRC", options->file, "A picture, or a cooked texture (.vda)")->required();
    texture
        ->add_option("-o,--output", options->output,
                     "The file to write; its extension says which: .dds, .ktx2, .png or .exr")
        ->required();
    texture
        ->add_option("--format", options->format,
                     "plain, bc1, bc3, bc4, bc5 or bc7; by default what a cooked texture, DDS or "
                     "KTX2 has, else bc7, and plain for 16 bits and floats")
        ->check(CLI::IsMember({"plain", "bc1", "bc3", "bc4", "bc5", "bc7"}))
        ->type_name("FORMAT");
    texture->add_option("--quality", options->quality, "Of blocks: fast, normal or high")
        ->check(CLI::IsMember({"fast", "normal", "high"}))
        ->capture_default_str()
        ->type_name("LEVEL");
    texture->add_flag("--no-mips", options->no_mips, "The first level alone");
    CLI::Option* srgb =
        texture->add_flag("--srgb", options->srgb,
                          "Samples are sRGB colours (the default; DDS and KTX2 say themselves)");
    texture
        ->add_flag("--linear", options->linear,
                   "Samples are plain numbers (the default for bc4 and bc5)")
        ->excludes(srgb);
    texture->add_option("--level", options->level, "Level to write as PNG or OpenEXR")
        ->type_name("N");
    add_size_option(*texture, "--max-decoded", options->max_decoded,
                    "Largest decoded size of the picture; by default 2G");
    add_jobs_option(*texture, options->jobs);
    texture->footer(
        "A cooked texture, DDS or KTX2 keeps its levels, and its blocks where it is not asked for\n"
        "another format; one level alone gets smaller ones with another format.\n\n"
        "Examples:\n"
        "  galley export texture rock.png -o rock.dds --format bc7 --quality high\n"
        "  galley export texture normal.png -o normal.ktx2 --format bc5\n"
        "  galley export texture rock.dds -o mip3.png --level 3\n"
        "  galley export texture sky.hdr -o sky.exr");
    texture->callback([options, &session] {
        if (auto done = export_texture(*options, session); !done) session.fail(done.error());
    });
}

}  // namespace

void add_export(CLI::App& app, Session& session) {
    CLI::App* verb =
        app.add_subcommand("export", "Write textures as files that other tools and engines read");
    verb->require_subcommand(1);
    add_texture(*verb, session);
    verb->footer("'galley export texture --help' lists the options.\n\n"
                 "Examples:\n"
                 "  galley export texture rock.png -o rock.dds --format bc7 --quality high\n"
                 "  galley export texture normal.png -o normal.ktx2 --format bc5\n"
                 "  galley export texture my_game/cooked/store/3f/3f42...vda -o rock.ktx2\n"
                 "  galley export texture rock.dds -o mip3.png --level 3");
}

}  // namespace galley::cli
