#include "directories.h"

#include <cstdlib>
#include <filesystem>

#include "galley/core/virtual_path.h"
#include "galley/project/errors.h"

namespace galley {

namespace {

std::string absolute_variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && value[0] == '/' ? value : "";
}

}  // namespace

std::string normal_path(std::string_view path) {
    std::string normal = std::filesystem::path(path).lexically_normal().generic_string();
    while (normal.size() > 1 && normal.ends_with('/')) {
        normal.pop_back();
    }
    return normal;
}

std::string absolute_path(std::string_view path) {
    if (path.starts_with('/')) {
        return normal_path(path);
    }
    std::error_code error;  // no directory any more: the path stays relative to it
    return normal_path(join_path(std::filesystem::current_path(error).generic_string(), path));
}

Result<std::string> user_cache_directory() {
    if (const std::string cache = absolute_variable("XDG_CACHE_HOME"); !cache.empty()) {
        return join_path(cache, "galley");
    }
    if (const std::string home = absolute_variable("HOME"); !home.empty()) {
        return join_path(home, ".cache/galley");
    }
    return fail(kNoCacheDirectory,
                "neither XDG_CACHE_HOME nor HOME names a directory for derived files", {},
                "give a directory with --out");
}

}  // namespace galley
