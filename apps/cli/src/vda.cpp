#include <memory>
#include <vector>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/export/vda_check.h"
#include "galley/vda/container.h"
#include "galley/vda/seed_body.h"
#include "galley/vda_json/dump.h"
#include "json_text.h"
#include "source.h"
#include "verbs.h"

namespace galley::cli {
namespace {

constexpr const char* kJsonHelp = "Print JSON (docs/formats/vda-json.md)";

struct Options {
    std::vector<std::string> files;
    std::string output;
    bool json = false;
};

const std::string& only_file(const Options& options) { return options.files.front(); }

/// Runs a part of the verb that ends with an error or without.
template <class Run>
void run_one(const Options& options, Session& session, const Run& run) {
    auto result = run();
    if (!result) session.fail(std::move(result).error().in_file(only_file(options)));
}

Result<void> write_output(const Options& options, ByteSpan bytes, Session& session) {
    TRY(refuse_own_source(only_file(options), options.output));
    TRY(session.fs.make_directories(directory_of(options.output)));
    return write_file_atomically(session.fs, options.output, bytes);
}

Result<void> dump(const Options& options, Session& session) {
    TRY_ASSIGN(const Bytes file, session.fs.read(only_file(options)));
    TRY_ASSIGN(const Json json, dump_vda(file));
    const std::string text = write_json(json);
    if (!options.output.empty()) return write_output(options, as_byte_span(text), session);
    session.console.out(text);
    return {};
}

Result<void> encode(const Options& options, Session& session) {
    TRY_ASSIGN(const Bytes text, session.fs.read(only_file(options)));
    TRY_ASSIGN(const JsonDocument dump, parse_json(as_text(text), only_file(options)));
    TRY_ASSIGN(const Bytes file, encode_vda_dump(dump));
    return write_output(options, file, session);
}

Result<std::string> check_file(const std::string& path, Session& session) {
    TRY_ASSIGN(const Bytes file, session.fs.read(path));
    return check_vda(file);
}

/// `MS2, chunk MESH, byte 356, field indices/0: 7 is not below the 4 vertices`
std::string refusal_text(const Error& error) {
    const std::string_view rule = vda::rule_of(error);
    std::string_view message = error.message;
    if (!rule.empty()) {  // which stands before or behind the message
        const std::string before = fmt::format("{}: ", rule);
        const std::string behind = fmt::format(" ({})", rule);
        if (message.starts_with(before)) message.remove_prefix(before.size());
        if (message.ends_with(behind)) message.remove_suffix(behind.size());
    }
    Place place = error.place;
    place.file.clear();
    std::string text(rule.empty() ? error.code.id : rule);
    if (!place.empty()) text += ", " + place.to_string();
    return fmt::format("{}: {}", text, message);
}

void verify(const Options& options, Session& session) {
    using Style = Console::Style;
    Json items = Json::array();
    std::uint64_t bad = 0;
    for (const std::string& path : options.files) {
        const auto checked = check_file(path, session);
        if (!checked) ++bad;
        if (options.json) {
            Json item = Json::object();
            item.set("path", path);
            item.set("good", checked.has_value());
            if (checked) {
                item.set("detail", *checked);
            } else {
                item.set("rule", vda::rule_of(checked.error()));
                item.set("error", json_of(checked.error()));
            }
            items.push_back(std::move(item));
        } else if (checked) {
            session.console.line(fmt::format(
                "{}  {}: {}", session.console.styled(Style::green, "good"), path, *checked));
        } else {
            session.console.line(fmt::format("{}   {}: {}",
                                             session.console.styled(Style::red, "bad"), path,
                                             refusal_text(checked.error())));
        }
    }
    if (bad > 0) session.exit_code = 1;
    if (!options.json) return;
    Json out = Json::object();
    out.set("good", options.files.size() - bad);
    out.set("bad", bad);
    out.set("items", std::move(items));
    session.console.out(write_json(out));
}

Result<void> list(const Options& options, Session& session) {
    TRY_ASSIGN(const Bytes file, session.fs.read(only_file(options)));
    TRY_ASSIGN(const auto chunks, vda::read_container(file, false));
    Json items = Json::array();
    if (!options.json) session.console.line("type      offset     payload  crc");
    for (const vda::ChunkView& chunk : chunks) {
        const bool good = vda::chunk_crc(chunk.type, chunk.payload) == chunk.crc;
        if (!good) session.exit_code = 1;
        if (options.json) {
            Json item = Json::object();
            item.set("type", chunk.type);
            item.set("offset", chunk.offset);
            item.set("payload_bytes", std::uint64_t{chunk.payload.size()});
            item.set("crc", fmt::format("{:08x}", chunk.crc));
            item.set("crc_good", good);
            items.push_back(std::move(item));
        } else {
            session.console.line(fmt::format("{}  {:>10}  {:>10}  {:08x}{}", chunk.type,
                                             chunk.offset, chunk.payload.size(), chunk.crc,
                                             good ? "" : "  does not match"));
        }
    }
    if (options.json) {
        Json out = Json::object();
        out.set("chunks", std::move(items));
        session.console.out(write_json(out));
    }
    return {};
}

CLI::App* add_part(CLI::App& verb, const std::string& name, const std::string& what,
                   const std::string& examples, const std::shared_ptr<Options>& options) {
    CLI::App* part = verb.add_subcommand(name, what);
    part->footer("Examples:\n" + examples);
    part->add_option("FILE", options->files, "The file")->required()->expected(1);
    return part;
}

void add_dump(CLI::App& verb, const std::shared_ptr<Options>& options, Session& session) {
    CLI::App* part = add_part(verb, "dump", "Print a file with every field as JSON",
                              "  galley vda dump crate.vda\n"
                              "  galley vda dump crate.vda -o crate.json",
                              options);
    part->add_option("-o,--output", options->output, "The file to write instead")
        ->type_name("JSON");
    part->callback([options, &session] {
        run_one(*options, session, [&] { return dump(*options, session); });
    });
}

void add_encode(CLI::App& verb, const std::shared_ptr<Options>& options, Session& session) {
    CLI::App* part = add_part(verb, "encode", "Write the file that a dump is of",
                              "  galley vda encode crate.json -o crate.vda", options);
    part->add_option("-o,--output", options->output, "The file to write")
        ->type_name("VDA")
        ->required();
    part->callback([options, &session] {
        run_one(*options, session, [&] { return encode(*options, session); });
    });
}

void add_verify_part(CLI::App& verb, const std::shared_ptr<Options>& options, Session& session) {
    CLI::App* part = verb.add_subcommand("verify", "Check files by every rule, one line a file");
    part->footer("The exit code is 1 when any is refused.\n\n"
                 "Examples:\n"
                 "  galley vda verify crate.vda\n"
                 "  galley vda verify --json assets/.cooked/models/*.vda");
    part->add_option("FILE", options->files, "Files")->required();
    part->add_flag("--json", options->json, kJsonHelp);
    part->callback([options, &session] { verify(*options, session); });
}

void add_list(CLI::App& verb, const std::shared_ptr<Options>& options, Session& session) {
    CLI::App* part = add_part(verb, "list", "List a file's chunks, and check their CRCs",
                              "  galley vda list crate.vda\n"
                              "  galley vda list --json crate.vda",
                              options);
    part->add_flag("--json", options->json, kJsonHelp);
    part->callback([options, &session] {
        run_one(*options, session, [&] { return list(*options, session); });
    });
}

}  // namespace

void add_vda(CLI::App& app, Session& session) {
    CLI::App* verb =
        app.add_subcommand("vda", "Look into a .vda file, and write one from its JSON");
    verb->require_subcommand(1);
    const auto options = std::make_shared<Options>();
    add_dump(*verb, options, session);
    add_encode(*verb, options, session);
    add_verify_part(*verb, options, session);
    add_list(*verb, options, session);
    verb->footer(
        "The JSON is described in docs/formats/vda-json.md, the rules that verify names in\n"
        "docs/formats/vda.md and vda-bodies.md. 'galley vda PART --help' explains a part.\n\n"
        "Examples:\n"
        "  galley vda dump crate.vda -o crate.json\n"
        "  galley vda encode crate.json -o crate.vda\n"
        "  galley vda verify assets/.cooked/models/crate.vda\n"
        "  galley vda list crate.vda");
}

}  // namespace galley::cli
