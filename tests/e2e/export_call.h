#pragma once

#include <string>
#include <vector>

#include "child_process.h"
#include "galley/test/temp_dir.h"

namespace galley::test {

/// `galley export texture` in the directory.
inline ChildResult export_texture(const TempDir& dir, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"export", "texture"});
    return run_galley(arguments, {.directory = dir.path(), .home = {}});
}

}  // namespace galley::test
