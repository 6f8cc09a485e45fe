#include "galley/base/jobs.h"

#include <atomic>
#include <cfenv>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace galley {
namespace {

class Jobs : public testing::TestWithParam<unsigned> {
protected:
    JobPool pool{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Threads, Jobs, testing::Values(1U, 2U, 3U, 8U));

TEST_P(Jobs, ParallelForCoversTheRangeOnceInPiecesOfAtMostTheGrain) {
    for (const std::size_t count : {0U, 1U, 7U, 1000U}) {
        for (const std::size_t grain : {std::size_t{1}, std::size_t{3}, std::size_t{1000},
                                        std::numeric_limits<std::size_t>::max()}) {
            std::vector<int> runs(count, 0);
            std::atomic<bool> too_large = false;
            pool.parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
                if (end - begin > grain) too_large = true;
                for (std::size_t i = begin; i < end; ++i) ++runs[i];
            });
            EXPECT_EQ(runs, std::vector<int>(count, 1));
            EXPECT_FALSE(too_large);
        }
    }
}

TEST_P(Jobs, ParallelForNestsWithoutDeadlock) {
    std::atomic<int> sum = 0;
    pool.parallel_for(8, 1, [&](std::size_t, std::size_t) {
        pool.parallel_for(8, 1, [&](std::size_t, std::size_t) {
            pool.parallel_for(8, 1, [&](std::size_t, std::size_t) { ++sum; });
        });
    });
    EXPECT_EQ(sum, 512);
}

TEST_P(Jobs, WaitIdleRunsEverySubmittedJob) {
    std::atomic<int> runs = 0;
    for (int i = 0; i < 500; ++i) pool.submit([&] { ++runs; });
    pool.wait_idle();
    EXPECT_EQ(runs, 500);
    pool.wait_idle();
}

TEST_P(Jobs, WaitIdleWaitsForJobsThatJobsSubmit) {
    std::atomic<int> runs = 0;
    std::function<void(int)> spread = [&](int depth) {
        ++runs;
        if (depth == 0) return;
        for (int i = 0; i < 2; ++i) pool.submit([&spread, depth] { spread(depth - 1); });
    };
    pool.submit([&] { spread(7); });
    pool.wait_idle();
    EXPECT_EQ(runs, 255);
}

TEST_P(Jobs, SubmittedJobsMayRunLoops) {
    std::atomic<int> sum = 0;
    for (int i = 0; i < 20; ++i) {
        pool.submit([&] {
            pool.parallel_for(10, 2, [&](std::size_t begin, std::size_t end) {
                sum += static_cast<int>(end - begin);
            });
        });
    }
    pool.wait_idle();
    EXPECT_EQ(sum, 200);
}

TEST_P(Jobs, TheDestructorWaitsForWhatWasSubmitted) {
    std::atomic<int> runs = 0;
    {
        JobPool short_lived(GetParam());
        for (int i = 0; i < 100; ++i) short_lived.submit([&] { ++runs; });
    }
    EXPECT_EQ(runs, 100);
}

TEST_P(Jobs, LoopsFromSeveralThreadsShareThePool) {
    std::atomic<int> sum = 0;
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i) {
        callers.emplace_back([&] {
            for (int k = 0; k < 50; ++k) {
                pool.parallel_for(16, 1, [&](std::size_t, std::size_t) { ++sum; });
            }
        });
    }
    for (std::thread& caller : callers) caller.join();
    EXPECT_EQ(sum, 3 * 50 * 16);
}

TEST_P(Jobs, EveryJobStartsWithDefaultFloatingPointModes) {
    std::fesetround(FE_DOWNWARD);
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040);  // flush-to-zero and denormals-are-zero
    const unsigned before = _mm_getcsr();
#endif
    std::atomic<int> wrong = 0;
    const auto check = [&] {
        volatile double tiny = std::numeric_limits<double>::min();
        volatile double half = tiny * 0.5;
        if (std::fegetround() != FE_TONEAREST || half == 0) ++wrong;
        std::fesetround(FE_UPWARD);  // the next job must not see it
    };
    pool.parallel_for(64, 1, [&](std::size_t, std::size_t) { check(); });
    for (int i = 0; i < 64; ++i) pool.submit(check);
    pool.wait_idle();
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(std::fegetround(), FE_DOWNWARD) << "the caller keeps its own modes";
#if defined(__x86_64__)
    EXPECT_EQ(_mm_getcsr() & 0xffc0U, before & 0xffc0U);
#endif
    std::fesetenv(FE_DFL_ENV);
}

TEST(JobPool, OfOneThreadRunsSubmittedJobsInOrderInWaitIdle) {
    JobPool pool(1);
    EXPECT_EQ(pool.threads(), 1U);
    std::vector<int> order;
    for (int i = 0; i < 5; ++i) pool.submit([&order, i] { order.push_back(i); });
    EXPECT_TRUE(order.empty());
    pool.wait_idle();
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(JobPool, UsesItsThreads) {
    JobPool pool(2);
    std::atomic<int> arrived = 0;
    // Each of the two ranges ends only when the other has begun.
    pool.parallel_for(2, 1, [&](std::size_t, std::size_t) {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
    });
    EXPECT_EQ(arrived, 2);
}

TEST(JobPool, OfZeroThreadsIsOfOne) { EXPECT_EQ(JobPool(0).threads(), 1U); }

TEST(HardwareThreads, IsAtLeastOne) { EXPECT_GE(hardware_threads(), 1U); }

}  // namespace
}  // namespace galley
