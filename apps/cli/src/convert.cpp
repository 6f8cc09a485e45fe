#include "galley/export/convert.h"

#include <memory>

#include <fmt/format.h>

#include "errors.h"
#include "galley/asset/cooked_file.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/core/sha256.h"
#include "galley/export/errors.h"
#include "galley/vda/seed_body.h"
#include "json_text.h"
#include "source.h"
#include "verbs.h"

namespace galley::cli {
namespace {

constexpr std::string_view kConverter = "galley-convert/1";

struct Options {
    std::string file;
    std::string output;
    std::string name;
    std::string texture;
    bool json = false;
};

struct Written {
    Bytes file;
    std::vector<Loss> losses;
};

std::string stem_of(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return std::string(name.substr(0, name.find('.')));
}

Result<Written> own_file(Kind kind, ByteSpan source, ByteSpan body, std::vector<Loss> losses) {
    Bytes keyed;
    const ByteSpan head = as_byte_span(kConverter);
    keyed.assign(head.begin(), head.end());
    keyed.push_back(std::byte{'\n'});
    keyed.insert(keyed.end(), source.begin(), source.end());
    TRY_ASSIGN(Bytes file, encode_cooked_file(kind, sha256(keyed), body));
    return Written{std::move(file), std::move(losses)};
}

Result<Written> to_own(const vda::SeedBody& body, ByteSpan source) {
    if (const auto* model = std::get_if<vda::Model>(&body)) {
        TRY_ASSIGN(auto mesh, from_seed(*model));
        TRY_ASSIGN(const Bytes bytes, encode_mesh(mesh.value));
        return own_file(Kind::mesh, source, bytes, std::move(mesh.losses));
    }
    if (const auto* seed = std::get_if<vda::Texture>(&body)) {
        TRY_ASSIGN(auto texture, from_seed(*seed));
        const std::vector<ByteSpan> levels(texture.value.levels.begin(),
                                           texture.value.levels.end());
        TRY_ASSIGN(const Bytes bytes, encode_texture(texture.value.info, levels));
        return own_file(Kind::texture, source, bytes, std::move(texture.losses));
    }
    if (const auto* seed = std::get_if<vda::Material>(&body)) {
        TRY_ASSIGN(auto material, from_seed(*seed));
        TRY_ASSIGN(const Bytes bytes, encode_material(material.value.material));
        for (const std::string& texture : material.value.textures) {
            material.losses.push_back({true, "texture's name", texture});
        }
        return own_file(Kind::material, source, bytes, std::move(material.losses));
    }
    return fail(kNotConvertible,
                fmt::format("{} has no kind of Galley's that it becomes", vda::chunk_of(body)), {},
                "models, textures and materials are converted");
}

template <class T>
Result<Written> seed_file(std::string_view kind, Converted<T> converted, const Options& options,
                          ByteSpan source) {
    vda::Meta meta;
    meta.compiler = kConverter;
    meta.kind = kind;
    meta.name = converted.value.name;
    meta.source = options.file.substr(options.file.rfind('/') + 1);
    meta.source_hash = sha256(source).to_hex();
    TRY_ASSIGN(const Bytes body, vda::encode_seed_body(std::move(converted.value)));
    auto file = vda::write_asset_file(meta, body);
    if (!file) {
        Error error = std::move(file).error();
        error.hint = "give another name with --name";
        return std::unexpected(std::move(error));
    }
    return Written{*std::move(file), std::move(converted.losses)};
}

Result<Written> to_seed_kind(const CookedFile& file, const Options& options, ByteSpan source) {
    const std::string name = options.name.empty() ? stem_of(options.output) : options.name;
    switch (file.kind) {
    case Kind::mesh: {
        TRY_ASSIGN(const MeshView mesh, view_mesh(file.body));
        TRY_ASSIGN(auto model, to_seed(mesh, name));
        return seed_file("model", std::move(model), options, source);
    }
    case Kind::texture: {
        TRY_ASSIGN(const TextureView view, view_texture(file.body));
        TRY_ASSIGN(auto texture, to_seed(view, name));
        return seed_file("texture", std::move(texture), options, source);
    }
    case Kind::material: {
        TRY_ASSIGN(const Material own, decode_material(file.body));
        const std::vector<std::string> textures(options.texture.empty() ? 0 : own.slots.size(),
                                                options.texture);
        auto material = to_seed(own, name, textures);
        if (!material) {
            return fail(kNotConvertible, material.error().message, {},
                        "give it with --texture: a cooked material holds no names");
        }
        return seed_file("material", *std::move(material), options, source);
    }
    case Kind::world:
    case Kind::tilemap: break;
    }
    return fail(kNotConvertible, "it is of one of Veduta's kinds already");
}

Result<Written> convert(const Options& options, Session& session) {
    TRY_ASSIGN(const Bytes source, session.fs.read(options.file));
    TRY_ASSIGN(const vda::AssetFile asset, vda::read_asset_file(source));
    if (vda::is_seed_body_type(asset.body.type)) {
        TRY_ASSIGN(const vda::SeedBody body, vda::decode_seed_body(asset));
        return to_own(body, source);
    }
    TRY_ASSIGN(const CookedFile cooked, open_cooked_file(source, false));
    return to_seed_kind(cooked, options, source);
}

void print_losses(const std::vector<Loss>& losses, bool json, Session& session) {
    Json items = Json::array();
    for (const Loss& loss : losses) {
        const std::string_view verdict = loss.dropped ? "dropped" : "approximated";
        if (json) {
            Json item = Json::object();
            item.set("verdict", verdict);
            item.set("what", loss.what);
            if (!loss.detail.empty()) item.set("detail", loss.detail);
            items.push_back(std::move(item));
        } else {
            session.console.line(fmt::format("  {:<12}  {}{}{}", verdict, loss.what,
                                             loss.detail.empty() ? "" : ": ", loss.detail));
        }
    }
    if (json) {
        Json out = Json::object();
        out.set("losses", std::move(items));
        session.console.out(write_json(out));
    }
}

Result<void> run_convert(const Options& options, Session& session) {
    TRY(refuse_own_source(options.file, options.output));
    TRY_ASSIGN(const Written written, convert(options, session));
    TRY(session.fs.make_directories(directory_of(options.output)));
    TRY(write_file_atomically(session.fs, options.output, written.file));
    if (!options.json) {
        session.console.line(
            fmt::format("{}: {}", options.output, bytes_text(written.file.size())));
    }
    print_losses(written.losses, options.json, session);
    return {};
}

}  // namespace

void add_convert(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand(
        "convert", "Turn a cooked mesh, texture or material into Veduta's kind, or back");
    const auto options = std::make_shared<Options>();
    verb->add_option("FILE", options->file, "A .vda file of either")->required();
    verb->add_option("-o,--output", options->output, "The .vda file to write")->required();
    verb->add_option("--name", options->name,
                     "Name of one of Veduta's assets; by default the output's stem");
    verb->add_option("--texture", options->texture,
                     "Name of a material's texture, which a cooked material does not hold");
    verb->add_flag("--json", options->json, "Print what was lost as JSON");
    verb->footer("Says what the other kind cannot hold. Tables: docs/formats/vda-convert.md.\n\n"
                 "Examples:\n"
                 "  galley convert crate.vda -o crate_mesh.vda\n"
                 "  galley convert my_game/cooked/store/3f/3f01.vda -o crate.vda --name crate");
    verb->callback([options, &session] {
        auto result = run_convert(*options, session);
        if (!result) session.fail(std::move(result).error().in_file(options->file));
    });
}

}  // namespace galley::cli
