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
#include "galley/texel/view_image.h"
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

TextureEncodeOptions encode_options(const Options& options) {
    TextureEncodeOptions out;
    if (!options.format.empty())
        out.coding = static_cast<TextureCoding>(index_of(kFormats, options.format));
    if (options.srgb || options.linear) out.srgb = options.srgb;
    out.quality = static_cast<texel::BlockQuality>(index_of(kQualities, options.quality));
    out.mips = !options.no_mips;
    return out;
}

Result<Image> decode_source(const Options& options, ByteSpan file) {
    Ledger ledger;
    const DecodeLimits limits{.max_decoded = options.max_decoded};
    return decode_image(file, extension_of(options.file), limits, ledger);
}

/// The texture to write, and what a cooked file's spans borrow from.
Result<OwnTexture> texture_of(const Options& options, ByteSpan file, JobPool& pool) {
    if (extension_of(options.file) == "vda") {
        TRY_ASSIGN(const CookedFile cooked, open_cooked_file(file));
        if (cooked.kind != Kind::texture)
            return fail(kNoSuchPart, "this cooked file is no texture", {},
                        "'galley inspect' says what it is");
        TRY_ASSIGN(const TextureView view, view_texture(cooked.body));
        return encode_again(view, encode_options(options), pool);
    }
    TRY_ASSIGN(const Image image, decode_source(options, file));
    return encode_picture(image, encode_options(options), pool);
}

Result<void> check_level(const TextureInfo& info, std::uint32_t level) {
    if (level < info.levels) return {};
    return fail(kNoSuchPart,
                fmt::format("there is no level {}; the last is {}", level, info.levels - 1));
}

/// Of a sample; of blocks, what they decode to.
unsigned info_bits(const TextureInfo& info) {
    return find_pixel_format(info.format)->bits_per_channel;
}

Result<Image> png_level(const OwnTexture& texture, std::uint32_t level) {
    const TextureInfo& info = texture.info;
    TRY(check_level(info, level));
    texel::TextureLayout layout;
    layout.format = info.format;
    for (std::size_t i = 0; i < 4; ++i)
        layout.swizzle[i] = static_cast<texel::ChannelFrom>(info.swizzle[i]);
    const std::size_t layer = texture.levels[level].size() / info.layers;
    return texel::view_level(ByteSpan(texture.levels[level]).first(layer),
                             mip_size(info.width, level), mip_size(info.height, level), layout,
                             static_cast<texel::ChannelUse>(info.usage));
}

struct Exported {
    Bytes file;
    std::string words;
};

Result<Exported> png_of(const Options& options, ByteSpan file, JobPool& pool) {
    const bool cooked = extension_of(options.file) == "vda";
    if (!cooked && options.level == 0 && options.format.empty()) {
        TRY_ASSIGN(const Image image, decode_source(options, file));
        if (image.type != SampleType::float32) {
            TRY_ASSIGN(Bytes png, write_png(image));
            return Exported{std::move(png), fmt::format("{} x {}", image.width, image.height)};
        }
    }
    TRY_ASSIGN(const OwnTexture texture, texture_of(options, file, pool));
    TRY_ASSIGN(const Image image, png_level(texture, options.level));
    TRY_ASSIGN(Bytes png, write_png(image));
    return Exported{std::move(png), fmt::format("{} x {}, 8 bits", image.width, image.height)};
}

Exported exr_words(Bytes file, const std::vector<Image>& levels, ExrDepth depth) {
    return Exported{std::move(file),
                    fmt::format("{} x {}, {} floats, {} level{}", levels[0].width, levels[0].height,
                                depth == ExrDepth::half ? "16-bit" : "32-bit", levels.size(),
                                levels.size() == 1 ? "" : "s")};
}

/// A picture as it is, or all levels of a texture. 32 bits where halves would lose what is stored.
Result<Exported> exr_of(const Options& options, ByteSpan file, JobPool& pool) {
    const bool cooked = extension_of(options.file) == "vda";
    std::vector<Image> levels;
    ExrDepth depth = ExrDepth::half;
    if (!cooked && options.level == 0 && options.format.empty()) {
        TRY_ASSIGN(const Image image, decode_source(options, file));
        levels.push_back(to_linear_floats(image, !options.linear));
        if (image.type != SampleType::unorm8 && !are_halves(levels[0])) depth = ExrDepth::float32;
    } else {
        TRY_ASSIGN(const OwnTexture texture, texture_of(options, file, pool));
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

Result<Exported> texture_file(const Options& options, ByteSpan file, JobPool& pool) {
    TRY_ASSIGN(const OwnTexture texture, texture_of(options, file, pool));
    const std::vector<ByteSpan> levels(texture.levels.begin(), texture.levels.end());
    TRY_ASSIGN(Bytes bytes, extension_of(options.output) == "dds"
                                ? write_dds(texture.info, levels)
                                : write_ktx2(texture.info, levels));
    const TextureInfo& info = texture.info;
    return Exported{std::move(bytes), fmt::format("{} x {}, {}, {} level{}", info.width,
                                                  info.height, find_pixel_format(info.format)->name,
                                                  info.levels, info.levels == 1 ? "" : "s")};
}

Result<void> export_texture(const Options& options, Session& session) {
    const std::string extension = extension_of(options.output);
    if (extension != "dds" && extension != "ktx2" && extension != "png" && extension != "exr")
        return fail(kNotRead,
                    fmt::format("'.{}' is no file that textures are exported to", extension),
                    {.file = options.output}, "write .dds, .ktx2, .png or .exr");
    JobPool pool(options.jobs == 0 ? hardware_threads() : options.jobs);
    auto file = session.fs.read(options.file, kMostFileBytes);
    if (!file) return std::unexpected(std::move(file).error());
    auto exported = extension == "png"   ? png_of(options, *file, pool)
                    : extension == "exr" ? exr_of(options, *file, pool)
                                         : texture_file(options, *file, pool);
    if (!exported) return std::unexpected(std::move(exported).error().in_file(options.file));
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
                     "plain, bc1, bc3, bc4, bc5 or bc7; by default what a cooked texture has, else "
                     "bc7, and plain for 16 bits and floats")
        ->check(CLI::IsMember({"plain", "bc1", "bc3", "bc4", "bc5", "bc7"}))
        ->type_name("FORMAT");
    texture->add_option("--quality", options->quality, "Of blocks: fast, normal or high")
        ->check(CLI::IsMember({"fast", "normal", "high"}))
        ->capture_default_str()
        ->type_name("LEVEL");
    texture->add_flag("--no-mips", options->no_mips, "The first level alone");
    CLI::Option* srgb =
        texture->add_flag("--srgb", options->srgb, "Samples are sRGB colours (the default)");
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
        "A cooked texture keeps its blocks where it is not asked for another format.\n\n"
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
