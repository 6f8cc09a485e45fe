// Feeds every file of the directories given to a fuzz target, so that inputs which once broke a
// reader stay tests in builds without libFuzzer. No input at all is one that is always tried.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <sys/resource.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// A reader that trusts a count fails here instead of taking the machine down. The sanitizers
// reserve terabytes of addresses, so they go without.
void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    constexpr rlim_t kLimit = rlim_t{2} << 30;
    const rlimit limit{kLimit, kLimit};
    setrlimit(RLIMIT_AS, &limit);
#endif
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& dir) {
    std::vector<std::filesystem::path> files;
    if (!std::filesystem::is_directory(dir)) return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dir))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

}  // namespace

int main(int argc, char** argv) {
    limit_memory();
    LLVMFuzzerTestOneInput(nullptr, 0);
    std::size_t count = 1;
    for (int i = 1; i < argc; ++i) {
        for (const auto& path : files_below(argv[i])) {
            std::printf("%s\n", path.filename().c_str());
            std::fflush(stdout);
            std::ifstream file(path, std::ios::binary);
            const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                   bytes.size());
            ++count;
        }
    }
    std::printf("%zu inputs\n", count);
}
