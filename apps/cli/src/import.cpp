#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "errors.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/core/virtual_path.h"
#include "galley/project/project.h"
#include "ledger_text.h"
#include "source.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::vector<std::string> files;
    std::string project;
    std::string to;
    bool replace = false;
};

struct Copy {
    std::string from;
    std::string to;
    std::string shown;  ///< below the project
};

/// The directory part, with its slash, that all paths share.
std::string common_directory(const std::vector<FileRead>& files) {
    std::string common = files.front().path;
    for (const FileRead& file : files) {
        std::size_t same = 0;
        while (same < common.size() && same < file.path.size() && common[same] == file.path[same]) {
            ++same;
        }
        common.resize(same);
    }
    const std::size_t slash = common.rfind('/');
    return slash == std::string::npos ? std::string() : common.substr(0, slash + 1);
}

Result<std::vector<Copy>> plan_copies(const Source& source, const Options& options) {
    std::vector<Copy> out;
    const std::string common = common_directory(source.files);
    for (const FileRead& file : source.files) {
        std::string below = join_path("assets", options.to);
        below = join_path(below, file.path.substr(common.size()));
        TRY_ASSIGN(const VirtualPath checked, VirtualPath::parse(below));
        out.push_back({join_path(source.root, file.path),
                       join_path(options.project, checked.text()), checked.text()});
    }
    return out;
}

enum class Copied : std::uint8_t { new_file, replaced, already_there };

/// Equal contents are left alone; other contents only go with `--replace`.
Result<Copied> copy_one(FileSystem& fs, const Copy& copy, bool replace, bool write) {
    TRY_ASSIGN(const Bytes bytes, fs.read(copy.from));
    const auto there = fs.read(copy.to);
    if (there && *there == bytes) return Copied::already_there;
    if (!there && there.error().code != kFileNotFound) return std::unexpected(there.error());
    if (there && !replace) {
        return fail(kImportCollision, fmt::format("{} holds something else", copy.shown),
                    {.file = copy.from},
                    "--replace overwrites it, --to SUBDIR puts the import elsewhere");
    }
    if (write) {
        TRY(fs.make_directories(directory_of(copy.to)));
        TRY(write_file_atomically(fs, copy.to, bytes));
    }
    return there ? Copied::replaced : Copied::new_file;
}

Result<void> import_one(const std::string& file, const Options& options, Session& session) {
    TRY_ASSIGN(const Source source, open_source(session.fs, file, {}));
    TRY_ASSIGN(const std::vector<Copy> copies, plan_copies(source, options));
    // Everything is checked before anything is written: half an import helps nobody.
    for (const Copy& copy : copies) TRY(copy_one(session.fs, copy, options.replace, false));
    for (const Copy& copy : copies) {
        TRY_ASSIGN(const Copied copied, copy_one(session.fs, copy, options.replace, true));
        const std::string_view word = copied == Copied::new_file   ? "copied  "
                                      : copied == Copied::replaced ? "replaced"
                                                                   : "same    ";
        session.console.line(fmt::format("{}  {}", word, copy.shown));
    }
    session.console.out(ledger_text(source.imported.ledger, "          "));
    for (const std::string& absent : source.absent) {
        session.console.report(Severity::warning, {kFileNotFound,
                                                   "a file that it names is missing: " + absent,
                                                   {.file = file},
                                                   {},
                                                   nullptr});
    }
    return {};
}

void run_import(const Options& options, Session& session) {
    const auto stat = session.fs.stat(join_path(options.project, "project.json"));
    if (!stat) {
        session.fail({kNotAProject,
                      "no project.json stands here",
                      {.file = options.project},
                      fmt::format("'galley new {}' makes a project", options.project),
                      nullptr});
        return;
    }
    bool any = false;
    for (const std::string& file : options.files) {
        if (auto done = import_one(file, options, session); !done) {
            session.fail(done.error());
        } else {
            any = true;
        }
    }
    if (any) session.console.line(fmt::format("next: galley cook {}", options.project));
}

}  // namespace

void add_import(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand(
        "import", "Copy source files, with the files they name, into a project's assets/");
    const auto options = std::make_shared<Options>();
    verb->add_option("FILE", options->files, "Models and pictures")->required();
    verb->add_option("--into", options->project, "The project")->required()->type_name("PROJECT");
    verb->add_option("--to", options->to, "Directory below assets/ to put them into")
        ->type_name("SUBDIR");
    verb->add_flag("--replace", options->replace, "Overwrite files that differ");
    verb->footer("A .gltf brings its buffers and images along; relative places stay as they are.\n"
                 "The output says what of each file is converted, approximated or dropped.\n\n"
                 "Examples:\n"
                 "  galley import crate.glb --into my_game\n"
                 "  galley import car/car.gltf wheel.glb --into my_game --to vehicles\n"
                 "  galley import crate.glb --into my_game --replace");
    verb->callback([options, &session] { run_import(*options, session); });
}

}  // namespace galley::cli
