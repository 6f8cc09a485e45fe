#include <algorithm>
#include <thread>

#include <sched.h>

#include "galley/base/jobs.h"

namespace galley {

unsigned hardware_threads() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(0, sizeof(set), &set) == 0) {
        return static_cast<unsigned>(std::max(CPU_COUNT(&set), 1));
    }
    // The machine has more processors than the set holds.
    return std::max(std::thread::hardware_concurrency(), 1U);
}

}  // namespace galley
