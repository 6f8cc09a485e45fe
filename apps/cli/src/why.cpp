#include "galley/cook/why.h"

#include <memory>

#include <fmt/format.h>

#include "galley/cook/cooker.h"
#include "galley/project/project.h"
#include "json_text.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::string project;
    std::string asset;
    std::string out;
    CookOptions cook;
    bool json = false;
};

Json report_json(const WhyReport& report) {
    Json out = Json::object();
    out.set("name", report.name);
    out.set("kind", kind_info(report.kind).word);
    out.set("stale", report.stale);
    out.set("pending", json_of(report.pending));
    out.set("last", json_of(report.last));
    Json inputs = Json::array();
    for (const auto& [name, value] : report.inputs) {
        Json row = Json::object();
        row.set("input", name);
        row.set("value", value);
        inputs.push_back(std::move(row));
    }
    out.set("inputs", std::move(inputs));
    out.set("key", report.key.is_zero() ? Json() : Json(report.key.to_hex()));
    return out;
}

void print_changes(Console& console, std::string_view title, const std::vector<Change>& changes) {
    if (changes.empty()) return;
    console.line(fmt::format("  {}", title));
    for (const Change& change : changes) console.line(fmt::format("    {}", change_text(change)));
}

void print_report(Console& console, const WhyReport& report) {
    console.line(fmt::format("{} ({})", console.styled(Console::Style::bold, report.name),
                             kind_info(report.kind).word));
    console.line(report.stale ? "  stale: the next cook makes it again" : "  up to date");
    print_changes(console, "changed since it was cooked:", report.pending);
    print_changes(console, "it was cooked last because of:", report.last);
    if (!report.inputs.empty()) {
        console.line("  made from:");
        for (const auto& [name, value] : report.inputs) {
            console.line(fmt::format("    {}: {}", name, value));
        }
    }
    if (!report.key.is_zero()) console.line(fmt::format("  key: {}", report.key.to_hex()));
}

void run_why(const Options& options, Session& session) {
    Diagnostics diagnostics;
    const auto project = open_project(session.fs, options.project, options.out, diagnostics);
    if (!project) {
        session.fail(project.error(), options.json);
        return;
    }
    const auto reports = why(session.fs, *project, builtin_importers(), options.asset,
                             builtin_cookers(), options.cook);
    if (!reports) {
        session.fail(reports.error(), options.json);
        return;
    }
    if (options.json) {
        Json out = Json::array();
        for (const WhyReport& report : *reports) out.push_back(report_json(report));
        session.console.out(write_json(out));
        return;
    }
    for (const WhyReport& report : *reports) print_report(session.console, report);
}

}  // namespace

void add_why(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand(
        "why", "Say why an asset was cooked, and whether it would be cooked now");
    const auto options = std::make_shared<Options>();
    verb->add_option("PROJECT", options->project, "A project, or a bare folder of art")->required();
    verb->add_option("ASSET", options->asset,
                     "An asset's name, the end of one, or a source for all its assets")
        ->required();
    add_profile_option(*verb, options->cook.profile);
    add_out_option(*verb, options->out);
    add_json_flag(*verb, options->json);
    verb->footer("Examples:\n"
                 "  galley why my_game assets/rock.png\n"
                 "  galley why my_game crate.glb:mesh/Lid\n"
                 "  galley why my_game assets/crate.glb --json");
    verb->callback([options, &session] { run_why(*options, session); });
}

}  // namespace galley::cli
