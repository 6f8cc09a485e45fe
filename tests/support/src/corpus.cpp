#include "galley/test/corpus.h"

#include <cstdlib>
#include <string_view>
#include <system_error>

namespace galley::test {

std::filesystem::path source_dir() { return GALLEY_SOURCE_DIR; }

std::filesystem::path corpus_dir() {
    if (const char* set = std::getenv("GALLEY_CORPUS"); set != nullptr && *set != '\0') return set;
    return source_dir().parent_path() / "shared" / "corpus";
}

bool have_corpus() {
    std::error_code ignored;
    return std::filesystem::is_regular_file(corpus_dir() / "expected.tsv", ignored);
}

bool corpus_is_required() {
    const char* ci = std::getenv("CI");
    return ci != nullptr && (std::string_view(ci) == "true" || std::string_view(ci) == "1");
}

}  // namespace galley::test
