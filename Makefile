# Short names for the commands of everyday work; `make help` lists them.
jobs ?= $(shell nproc)
fuzz_seconds ?= 60
preset_build = cmake --preset $(1) >/dev/null && cmake --build --preset $(1) -j $(jobs)
ctest = ctest --preset $(1) -j $(jobs) --no-tests=error

.DEFAULT_GOAL := help
.PHONY: help deps build run test check soak bench fuzz format clean

help:  ## this list
	@awk -F':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

deps:  ## install missing Debian packages
	@scripts/install-deps.sh

build: deps  ## optimised build, binaries in build/release/bin
	@$(call preset_build,release)

run: deps  ## cook the first example, and write pictures and a summary of the result
	@$(call preset_build,release) --target galley
	@scripts/run-example.sh

test: build  ## every test, the repository's checks, determinism on two compilers
	@scripts/test.sh $(jobs)

check: deps  ## sanitizers, clang-tidy, the whole corpus, a minute of each fuzz target
	@scripts/check.sh $(jobs) $(fuzz_seconds)

soak: build  ## kills in the middle of cooks, thread sanitizer, long fuzzing
	@scripts/soak.sh $(jobs)

bench: build  ## timings and peak memory, one JSON line a case
	@scripts/bench.sh

fuzz: deps  ## each fuzz target for fuzz_seconds (60)
	@scripts/fuzz.sh $(fuzz_seconds)

format:  ## clang-format over every tracked C++ file
	@git ls-files '*.cpp' '*.h' | xargs -r clang-format-19 -i

clean:  ## remove everything that was built
	@rm -rf build
