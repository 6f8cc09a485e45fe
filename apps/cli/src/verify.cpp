#include <memory>
#include <vector>

#include <fmt/format.h>

#include "galley/cook/maintenance.h"
#include "json_text.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::vector<std::string> paths;
    bool json = false;
    bool quiet = false;
};

Json item_json(const VerifyItem& item) {
    Json out = Json::object();
    out.set("path", item.path);
    out.set("good", item.good);
    if (!item.detail.empty()) out.set("detail", item.detail);
    if (!item.good) out.set("error", json_of(item.error));
    return out;
}

void print_item(Session& session, const VerifyItem& item, bool quiet) {
    Console& console = session.console;
    if (item.good) {
        if (quiet) return;
        console.line(fmt::format("{}  {}{}{}", console.styled(Console::Style::green, "good"),
                                 item.path, item.detail.empty() ? "" : ": ", item.detail));
        return;
    }
    Error error = item.error;
    console.line(fmt::format("{}   {}", console.styled(Console::Style::red, "bad"),
                             std::move(error).in_file(item.path).to_string()));
}

void run_verify(const Options& options, Session& session) {
    Json items = Json::array();
    std::uint64_t good = 0;
    std::uint64_t bad = 0;
    for (const std::string& path : options.paths) {
        for (const VerifyItem& item : verify_path(session.fs, path)) {
            ++(item.good ? good : bad);
            if (options.json) {
                items.push_back(item_json(item));
            } else {
                print_item(session, item, options.quiet);
            }
        }
    }
    if (bad > 0) session.exit_code = 1;
    if (options.json) {
        Json out = Json::object();
        out.set("good", good);
        out.set("bad", bad);
        out.set("items", std::move(items));
        session.console.out(write_json(out));
    } else {
        session.console.line(fmt::format("verify: {} good, {} bad", good, bad));
    }
}

}  // namespace

void add_verify(CLI::App& app, Session& session) {
    CLI::App* verb =
        app.add_subcommand("verify", "Check cooked files, manifests and whole projects for damage");
    const auto options = std::make_shared<Options>();
    verb->add_option("PATH", options->paths, "Files, projects or directories of cooked files")
        ->required();
    add_json_flag(*verb, options->json);
    verb->add_flag("-q,--quiet", options->quiet, "Print only what is bad");
    verb->footer("One line a file; the exit code is 1 when anything is bad.\n\n"
                 "Examples:\n"
                 "  galley verify my_game\n"
                 "  galley verify my_game/cooked/desktop.manifest --json");
    verb->callback([options, &session] { run_verify(*options, session); });
}

}  // namespace galley::cli
