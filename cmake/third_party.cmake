# Every outside library, found once. All are Debian 12 packages: scripts/install-deps.sh names
# them, docs/decisions says why each is here. CMake code links them by these names only.

find_package(Threads REQUIRED)
find_package(fmt CONFIG REQUIRED)            # fmt::fmt
find_package(simdjson CONFIG REQUIRED)       # simdjson::simdjson
find_package(meshoptimizer CONFIG REQUIRED)  # meshoptimizer::meshoptimizer
find_package(libjpeg-turbo CONFIG REQUIRED)  # libjpeg-turbo::turbojpeg
find_package(CLI11 CONFIG REQUIRED)          # CLI11::CLI11

# These ship no CMake files.
find_package(PkgConfig REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET GLOBAL libxxhash)      # PkgConfig::xxhash
pkg_check_modules(deflate REQUIRED IMPORTED_TARGET GLOBAL libdeflate)    # PkgConfig::deflate
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET GLOBAL libzstd)          # PkgConfig::zstd
pkg_check_modules(webp REQUIRED IMPORTED_TARGET GLOBAL libwebp)          # PkgConfig::webp
pkg_check_modules(webpdemux REQUIRED IMPORTED_TARGET GLOBAL libwebpdemux)  # PkgConfig::webpdemux
pkg_check_modules(isal REQUIRED IMPORTED_TARGET GLOBAL libisal)           # PkgConfig::isal
pkg_check_modules(openexr REQUIRED IMPORTED_TARGET GLOBAL OpenEXR)       # PkgConfig::openexr
pkg_check_modules(spng REQUIRED IMPORTED_TARGET GLOBAL spng)             # PkgConfig::spng
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET GLOBAL libutf8proc)  # PkgConfig::utf8proc
pkg_check_modules(nettle REQUIRED IMPORTED_TARGET GLOBAL nettle)         # PkgConfig::nettle

if(GALLEY_TESTS)
    find_package(GTest CONFIG REQUIRED)      # GTest::gtest, GTest::gmock, GTest::gmock_main
    find_package(benchmark CONFIG REQUIRED)  # benchmark::benchmark_main
    include(GoogleTest)
endif()
