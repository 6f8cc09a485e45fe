#pragma once

#include <filesystem>
#include <string_view>

namespace galley::test {

// A new empty directory below the system's temporary one, removed with its contents at the end of
// the scope.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace galley::test
