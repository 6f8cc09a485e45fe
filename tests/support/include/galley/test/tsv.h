#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "galley/test/bytes.h"

namespace galley::test {

// Rows of tab-separated cells; lines that begin with # and empty lines are left out.
inline std::vector<std::vector<std::string>> read_tsv(const std::filesystem::path& path) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(read_text(path));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream cells(line);
        auto& row = rows.emplace_back();
        for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    }
    return rows;
}

}  // namespace galley::test
