#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galley/vda/fields.h"

namespace galley::vda {

/// Adds up the smallest size of what it visits (P3): every string and list empty, what is optional
/// absent.
class MinimumSize {
public:
    [[nodiscard]] std::uint64_t size() const { return size_; }

    template <class T>
    Mark operator()(std::string_view, const T&) {
        size_ += sizeof(T);
        return {};
    }
    Mark operator()(std::string_view, const std::string&) { return count(); }
    template <class T, class Limit>
    Mark operator()(std::string_view name, const T& value, const Limit&) {
        return (*this)(name, value);
    }
    template <class T>
    Mark array(std::string_view, const std::vector<T>&) {
        return count();
    }
    Mark strings(std::string_view, const std::vector<std::string>&) { return count(); }
    template <class T, class Body>
    Mark list(std::string_view, const std::vector<T>&, const Body&) {
        return count();
    }
    template <class T>
    Mark count(std::string_view, const std::vector<T>&, std::uint32_t) {
        return count();
    }
    template <class T, class Body>
    void items(std::string_view, const std::vector<T>&, std::uint32_t, const Body&) {}
    template <class T>
    Mark rows(std::string_view, const std::vector<T>&, std::uint64_t columns, std::uint64_t rows,
              std::string_view) {
        size_ += columns * rows * sizeof(T);
        return {};
    }
    template <class T, class Body>
    void optional(std::string_view, const T&, const Body&) {
        size_ += 1;
    }
    template <class T, class Body>
    void group(std::string_view, T& value, const Body& body) {
        body(*this, value);
    }
    // The smallest value of a choice is a bool, of one byte.
    template <class T>
    void choice(std::string_view, std::string_view, const T&, std::string_view) {
        size_ += 2;
    }
    template <class... Args>
    void check(bool, std::string_view, const Mark&, const Args&...) {}
    template <class T>
    void check_below(std::string_view, const Mark&, const std::vector<T>&, std::uint64_t,
                     std::string_view) {}

private:
    Mark count() {
        size_ += sizeof(std::uint32_t);
        return {};
    }

    std::uint64_t size_ = 0;
};

/// Of one element of a list whose elements `body` visits.
template <class T, class Body>
[[nodiscard]] std::uint64_t minimum_size(const Body& body) {
    MinimumSize archive;
    T element{};
    body(archive, element, 0);
    return archive.size();
}

}  // namespace galley::vda
