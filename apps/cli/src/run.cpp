#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "errors.h"
#include "verbs.h"

namespace galley::cli {
namespace {

constexpr std::string_view kVersion = GALLEY_VERSION;
constexpr std::array<std::string_view, 11> kVerbs = {
    "new", "import", "cook", "why", "inspect", "view", "verify", "gc", "vda", "convert", "export"};

Error usage_error(const std::string& message, std::string_view verb) {
    const std::string help =
        verb.empty() ? "'galley --help' lists the verbs"
                     : fmt::format("'galley {} --help' shows how it is used, with examples", verb);
    return {kUsage, message, {}, help, nullptr};
}

Error unknown_verb(std::string_view word) {
    const std::string_view nearest = nearest_word(word, kVerbs);
    return {kUnknownVerb,
            fmt::format("there is no verb '{}'", word),
            {},
            nearest.empty() ? "'galley --help' lists the verbs"
                            : fmt::format("did you mean 'galley {}'?", nearest),
            nullptr};
}

bool is_verb(std::string_view word) {
    for (const std::string_view verb : kVerbs) {
        if (verb == word) return true;
    }
    return false;
}

void set_up(CLI::App& app, Session& session) {
    app.name("galley");
    app.description("galley: from art to cooked, inspectable, incremental content.");
    app.footer("Examples:\n"
               "  galley new my_game\n"
               "  galley import crate.glb --into my_game\n"
               "  galley cook my_game\n"
               "  galley view my_game/assets/crate.glb -o crate.png\n"
               "\n"
               "'galley VERB --help' explains a verb. Exit code: 0 success, 1 something in the\n"
               "project failed, 2 wrong usage. Error codes are explained in docs/errors/.");
    app.set_version_flag("--version", fmt::format("galley {}", kVersion));
    app.require_subcommand(0, 1);
    app.get_formatter()->column_width(30);
    add_new(app, session);
    add_import(app, session);
    add_cook(app, session);
    add_why(app, session);
    add_inspect(app, session);
    add_view(app, session);
    add_verify(app, session);
    add_gc(app, session);
    add_vda(app, session);
    add_convert(app, session);
    add_export(app, session);
}

int parse_and_run(CLI::App& app, Session& session, int argc, const char* const* argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (!first.empty() && first[0] != '-' && !is_verb(first)) {
        session.console.error(unknown_verb(first));
        return 2;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        session.console.out(is_verb(first) ? app.get_subcommand(std::string(first))->help("galley")
                                           : app.help());
        return 0;
    } catch (const CLI::CallForVersion& version) {
        session.console.line(version.what());
        return 0;
    } catch (const CLI::ParseError& error) {
        session.console.error(usage_error(error.what(), is_verb(first) ? first : ""));
        return 2;
    }
    if (app.get_subcommands().empty()) {
        session.console.error(usage_error("a verb is missing", ""));
        return 2;
    }
    return session.exit_code;
}

}  // namespace

CLI::Option* add_size_option(CLI::App& verb, const std::string& name, std::uint64_t& bytes,
                             const std::string& help) {
    return verb
        .add_option_function<std::string>(
            name,
            [&bytes, name](const std::string& text) {
                if (!parse_size(text, bytes)) {
                    throw CLI::ValidationError(name, "'" + text + "' is no size; write 512M or 2G");
                }
            },
            help)
        ->type_name("SIZE");
}

CLI::Option* add_json_flag(CLI::App& verb, bool& json) {
    return verb.add_flag("--json", json, "Print JSON (docs/formats/inspect-json.md)");
}

CLI::Option* add_out_option(CLI::App& verb, std::string& out) {
    return verb
        .add_option("--out", out,
                    "Directory of the cooked files of a folder of art without project.json")
        ->type_name("DIR");
}

CLI::Option* add_jobs_option(CLI::App& verb, unsigned& jobs) {
    constexpr unsigned kMostJobs = 1024;
    return verb.add_option("-j,--jobs", jobs, "Threads, at most 1024; by default all")
        ->check([](const std::string& text) {
            const bool good = !text.empty() && text.size() <= 4 &&
                              text.find_first_not_of("0123456789") == std::string::npos &&
                              std::stoul(text) <= kMostJobs;
            return good ? std::string() : "'" + text + "' is no number of threads up to 1024";
        })
        ->type_name("N");
}

CLI::Option* add_profile_option(CLI::App& verb, std::string& profile) {
    return verb.add_option("--profile", profile, "Target profile")
        ->check([](const std::string& name) {
            const bool good = !name.empty() && name.size() <= 64 && name[0] != '.' &&
                              std::all_of(name.begin(), name.end(), [](char c) {
                                  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                         (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
                              });
            return good ? std::string()
                        : "'" + name + "' is no profile's name; letters, digits, - _ . are";
        })
        ->type_name("NAME")
        ->capture_default_str();
}

ImporterRegistry builtin_importers() {
    ImporterRegistry registry;
    register_builtin_importers(registry);
    return registry;
}

int run(int argc, const char* const* argv) {
    Console console;
    Session session{console, real_file_system()};
    CLI::App app;
    set_up(app, session);
    const int code = parse_and_run(app, session, argc, argv);
    return console.flush() ? code : (code == 0 ? 1 : code);
}

}  // namespace galley::cli
