#include "galley/base/diagnostics.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galley/base/errors.h"

namespace galley {
namespace {

TEST(Diagnostics, KeepsWhatWasReportedInOrder) {
    Diagnostics sink;
    sink.warn(kFileAccess, "first", {.file = "a"}, "look at it");
    sink.note(kFileNotFound, "second");
    sink.report(Severity::error, Error{kDiskFull, "third"});
    const auto items = sink.items();
    ASSERT_EQ(items.size(), 3U);
    EXPECT_EQ(items[0].severity, Severity::warning);
    EXPECT_EQ(items[0].error.to_string(), "a: error G1002: first (look at it)");
    EXPECT_EQ(items[1].severity, Severity::note);
    EXPECT_EQ(items[2].error.message, "third");
    EXPECT_EQ(sink.count(Severity::error), 1U);
}

TEST(Diagnostics, TakeEmptiesTheSink) {
    Diagnostics sink;
    sink.note(kFileAccess, "one");
    EXPECT_EQ(sink.take().size(), 1U);
    EXPECT_TRUE(sink.items().empty());
}

TEST(Diagnostics, LosesNothingThatThreadsReportTogether) {
    Diagnostics sink;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 250; ++k) sink.warn(kFileAccess, "again");
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sink.count(Severity::warning), 1000U);
}

}  // namespace
}  // namespace galley
