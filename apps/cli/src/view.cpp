#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "cooked_asset.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/export/png.h"
#include "picture.h"
#include "source.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::string file;
    std::string output;
    std::string up = "y";
    std::string channel = "all";
    bool cooked = false;
    std::string out;  ///< of the cook
    unsigned jobs = 0;
    PictureOptions picture;
};

bool parse_number(std::string_view text, std::uint32_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

void parse_picture_size(const std::string& text, PictureOptions& options) {
    const std::size_t x = text.find('x');
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    const bool good = x != std::string::npos && parse_number(text.substr(0, x), width) &&
                      parse_number(text.substr(x + 1), height) && width >= 1 && width <= 8192 &&
                      height >= 1 && height <= 8192;
    if (!good) {
        throw CLI::ValidationError("--size", "'" + text + "' is no size; write 1024x768");
    }
    options.width = width;
    options.height = height;
}

void parse_background(const std::string& text, preview::Background& background) {
    using Kind = preview::Background::Kind;
    if (text == "studio" || text == "transparent") {
        background.kind = text == "studio" ? Kind::studio : Kind::transparent;
        return;
    }
    std::uint32_t rgb = 0;
    const char* end = text.data() + text.size();
    if (text.size() == 7 && text[0] == '#' &&
        std::from_chars(text.data() + 1, end, rgb, 16).ptr == end) {
        background.kind = Kind::color;
        for (unsigned i = 0; i < 3; ++i) {
            background.rgb[i] = static_cast<std::uint8_t>(rgb >> (16 - 8 * i));
        }
        return;
    }
    throw CLI::ValidationError("--background",
                               "'" + text + "' is none; write studio, transparent or #rrggbb");
}

/// CLI::Range lets through what is no number.
CLI::Validator in_range(double least, double most) {
    return {[=](const std::string& text) {
                double value = 0;
                const char* end = text.data() + text.size();
                const auto [stop, error] = std::from_chars(text.data(), end, value);
                const bool good =
                    error == std::errc() && stop == end && value >= least && value <= most;
                return good ? std::string()
                            : fmt::format("'{}' is no number from {} to {}", text, least, most);
            },
            fmt::format("FLOAT in [{} - {}]", least, most)};
}

/// Each once: a picture is decoded for every use, and for each side of a comparison.
void tell(std::vector<Diagnostic> diagnostics, const std::string& file, Session& session) {
    std::set<std::string> told;
    for (Diagnostic& one : diagnostics) {
        if (one.error.place.file.empty()) one.error.place.file = file;
        if (told.insert(one.error.to_string()).second) session.console.report(one);
    }
}

Result<void> view(const Options& options, Session& session) {
    JobPool pool(options.jobs == 0 ? hardware_threads() : options.jobs);
    Diagnostics diagnostics;
    std::string file = options.file;
    if (options.cooked) {
        TRY_ASSIGN(file, cooked_asset_of(session.fs, options.file, options.out));
    }
    for (const std::string& read : {options.file, file, options.picture.against})
        TRY(refuse_own_source(split_part(session.fs, read).file, options.output));
    const auto& make = options.picture.against.empty() ? make_picture : make_comparison;
    auto picture = make(session.fs, file, options.picture, pool, diagnostics);
    tell(diagnostics.take(), file, session);
    if (!picture) return std::unexpected(std::move(picture).error());
    TRY_ASSIGN(const Bytes png, write_png(*picture));
    TRY(session.fs.make_directories(directory_of(options.output)));
    TRY(write_file_atomically(session.fs, options.output, png));
    session.console.line(
        fmt::format("{}: {} x {}", options.output, picture->width, picture->height));
    return {};
}

void run_view(const Options& options, Session& session) {
    if (auto done = view(options, session); !done) session.fail(done.error());
}

}  // namespace

void add_view(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand(
        "view", "Draw a texture, a mesh, a material, a model, a tile map or a world as a PNG file");
    const auto options = std::make_shared<Options>();
    PictureOptions& picture = options->picture;
    verb->add_option("FILE", options->file,
                     "A model, a picture, a map's source or a cooked file; FILE:mesh/NAME, "
                     "FILE:material/NAME and "
                     "FILE:texture/NAME are parts of a model")
        ->required();
    verb->add_option("-o,--output", options->output, "The PNG file to write")
        ->required()
        ->type_name("PNG");
    verb->add_option_function<std::string>(
            "--size", [&picture](const std::string& text) { parse_picture_size(text, picture); },
            "Size of the picture; by default 1024x1024 for what is lit, what suits a texture or "
            "map otherwise")
        ->type_name("WxH");
    verb->add_option("--level", picture.level, "Level of a cooked texture or mesh")->type_name("N");
    verb->add_option("--exposure", picture.exposure, "Stops brighter (or darker, below 0)")
        ->check(in_range(-20, 20))
        ->type_name("STOPS");
    verb->add_option("--azimuth", picture.azimuth, "Degrees around the up axis")
        ->capture_default_str()
        ->check(in_range(-3600, 3600))
        ->type_name("DEG");
    verb->add_option("--elevation", picture.elevation, "Degrees above the horizon")
        ->capture_default_str()
        ->check(in_range(-89, 89))
        ->type_name("DEG");
    verb->add_option("--up", options->up, "Axis of the source that points up")
        ->check(CLI::IsMember({"y", "z"}))
        ->capture_default_str()
        ->type_name("AXIS");
    verb->add_option_function<std::string>(
            "--background",
            [&picture](const std::string& text) { parse_background(text, picture.background); },
            "studio (the default), transparent, or #rrggbb; for what is lit")
        ->type_name("COLOR");
    verb->add_option("--channel", options->channel, "One channel of a texture, as grey")
        ->check(CLI::IsMember({"all", "r", "g", "b", "a"}))
        ->capture_default_str();
    verb->add_flag("--cooked", options->cooked,
                   "Draw what FILE, a source in a project, was cooked to");
    verb->add_option("--out", options->out, "The directory that 'cook --out' was given")
        ->needs("--cooked")
        ->type_name("DIR");
    verb->add_option("--against", picture.against,
                     "Draw this file too (the source, for a cooked texture), and the difference")
        ->type_name("FILE");
    verb->add_option("--amplify", picture.amplify, "How often the difference is multiplied")
        ->capture_default_str()
        ->check(in_range(1, 255))
        ->needs("--against")
        ->type_name("N");
    add_jobs_option(*verb, options->jobs);
    verb->footer(
        "Needs no display and no GPU, and gives the same bytes for any number of threads.\n\n"
        "Examples:\n"
        "  galley view crate.glb -o crate.png\n"
        "  galley view crate.glb:material/Wood -o wood.png --size 512x512\n"
        "  galley view rock.hdr -o rock.png --exposure -1\n"
        "  galley view village.tilemap.json -o village.png\n"
        "  galley view my_game/cooked/store/3f/3f42...vda -o mip3.png --level 3\n"
        "  galley view my_game/assets/rock.png --cooked --against my_game/assets/rock.png -o "
        "d.png\n"
        "  galley view leaf.png --channel a -o mask.png");
    verb->callback([options, &session] {
        if (extension_of(options->output) != "png") {
            throw CLI::ValidationError("--output", "a PNG file is written; end the name in .png");
        }
        options->picture.z_up = options->up == "z";
        constexpr std::string_view kChannels = "rgba";
        options->picture.channel =
            options->channel == "all"
                ? preview::ShownChannel::all
                : static_cast<preview::ShownChannel>(kChannels.find(options->channel) + 1);
        run_view(*options, session);
    });
}

}  // namespace galley::cli
