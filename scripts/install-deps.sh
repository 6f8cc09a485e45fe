#!/usr/bin/env bash
# Installs what building and testing Galley needs: Debian 12 packages, nothing else. When all are
# there it says so and touches neither apt nor the network.
set -eu

packages=(
    # Building
    g++                     # the default compiler (12.2)
    cmake                   # the build description (3.25)
    ninja-build             # the generator of every preset
    make                    # the short commands of the Makefile
    pkg-config              # finds the libraries that ship no CMake files
    ccache                  # makes a second build of the same code quick
    mold                    # links about three times as fast as the default linker
    git                     # the checks look at tracked files only

    # Libraries that Galley links
    libxxhash-dev           # XXH3: change detection
    libfmt-dev              # formatting; g++ 12 has no std::format
    libsimdjson-dev         # reads JSON and glTF
    nettle-dev              # SHA-256 and SHA-1
    libutf8proc-dev         # Unicode normal form C of paths
    libdeflate-dev          # CRC-32 of the container; inflate
    libmeshoptimizer-dev    # vertex order, vertex cache, overdraw
    libspng-dev             # writes PNG
    libturbojpeg0-dev       # reads JPEG
    libjpeg62-turbo-dev     # the CMake files of libturbojpeg0-dev insist on its files
    libwebp-dev             # reads WebP
    libisal-dev             # inflates PNG
    libopenexr-dev          # reads OpenEXR
    libzstd-dev             # expands KTX2
    libcli11-dev            # the command line

    # Tests and benches
    libgtest-dev            # GoogleTest
    libgmock-dev            # matchers and the tests' main()
    libbenchmark-dev        # make bench

    # The second compiler, and the tools that come with it
    clang-19                # determinism across compilers; fuzzing
    libclang-rt-19-dev      # sanitizers and libFuzzer for it
    clang-format-19         # make format
    clang-tidy-19           # make check
    python3                 # scripts/*.py, standard library only
)

missing=()
if command -v dpkg-query >/dev/null; then
    # Word by word: a package that dpkg never heard of prints nothing.
    installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null |
        awk '$2 == "installed" { print $1 }')
    for package in "${packages[@]}"; do
        grep -qxF -- "$package" <<<"$installed" || missing+=("$package")
    done
else
    missing=("${packages[@]}")
fi
if [ ${#missing[@]} = 0 ]; then
    echo "dependencies: all ${#packages[@]} packages are installed"
    exit 0
fi

id=unknown version=
if [ -r /etc/os-release ]; then
    id=$(. /etc/os-release && echo "${ID:-unknown}")
    version=$(. /etc/os-release && echo "${VERSION_ID:-}")
fi
if [ "$id" != debian ] || [ "$version" != 12 ]; then
    echo "install-deps: this is $id $version; only Debian 12 is supported." >&2
    echo "On another system install the counterparts of: ${missing[*]}" >&2
    exit 1
fi

sudo=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "install-deps: needs root or sudo to install: ${missing[*]}" >&2; exit 1; }
    sudo=sudo
fi
echo "dependencies: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -q
$sudo apt-get install -y -q --no-install-recommends "${missing[@]}"
