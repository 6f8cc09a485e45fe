#include "galley/cook/cook.h"

#include <memory>

#include <fmt/format.h>

#include "cook_printer.h"
#include "galley/project/project.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::string project;
    std::string out;
    CookOptions cook;
    CookPrinter::Options print;
};

void run_cook(Options& options, Session& session) {
    Diagnostics diagnostics;
    const auto project = open_project(session.fs, options.project, options.out, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.take()) session.console.report(diagnostic);
    if (!project) {
        session.fail(project.error(), options.print.json);
        return;
    }
    options.print.dry_run = options.cook.dry_run;
    CookPrinter printer(session.console, options.print);
    const auto report = cook(session.fs, *project, builtin_importers(), options.cook, printer);
    session.console.clear_progress();
    if (!report) {
        session.fail(report.error(), options.print.json);
        return;
    }
    printer.finish(*report, project->cooked);
    if (!report->ok()) session.exit_code = 1;
}

}  // namespace

void add_cook(CLI::App& app, Session& session) {
    CLI::App* verb =
        app.add_subcommand("cook", "Bring a project's cooked files up to date with its sources");
    const auto options = std::make_shared<Options>();
    verb->add_option("PROJECT", options->project, "A project, or a bare folder of art")->required();
    add_jobs_option(*verb, options->cook.jobs);
    add_size_option(*verb, "--memory", options->cook.memory,
                    "What jobs may hold together; by default half the machine");
    add_size_option(*verb, "--max-decoded", options->cook.max_decoded,
                    "Largest decoded size of one picture; by default 2G");
    add_profile_option(*verb, options->cook.profile);
    add_out_option(*verb, options->out);
    verb->add_flag("--force", options->cook.force, "Import and cook everything again");
    verb->add_flag("-n,--dry-run", options->cook.dry_run, "Say what would be done, write nothing");
    verb->add_flag("--frozen", options->cook.frozen,
                   "Write no recipe, and fail where one is missing (for CI)");
    verb->add_flag("--strict", options->cook.strict,
                   "Fail sources of which something is approximated or dropped");
    verb->add_flag("--explain", options->print.explain, "Say why each asset is cooked");
    add_json_flag(*verb, options->print.json);
    verb->add_flag("-q,--quiet", options->print.quiet, "Print errors alone");
    verb->footer("Cooking the same inputs gives the same bytes, and cooks nothing twice. A source\n"
                 "that fails does not stop the others; the exit code is 1.\n\n"
                 "Examples:\n"
                 "  galley cook my_game\n"
                 "  galley cook my_game --explain --dry-run\n"
                 "  galley cook my_game --frozen --strict --json > cook.json\n"
                 "  galley cook ~/art --out build/art --jobs 4 --memory 2G");
    verb->callback([options, &session] { run_cook(*options, session); });
}

}  // namespace galley::cli
