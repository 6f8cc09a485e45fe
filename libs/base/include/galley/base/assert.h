#pragma once

#include <cstdio>
#include <cstdlib>

/// States a contract that only a programmer can break; never used on input. On in every build: the
/// contracts checked here cost nothing beside the work they guard.
#define GALLEY_ASSERT(condition)                                                                   \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: contract broken: %s\n", __FILE__, __LINE__, #condition);  \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)
