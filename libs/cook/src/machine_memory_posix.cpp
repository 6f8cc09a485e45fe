#include <algorithm>
#include <fstream>

#include <unistd.h>

#include "machine_memory.h"

namespace galley {

std::uint64_t machine_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGE_SIZE);
    std::uint64_t memory = std::uint64_t{4} << 30;
    if (pages > 0 && page > 0) {
        memory = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
    }
    for (const char* file :
         {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        std::uint64_t limit = 0;
        if (std::ifstream in(file); in >> limit && limit > 0) {
            memory = std::min(memory, limit);
        }
    }
    return memory;
}

}  // namespace galley
