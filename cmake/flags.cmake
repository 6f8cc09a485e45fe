# Compiler settings that hold for every target.

option(GALLEY_TESTS "Build the tests, the replays of fuzz inputs and the benches" ON)
option(GALLEY_FUZZ "Build the fuzz targets with libFuzzer (needs clang)" OFF)
set(GALLEY_SANITIZE "" CACHE STRING "Argument of -fsanitize for everything, e.g. address,undefined")

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)  # target all_verify_interface_header_sets
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

# Line tables are enough for stack traces and profiles, and keep the build small.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g -D_GLIBCXX_ASSERTIONS")

add_compile_options(
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
    # Cooked bytes must not depend on whether a compiler fuses a multiply and an add.
    -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # clang counts sign conversions as -Wconversion, g++ does not: both check the same thing.
    add_compile_options(-Wno-sign-conversion)
    # libstdc++ 12's std::stable_sort uses what C++17 deprecated; clang says so, g++ does not.
    add_compile_options(-Wno-deprecated-declarations)
else()
    # g++ 12 takes the unused alternatives of std::variant and std::expected for uninitialised reads
    # once they are inlined; the sanitizers look for the real ones.
    add_compile_options(-Wno-maybe-uninitialized)
endif()

if(GALLEY_SANITIZE)
    add_compile_options(-fsanitize=${GALLEY_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer -O1 -g)
    add_link_options(-fsanitize=${GALLEY_SANITIZE})
endif()
if(GALLEY_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(GALLEY_CCACHE ccache)
if(GALLEY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${GALLEY_CCACHE})
endif()
find_program(GALLEY_MOLD mold)
if(GALLEY_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
