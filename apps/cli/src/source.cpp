#include "source.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "errors.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/import/errors.h"
#include "galley/project/asset_name.h"
#include "galley/project/project.h"
#include "verbs.h"

namespace galley::cli {
namespace {

/// What is looked through for references that climb.
constexpr std::uint64_t kMostText = std::uint64_t{256} << 20;

std::string absolute(std::string_view path) {
    std::error_code ignored;
    const auto full = std::filesystem::absolute(std::filesystem::path(path), ignored);
    return full.lexically_normal().generic_string();
}

/// The most `../` that any quoted text of the file begins with.
std::size_t climbs(std::string_view text) {
    std::size_t most = 0;
    for (std::size_t at = text.find("\"../"); at != std::string_view::npos;
         at = text.find("\"../", at + 1)) {
        std::size_t count = 0;
        while (text.substr(at + 1 + count * 3, 3) == "../") ++count;
        most = std::max(most, count);
    }
    return most;
}

Result<std::string> find_root(FileSystem& fs, std::string_view file) {
    const std::string project = find_project_root(fs, directory_of(file));
    if (!project.empty()) return absolute(project);
    std::filesystem::path root = std::filesystem::path(absolute(file)).parent_path();
    if (extension_of(file) == "gltf") {
        TRY_ASSIGN(const Bytes bytes, fs.read(file, kMostText));
        for (std::size_t n = climbs(as_text(bytes)); n > 0 && root.has_relative_path(); --n) {
            root = root.parent_path();
        }
    }
    return root.generic_string();
}

/// Errors of importers name virtual paths; a person wrote another one.
Error with_file(Error error, std::string_view path, std::string_view file) {
    if (error.place.file.empty() || error.place.file == path) error.place.file = file;
    return error;
}

}  // namespace

std::string extension_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const std::size_t dot = name.rfind('.');
    std::string out(dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1));
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

Result<void> refuse_own_source(std::string_view read, std::string_view output) {
    std::error_code failed;
    if (!std::filesystem::equivalent(read, output, failed)) return {};
    return fail(kOwnSource, "the file to write is the file that is read",
                {.file = std::string(output)}, "give another name with -o");
}

std::string directory_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return ".";
    return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

Result<void> refuse_unread(std::string_view file) {
    const std::string_view format = unread_format(extension_of(file));
    if (format.empty()) return {};
    return fail(kFormatNotReadYet, fmt::format("{} is not read by this version", format),
                {.file = std::string(file)},
                "models: .gltf .glb; pictures: .png .jpg .tga .bmp .hdr .dds .ktx2 .webp .exr");
}

Result<Source> open_source(FileSystem& fs, std::string_view file, const ImportLimits& limits) {
    TRY_ASSIGN(const FileStat stat, fs.stat(file));
    if (stat.type != FileType::file) {
        return fail(kNotADirectory, "this is a directory, not a file", {.file = std::string(file)});
    }
    const ImporterRegistry registry = builtin_importers();
    const Importer* importer = registry.find_for(file);
    if (importer == nullptr) {
        TRY(refuse_unread(file));
        return fail(kNotRead, "no importer reads files of this name", {.file = std::string(file)},
                    "models: .gltf .glb; pictures: .png .jpg .tga .bmp .hdr .dds .ktx2 .webp .exr; "
                    "materials: .material.json; maps: .world.json "
                    ".tilemap.json; cooked: .vda");
    }
    Source out;
    out.importer = importer->name;
    const bool in_project = !find_project_root(fs, directory_of(file)).empty();
    TRY_ASSIGN(out.root, find_root(fs, file));
    const std::string full = absolute(file);
    const std::size_t skip = out.root.ends_with('/') ? out.root.size() : out.root.size() + 1;
    auto path = VirtualPath::parse(std::string_view(full).substr(std::min(skip, full.size())));
    if (!path) return std::unexpected(with_file(std::move(path).error(), "", file));
    out.path = path->text();

    SourceFiles files(fs, out.root, std::uint64_t{4} << 30,
                      in_project ? std::string() : std::string(path->directory()));
    auto imported = importer->import(files, *path, limits);
    if (!imported) return std::unexpected(with_file(std::move(imported).error(), out.path, file));
    out.imported = *std::move(imported);
    out.files = files.files();
    out.absent = files.absent();
    return out;
}

FileAndPart split_part(FileSystem& fs, std::string_view text) {
    if (!fs.stat(text)) {
        const AssetName name = AssetName::parse(text);
        if (!name.part.empty() && fs.stat(name.source)) return {name.source, name.part};
    }
    return {std::string(text), {}};
}

}  // namespace galley::cli
