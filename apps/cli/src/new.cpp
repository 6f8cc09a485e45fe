#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "galley/project/project.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::string directory;
    std::string name;
};

std::string default_name(const std::string& directory) {
    std::error_code ignored;
    const auto full = std::filesystem::absolute(directory, ignored).lexically_normal();
    const std::string name =
        full.has_filename() ? full.filename().string() : full.parent_path().filename().string();
    return name.empty() ? "project" : name;
}

void run_new(const Options& options, Session& session) {
    const std::string name = options.name.empty() ? default_name(options.directory) : options.name;
    if (auto made = create_project(session.fs, options.directory, name); !made) {
        session.fail(made.error());
        return;
    }
    session.console.line(fmt::format("created project '{}' in {}", name, options.directory));
    session.console.line(fmt::format("next: galley import FILE... --into {0}, then galley cook {0}",
                                     options.directory));
}

}  // namespace

void add_new(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand("new", "Create a project");
    const auto options = std::make_shared<Options>();
    verb->add_option("DIR", options->directory, "Directory to create, or an empty one")->required();
    verb->add_option("--name", options->name, "The project's name; by default the directory's");
    verb->footer("Examples:\n"
                 "  galley new my_game\n"
                 "  galley new games/rally --name \"Rally at Night\"");
    verb->callback([options, &session] { run_new(*options, session); });
}

}  // namespace galley::cli
