#pragma once

#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "galley/base/file_system.h"

namespace galley {

[[nodiscard]] inline FileStat file_stat(const struct ::stat& status) {
    const auto ns = [](const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; };
    const FileType type = S_ISREG(status.st_mode)   ? FileType::file
                          : S_ISDIR(status.st_mode) ? FileType::directory
                                                    : FileType::other;
    return {type, static_cast<std::uint64_t>(status.st_size), ns(status.st_mtim),
            ns(status.st_ctim), status.st_ino};
}

/// A file descriptor that is closed with its owner.
class Fd {
public:
    Fd() = default;
    explicit Fd(int fd) : fd_(fd) {}
    ~Fd() { reset(); }
    Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Fd& operator=(Fd&& other) noexcept {
        if (this != &other) {
            reset();
            fd_ = std::exchange(other.fd_, -1);
        }
        return *this;
    }

    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] bool valid() const { return fd_ >= 0; }
    [[nodiscard]] int release() { return std::exchange(fd_, -1); }
    void reset() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    int fd_ = -1;
};

}  // namespace galley
