#pragma once

#include <string>
#include <vector>

#include "galley/export/convert.h"

namespace galley {

/// What a conversion loses, gathered where it is lost.
class Losses {
public:
    void drop(bool there, std::string what, std::string detail = {}) {
        if (there) losses_.push_back({true, std::move(what), std::move(detail)});
    }
    void change(bool there, std::string what, std::string detail) {
        if (there) losses_.push_back({false, std::move(what), std::move(detail)});
    }
    [[nodiscard]] std::vector<Loss> take() { return std::move(losses_); }

private:
    std::vector<Loss> losses_;
};

}  // namespace galley
