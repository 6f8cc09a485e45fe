#include "inspect.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "cooked_asset.h"
#include "errors.h"
#include "galley/asset/cooked_file.h"
#include "galley/asset/texture.h"
#include "galley/base/try.h"
#include "galley/import/gltf.h"
#include "galley/import/image_file.h"
#include "galley/preview/texture_quality.h"
#include "galley/vda/container.h"
#include "json_text.h"
#include "ledger_text.h"
#include "picture_findings.h"
#include "source.h"
#include "source_picture.h"
#include "verbs.h"

namespace galley::cli {
namespace {

/// Larger files are no source that Galley reads whole.
constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30;

struct Options {
    std::vector<std::string> files;
    std::string out;
    std::uint64_t max_decoded = DecodeLimits{}.max_decoded;
    bool json = false;
    bool cooked = false;
    std::string against;
};

void set_all(Json& to, const Json& from) {
    for (const auto& [key, value] : *from.if_object()) to.set(key, value);
}

std::uint64_t total_size(const Source& source) {
    std::uint64_t total = 0;
    for (const FileRead& file : source.files) total += file.stat.size;
    return total;
}

/// A model that cannot be imported still says what it holds, where its JSON can be read.
void add_counts(FileSystem& fs, const std::string& file, Json& entry) {
    const std::string extension = extension_of(file);
    if (extension != "gltf" && extension != "glb") return;
    SourceFiles files(fs, directory_of(file), kMostBytes);
    const auto path = VirtualPath::parse(file.substr(file.rfind('/') + 1));
    if (!path) return;
    if (const auto counts = read_gltf_counts(files, *path)) {
        entry.set("counts", counts_json(*counts));
    }
}

struct Typed {
    std::string_view type;
    Inspection inspection;
};
Typed inspect_content(const Model& model) { return {"model", inspect_model(model)}; }
Typed inspect_content(const ImportedImage& image) { return {"image", inspect_image(image.info)}; }
Typed inspect_content(const ImportedMap& map) {
    return {kind_info(map.kind).word, inspect_map(map)};
}

/// What the header says is told already; this is what its pixels say.
void add_findings(const std::string& file, PictureFindings found, Inspection& out) {
    out.json.set("ledger", json_of(found.ledger));
    out.text += ledger_text(found.ledger, "  ");
    if (found.warning) out.warnings.push_back(std::move(*found.warning).in_file(file));
    if (!found.error) return;
    out.pixels_error = std::move(*found.error).in_file(file);
    out.json.set("error", json_of(*out.pixels_error));
}

Result<Inspection> inspect_source(FileSystem& fs, const std::string& file,
                                  const ImportLimits& limits) {
    TRY_ASSIGN(const Source source, open_source(fs, file, limits));
    const Typed typed = std::visit([](const auto& content) { return inspect_content(content); },
                                   source.imported.content);
    const Inspection& what = typed.inspection;
    Inspection out;
    out.json.set("type", typed.type);
    out.json.set("importer", source.importer);
    out.json.set("bytes", total_size(source));
    Json files = Json::array();
    for (const FileRead& read : source.files) files.push_back(read.path);
    out.json.set("files", std::move(files));
    Json missing = Json::array();
    for (const std::string& absent : source.absent) missing.push_back(absent);
    out.json.set("missing_files", std::move(missing));
    set_all(out.json, what.json);
    out.text = what.text;
    if (source.files.size() > 1) {
        out.text +=
            fmt::format("  files: {} ({})\n", source.files.size(), bytes_text(total_size(source)));
    }
    for (const std::string& absent : source.absent) out.text += "  missing: " + absent + "\n";
    if (const auto* picture = std::get_if<ImportedImage>(&source.imported.content)) {
        add_findings(file, findings_of(picture->encoded, extension_of(file), limits.decode), out);
    } else {
        out.json.set("ledger", json_of(source.imported.ledger));
        out.text += ledger_text(source.imported.ledger, "  ");
    }
    return out;
}

/// A picture whose name says nothing useful is still a picture.
Result<Inspection> inspect_by_content(const std::string& file, ByteSpan bytes,
                                      const DecodeLimits& limits) {
    auto info = probe_image(bytes, extension_of(file));
    if (!info) {
        TRY(refuse_unread(file));
        return fail(kNotRead, "this is no file that galley reads or writes", {.file = file},
                    "models: .gltf .glb; pictures: .png .jpg .tga .bmp .hdr .dds .ktx2 .webp .exr; "
                    "maps: .world.json "
                    ".tilemap.json; cooked: .vda, .manifest; a project's directory");
    }
    Inspection out = inspect_image(*info);
    Inspection typed;
    typed.json.set("type", "image");
    typed.json.set("bytes", std::uint64_t{bytes.size()});
    set_all(typed.json, out.json);
    typed.text = out.text;
    add_findings(file, findings_of(bytes, extension_of(file), limits), typed);
    return typed;
}

/// PSNR and SSIM of each level of a cooked texture against its source.
Result<Inspection> measure(FileSystem& fs, const std::string& cooked, const std::string& against) {
    if (extension_of(cooked) != "vda") {
        return fail(kNotRead, "only cooked textures are measured", {},
                    "--cooked finds what a source in a project was cooked to");
    }
    TRY_ASSIGN(const Bytes bytes, fs.read(cooked, kMostBytes));
    TRY_ASSIGN(const CookedFile file, open_cooked_file(bytes));
    TRY_ASSIGN(const TextureView texture, view_texture(file.body));
    auto source = decode_source_picture(fs, against);
    if (!source) return std::unexpected(std::move(source).error().in_file(against));
    JobPool pool(hardware_threads());
    TRY_ASSIGN(const auto quality,
               preview::measure_texture(
                   texture, source->image,
                   static_cast<texel::MipFilter>(source->settings.mipmap_filter), pool));
    Inspection out;
    if (source->ledger.partial())
        out.warnings.push_back(damage_of(source->ledger).in_file(against));
    Json levels = Json::array();
    for (const preview::LevelQuality& level : quality) {
        const bool equal = std::isinf(level.psnr_db);
        Json row = Json::object();
        row.set("width", level.width);
        row.set("height", level.height);
        row.set("psnr_db", equal ? Json() : Json(level.psnr_db));
        row.set("ssim", level.ssim);
        levels.push_back(std::move(row));
        out.text +=
            fmt::format("  {:>5} x {:<5} PSNR {:>6}  SSIM {:.4f}\n", level.width, level.height,
                        equal ? "equal" : fmt::format("{:.2f}", level.psnr_db), level.ssim);
    }
    out.json.set("quality", std::move(levels));
    return out;
}

Result<Inspection> inspect_file(FileSystem& fs, const std::string& file, const Options& options) {
    TRY_ASSIGN(const FileStat stat, fs.stat(file));
    if (stat.type == FileType::directory) return inspect_project(fs, file, options.out);
    const std::string extension = extension_of(file);
    ImportLimits limits;
    limits.decode.max_decoded = options.max_decoded;
    if (builtin_importers().find_for(file) != nullptr) {
        return inspect_source(fs, file, limits);
    }
    TRY_ASSIGN(const Bytes bytes, fs.read(file, kMostBytes));
    Result<Inspection> out;
    if (as_text(bytes).starts_with(vda::kMagic) || extension == "vda") {
        out = inspect_container(bytes);
    } else if (extension == "manifest") {
        out = inspect_manifest(bytes);
    } else {
        out = inspect_by_content(file, bytes, limits.decode);
    }
    if (!out) return std::unexpected(std::move(out.error()).in_file(file));
    return out;
}

Result<Inspection> inspect_one(FileSystem& fs, const std::string& named, const Options& options) {
    std::string file = named;
    if (options.cooked) {
        TRY_ASSIGN(file, cooked_asset_of(fs, named, options.out));
    }
    TRY_ASSIGN(Inspection out, inspect_file(fs, file, options));
    if (options.cooked) {
        out.json.set("cooked", file);
        out.text = "  cooked: " + file + "\n" + out.text;
    }
    if (!options.against.empty()) {
        auto measured = measure(fs, file, options.against);
        if (!measured) return std::unexpected(std::move(measured).error().in_file(file));
        set_all(out.json, measured->json);
        out.text += measured->text;
        std::ranges::move(measured->warnings, std::back_inserter(out.warnings));
    }
    return out;
}

void tell_troubles(const Inspection& inspection, Session& session) {
    for (const Error& warning : inspection.warnings) {
        session.console.report(Severity::warning, warning);
    }
    if (inspection.pixels_error) session.fail(*inspection.pixels_error);
}

void run_inspect(const Options& options, Session& session) {
    Json all = Json::array();
    for (const std::string& file : options.files) {
        auto inspection = inspect_one(session.fs, file, options);
        Json entry = Json::object();
        entry.set("path", file);
        if (!inspection) {
            session.fail(inspection.error());
            entry.set("type", "error");
            entry.set("error", json_of(inspection.error()));
            add_counts(session.fs, file, entry);
        } else if (options.json) {
            set_all(entry, inspection->json);
        } else {
            session.console.line(session.console.styled(Console::Style::bold, file));
            session.console.out(inspection->text);
        }
        if (inspection) tell_troubles(*inspection, session);
        all.push_back(std::move(entry));
    }
    if (!options.json) return;
    session.console.out(write_json(options.files.size() == 1 ? all.if_array()->front() : all));
}

}  // namespace

void add_inspect(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand(
        "inspect", "Say what a source, a cooked file, a manifest or a project holds");
    const auto options = std::make_shared<Options>();
    verb->add_option("FILE", options->files, "Files or project directories")->required();
    add_size_option(*verb, "--max-decoded", options->max_decoded,
                    "Largest decoded size of one picture; by default 2G");
    verb->add_flag("--cooked", options->cooked,
                   "Inspect what FILE, a source in a project, was cooked to");
    verb->add_option("--against", options->against,
                     "Measure a cooked texture against this picture: PSNR and SSIM of each level")
        ->type_name("PICTURE");
    add_out_option(*verb, options->out);
    add_json_flag(*verb, options->json);
    verb->footer("Models: counts as the file states them, parts, and what an import would keep,\n"
                 "convert, approximate or drop. With --json one file gives an object, several an\n"
                 "array.\n\n"
                 "Examples:\n"
                 "  galley inspect crate.glb\n"
                 "  galley inspect rock.png my_game/cooked/store/3f/3f*.vda\n"
                 "  galley inspect --json crate.glb\n"
                 "  galley inspect my_game/assets/rock.png --cooked --against "
                 "my_game/assets/rock.png\n"
                 "  galley inspect my_game");
    verb->callback([options, &session] { run_inspect(*options, session); });
}

}  // namespace galley::cli
