#include <memory>

#include <fmt/format.h>

#include "galley/cook/maintenance.h"
#include "galley/core/json.h"
#include "galley/project/project.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::string project;
    std::string out;
    std::uint64_t budget = 0;
    bool dry_run = false;
    bool json = false;
};

void run_gc(const Options& options, Session& session) {
    Diagnostics diagnostics;
    const auto project = open_project(session.fs, options.project, options.out, diagnostics);
    if (!project) {
        session.fail(project.error(), options.json);
        return;
    }
    const auto report = collect_garbage(session.fs, *project, options.budget, options.dry_run);
    if (!report) {
        session.fail(report.error(), options.json);
        return;
    }
    if (options.json) {
        Json out = Json::object();
        out.set("dry_run", options.dry_run);
        out.set("kept_files", report->kept_files);
        out.set("kept_bytes", report->kept_bytes);
        out.set("removed_files", report->removed_files);
        out.set("removed_bytes", report->removed_bytes);
        session.console.out(write_json(out));
        return;
    }
    session.console.line(fmt::format("gc: {} {} files ({}), kept {} ({})",
                                     options.dry_run ? "would remove" : "removed",
                                     report->removed_files, bytes_text(report->removed_bytes),
                                     report->kept_files, bytes_text(report->kept_bytes)));
}

}  // namespace

void add_gc(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand(
        "gc", "Remove cooked files that nothing names any more, least recently used first");
    const auto options = std::make_shared<Options>();
    verb->add_option("PROJECT", options->project, "A project, or a bare folder of art")->required();
    add_size_option(*verb, "--budget", options->budget,
                    "What unnamed files may go on taking; by default nothing");
    verb->add_flag("-n,--dry-run", options->dry_run, "Say what would be removed, remove nothing");
    add_out_option(*verb, options->out);
    add_json_flag(*verb, options->json);
    verb->footer("Files of other branches are kept within the budget, so that switching back\n"
                 "cooks nothing.\n\n"
                 "Examples:\n"
                 "  galley gc my_game --budget 2G\n"
                 "  galley gc my_game --dry-run");
    verb->callback([options, &session] { run_gc(*options, session); });
}

}  // namespace galley::cli
