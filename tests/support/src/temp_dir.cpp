#include "galley/test/temp_dir.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

namespace galley::test {

TempDir::TempDir() {
    std::string pattern = (std::filesystem::temp_directory_path() / "galley-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        ADD_FAILURE() << "cannot make a directory like " << pattern;
        return;
    }
    path_ = pattern;
}

TempDir::~TempDir() {
    if (path_.empty()) return;
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace galley::test
