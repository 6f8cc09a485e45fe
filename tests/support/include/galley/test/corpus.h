#pragma once

#include <filesystem>

#include <gtest/gtest.h>

// The shared corpus of real and hostile art, which lies outside the repository.
namespace galley::test {

// $GALLEY_CORPUS, by default ../shared/corpus beside the repository. It need not exist.
std::filesystem::path corpus_dir();

bool have_corpus();

// True where a missing corpus is a failure instead of a skip: CI=true (or 1) is set.
bool corpus_is_required();

// The root of the source tree, for files below tests/ and examples/.
std::filesystem::path source_dir();

}  // namespace galley::test

// First line of a test that reads the corpus.
#define GALLEY_NEEDS_CORPUS()                                                                      \
    do {                                                                                           \
        if (!::galley::test::have_corpus()) {                                                      \
            if (::galley::test::corpus_is_required())                                              \
                FAIL() << "no corpus at " << ::galley::test::corpus_dir() << ", and CI is set";    \
            GTEST_SKIP() << "no corpus at " << ::galley::test::corpus_dir()                        \
                         << " (set GALLEY_CORPUS)";                                                \
        }                                                                                          \
    } while (false)
