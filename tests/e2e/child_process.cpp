#include "child_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace galley::test {
namespace {

using Clock = std::chrono::steady_clock;

/// In the child: no allocation, no return.
[[noreturn]] void become_galley(char* const* arguments, char* const* environment,
                                const char* directory, int out, int error) {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    if (directory != nullptr && chdir(directory) != 0) _exit(126);
    execve(arguments[0], arguments, environment);
    _exit(127);
}

/// Reads both pipes until they end or the time is over; true when they ended.
bool read_all(int out, int error, Clock::time_point end, ChildResult& result) {
    std::array<pollfd, 2> pipes = {pollfd{out, POLLIN, 0}, pollfd{error, POLLIN, 0}};
    std::array<std::string*, 2> texts = {&result.out, &result.error};
    std::array<char, 65536> buffer{};
    while (pipes[0].fd >= 0 || pipes[1].fd >= 0) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
        if (left.count() <= 0) return false;
        if (poll(pipes.data(), pipes.size(), static_cast<int>(left.count())) < 0) {
            if (errno == EINTR) continue;
            return false;
        }
        for (std::size_t i = 0; i < 2; ++i) {
            if (pipes[i].fd < 0 || pipes[i].revents == 0) continue;
            const ssize_t count = read(pipes[i].fd, buffer.data(), buffer.size());
            if (count > 0) {
                texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
            } else {
                pipes[i].fd = -1;
            }
        }
    }
    return true;
}

}  // namespace

ChildResult run_galley(const std::vector<std::string>& arguments, const ChildOptions& options) {
    std::vector<std::string> words = {GALLEY_BINARY};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const std::string home = options.home.empty() ? "/nonexistent" : options.home.string();
    std::vector<std::string> variables = {"PATH=/usr/bin:/bin", "HOME=" + home, "LC_ALL=C.UTF-8",
                                          "TERM=xterm"};
    for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"}) {
        if (const char* value = getenv(name)) variables.push_back(std::string(name) + "=" + value);
    }
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<char*> environment;
    for (std::string& variable : variables) environment.push_back(variable.data());
    environment.push_back(nullptr);
    const std::string directory = options.directory.string();

    ChildResult result;
    int out[2];
    int error[2];
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(error, O_CLOEXEC) != 0) return result;
    if (options.nobody_reads) close(out[0]);
    const pid_t pid = fork();
    if (pid == 0) {
        become_galley(argv.data(), environment.data(),
                      directory.empty() ? nullptr : directory.c_str(), out[1], error[1]);
    }
    close(out[1]);
    close(error[1]);
    const auto end = Clock::now() + std::chrono::seconds(options.limit_seconds);
    result.timed_out = !read_all(options.nobody_reads ? -1 : out[0], error[0], end, result);
    if (result.timed_out) kill(pid, SIGKILL);
    if (!options.nobody_reads) close(out[0]);
    close(error[0]);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

}  // namespace galley::test
