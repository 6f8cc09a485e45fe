#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "errors.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/project/project.h"
#include "import_copy.h"
#include "import_folder.h"
#include "ledger_text.h"
#include "picture_findings.h"
#include "source.h"
#include "verbs.h"

namespace galley::cli {
namespace {

struct Options {
    std::vector<std::string> files;
    ImportTarget target;
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

Result<std::vector<Copy>> plan_copies(const Source& source, const ImportTarget& target) {
    std::vector<Copy> out;
    const std::string common = common_directory(source.files);
    for (const FileRead& file : source.files) {
        std::string below = join_path("assets", target.to);
        below = join_path(below, file.path.substr(common.size()));
        TRY_ASSIGN(const VirtualPath checked, VirtualPath::parse(below));
        out.push_back({join_path(source.root, file.path), join_path(target.project, checked.text()),
                       checked.text()});
    }
    return out;
}

Result<void> import_file(const std::string& file, const ImportTarget& target, Session& session) {
    TRY_ASSIGN(const Source source, open_source(session.fs, file, {}));
    TRY_ASSIGN(const std::vector<Copy> copies, plan_copies(source, target));
    // Everything is checked before anything is written: half an import helps nobody.
    for (const Copy& copy : copies) TRY(copy_file(session.fs, copy, target.replace, false));
    for (const Copy& copy : copies) {
        TRY_ASSIGN(const Copied copied, copy_file(session.fs, copy, target.replace, true));
        tell(session.console, copied, copy);
    }
    const std::vector<BroughtPicture> pictures = pictures_of(source, file);
    const auto found = find_in_pictures(pictures, session);
    session.console.out(ledger_text(source.imported.ledger, "          "));
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const bool alone = pictures[i].shown == file;
        tell_findings(found[i], pictures[i],
                      alone ? "          " : fmt::format("          {}: ", pictures[i].shown),
                      session);
    }
    warn_of_absent(source, file, session);
    return {};
}

Result<void> import_one(const std::string& file, const ImportTarget& target, Session& session) {
    const auto stat = session.fs.stat(file);
    return stat && stat->type == FileType::directory ? import_folder(file, target, session)
                                                     : import_file(file, target, session);
}

void run_import(const Options& options, Session& session) {
    const auto stat = session.fs.stat(join_path(options.target.project, "project.json"));
    if (!stat) {
        session.fail({kNotAProject,
                      "no project.json stands here",
                      {.file = options.target.project},
                      fmt::format("'galley new {}' makes a project", options.target.project),
                      nullptr});
        return;
    }
    bool any = false;
    for (const std::string& file : options.files) {
        if (auto done = import_one(file, options.target, session); !done) {
            session.fail(done.error());
        } else {
            any = true;
        }
    }
    if (any) session.console.line(fmt::format("next: galley cook {}", options.target.project));
}

}  // namespace

void add_import(CLI::App& app, Session& session) {
    CLI::App* verb = app.add_subcommand(
        "import", "Copy sources, with the files they name, into a project's assets/");
    const auto options = std::make_shared<Options>();
    verb->add_option("FILE", options->files, "Models, pictures, materials, or folders of them")
        ->required();
    verb->add_option("--into", options->target.project, "The project")
        ->required()
        ->type_name("PROJECT");
    verb->add_option("--to", options->target.to, "Directory below assets/ to put them into")
        ->type_name("SUBDIR");
    verb->add_flag("--replace", options->target.replace, "Overwrite files that differ");
    verb->footer("A .gltf brings its buffers and images along; relative places stay as they are.\n"
                 "A folder comes as it lies; in it, sets of pictures that are one material's maps\n"
                 "(wood_diff, wood_nor_gl, wood_arm...) become a material, NAME.material.json.\n"
                 "The output says what of each file is converted, approximated or dropped.\n\n"
                 "Examples:\n"
                 "  galley import crate.glb --into my_game\n"
                 "  galley import car/car.gltf wheel.glb --into my_game --to vehicles\n"
                 "  galley import Leather01_1K-PNG --into my_game --to materials\n"
                 "  galley import crate.glb --into my_game --replace");
    verb->callback([options, &session] { run_import(*options, session); });
}

}  // namespace galley::cli
