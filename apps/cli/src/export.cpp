#include <algorithm>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "errors.h"
#include "export_source.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/export/exr.h"
#include "galley/export/linear_picture.h"
#include "galley/export/png.h"
#include "galley/export/texture_encode.h"
#include "galley/export/texture_file.h"
#include "galley/texel/view_image.h"
#include "ledger_text.h"
#include "source.h"
#include "stored_picture.h"
#include "verbs.h"

namespace galley::cli {
namespace {

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

/// Of a cube or an array a picture is the first.
void note_further_layers(const TextureInfo& info, Ledger& ledger) {
    if (info.layers > 1)
        ledger.add(Verdict::dropped,
                   info.shape == TextureShape::cube ? "further faces of a cube" : "further layers",
                   "", "the first is the picture", info.layers - 1);
}

Result<Exported> png_of(const ExportOptions& options, ExportSource& source, JobPool& pool) {
    if (source.is_as_it_is() && !source.is_floats()) {
        TRY_ASSIGN(const Image image, source.decode());
        TRY_ASSIGN(Bytes png, write_png(image));
        return Exported{std::move(png), fmt::format("{} x {}", image.width, image.height)};
    }
    TRY_ASSIGN(const OwnTexture texture, source.texture(pool));
    TRY_ASSIGN(const Image image, png_level(texture, options.level));
    note_further_layers(texture.info, source.ledger());
    TRY_ASSIGN(Bytes png, write_png(image));
    return Exported{std::move(png), fmt::format("{} x {}, {} bits", image.width, image.height,
                                                image.type == SampleType::unorm16 ? 16 : 8)};
}

std::string_view plural(std::size_t count) { return count == 1 ? "" : "s"; }

Exported exr_words(Bytes file, const std::vector<Image>& levels, ExrDepth depth) {
    return Exported{std::move(file),
                    fmt::format("{} x {}, {} floats, {} level{}", levels[0].width, levels[0].height,
                                depth == ExrDepth::half ? "16-bit" : "32-bit", levels.size(),
                                plural(levels.size()))};
}

/// Levels of an OpenEXR file to be. 32 bits where halves would lose what is stored.
struct FloatLevels {
    std::vector<Image> levels;
    ExrDepth depth = ExrDepth::half;

    void add(Image level, bool eight_bits) {
        if (!eight_bits && !are_halves(level)) depth = ExrDepth::float32;
        levels.push_back(std::move(level));
    }
};

/// Light that has no alpha is OpenEXR's alone.
void hide_invisible(std::vector<Image>& levels, Ledger& ledger) {
    std::uint64_t pixels = 0;
    for (Image& level : levels) pixels += clear_invisible(level);
    if (pixels > 0)
        ledger.add(Verdict::dropped, "colours where alpha is 0", "",
                   "OpenEXR would show them, and they became 0", pixels);
}

Result<FloatLevels> levels_of(const OwnTexture& texture, const ExportOptions& options) {
    const TextureInfo& info = texture.info;
    TRY(check_level(info, options.level));
    const bool one = options.level > 0 || options.no_mips ||
                     mip_size(std::max(info.width, info.height), info.levels - 1) > 1;
    FloatLevels out;
    for (std::uint32_t i = options.level; i < (one ? options.level + 1 : info.levels); ++i) {
        TRY_ASSIGN(Image level, level_floats(info, i, texture.levels[i]));
        out.add(std::move(level), info_bits(info) == 8);
    }
    return out;
}

/// A picture as it is, or all levels of a texture.
Result<Exported> exr_of(const ExportOptions& options, ExportSource& source, JobPool& pool) {
    FloatLevels floats;
    if (source.is_as_it_is()) {
        TRY_ASSIGN(const Image image, source.decode());
        floats.add(to_linear_floats(image, source.is_srgb()), image.type == SampleType::unorm8);
    } else {
        TRY_ASSIGN(const OwnTexture texture, source.texture(pool));
        TRY_ASSIGN(floats, levels_of(texture, options));
        note_further_layers(texture.info, source.ledger());
    }
    if (!source.is_as_it_is() || !source.is_exr()) hide_invisible(floats.levels, source.ledger());
    TRY_ASSIGN(Bytes exr, write_exr(floats.levels, floats.depth, pool));
    return exr_words(std::move(exr), floats.levels, floats.depth);
}

/// Leaves the levels that are asked for.
Result<void> choose_levels(OwnTexture& texture, const ExportOptions& options) {
    TextureInfo& info = texture.info;
    TRY(check_level(info, options.level));
    texture.levels.erase(texture.levels.begin(), texture.levels.begin() + options.level);
    if (options.no_mips) texture.levels.resize(1);
    info.width = mip_size(info.width, options.level);
    info.height = mip_size(info.height, options.level);
    info.levels = static_cast<std::uint32_t>(texture.levels.size());
    return {};
}

Result<Exported> texture_file(const ExportOptions& options, ExportSource& source, JobPool& pool) {
    TRY_ASSIGN(OwnTexture texture, source.texture(pool));
    TRY(choose_levels(texture, options));
    const TextureInfo& info = texture.info;
    if (info.format == PixelFormat::rgba16_unorm && info.usage == TextureUsage::color)
        source.ledger().add(Verdict::approximated, "16-bit colour", "",
                            "stored as linear light, as no 16-bit format is sRGB; dark where a "
                            "reader takes it for sRGB");
    const std::vector<ByteSpan> levels(texture.levels.begin(), texture.levels.end());
    TRY_ASSIGN(Bytes bytes, extension_of(options.output) == "dds" ? write_dds(info, levels)
                                                                  : write_ktx2(info, levels));
    return Exported{std::move(bytes), fmt::format("{} x {}, {}, {} level{}", info.width,
                                                  info.height, find_pixel_format(info.format)->name,
                                                  info.levels, plural(info.levels))};
}

/// What decoding and the format could not keep.
void tell_losses(const Ledger& ledger, const ExportOptions& options, Session& session) {
    if (!ledger.lossy()) return;
    if (ledger.partial())
        session.console.report(Severity::warning, damage_of(ledger).in_file(options.file));
    std::string text = ledger_text(ledger, "  ");
    text.pop_back();  // the last line's end
    session.console.status(fmt::format("{}:\n{}", options.file, text));
}

Result<void> export_texture(const ExportOptions& options, Session& session) {
    const std::string extension = extension_of(options.output);
    if (extension != "dds" && extension != "ktx2" && extension != "png" && extension != "exr")
        return fail(kNotRead,
                    fmt::format("'.{}' is no file that textures are exported to", extension),
                    {.file = options.output}, "write .dds, .ktx2, .png or .exr");
    TRY(refuse_own_source(options.file, options.output));
    JobPool pool(options.jobs == 0 ? hardware_threads() : options.jobs);
    auto file = session.fs.read(options.file, kMostFileBytes);
    if (!file) return std::unexpected(std::move(file).error());
    ExportSource source(options, *file);
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
    const auto options = std::make_shared<ExportOptions>();
    texture->add_option("SRC", options->file, "A picture, or a cooked texture (.vda)")->required();
    texture
        ->add_option("-o,--output", options->output,
                     "The file to write; its extension says which: .dds, .ktx2, .png or .exr")
        ->required();
    texture
        ->add_option("--format", options->format,
                     "plain, bc1, bc3, bc4, bc5 or bc7; by default what a cooked texture, DDS or "
                     "KTX2 has, else bc7, and plain for 16 bits, floats, PNG and OpenEXR")
        ->check(CLI::IsMember({"plain", "bc1", "bc3", "bc4", "bc5", "bc7"}))
        ->type_name("FORMAT");
    texture->add_option("--quality", options->quality, "Of blocks: fast, normal or high")
        ->check(CLI::IsMember({"fast", "normal", "high"}))
        ->capture_default_str()
        ->type_name("LEVEL");
    texture->add_flag("--no-mips", options->no_mips, "One level alone, the first or --level");
    CLI::Option* srgb =
        texture->add_flag("--srgb", options->srgb,
                          "Samples are sRGB colours (the default; DDS and KTX2 say themselves)");
    texture
        ->add_flag("--linear", options->linear,
                   "Samples are plain numbers (the default for bc4 and bc5)")
        ->excludes(srgb);
    texture
        ->add_option(
            "--level", options->level,
            "Level to write as PNG or OpenEXR; of DDS and KTX2 the first of those to write")
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
