#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace galley::test {

struct ChildResult {
    int exit_code = -1;      ///< 128 + signal when one ended it
    bool timed_out = false;  ///< it ran past the limit and was killed
    std::string out;
    std::string error;
};

/// How a child is started: no terminal, no colour variables, HOME and caches in `home`.
struct ChildOptions {
    std::filesystem::path directory;  ///< working directory; empty: the caller's
    std::filesystem::path home;
    int limit_seconds = 120;
    /// Closes the reading end of its standard output before it starts.
    bool nobody_reads = false;
};

/// Runs the built galley with these arguments and waits for its end.
ChildResult run_galley(const std::vector<std::string>& arguments, const ChildOptions& options = {});

}  // namespace galley::test
