#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace galley {

/// A small work-stealing thread pool. `threads` counts the calling thread of `parallel_for`, so a
/// pool of 1 has no thread of its own and runs everything where it is asked to. Every job starts
/// with the default floating-point modes (round to nearest, denormals kept). A job must not throw.
class JobPool {
public:
    explicit JobPool(unsigned threads);
    ~JobPool();  ///< waits for what was submitted
    JobPool(const JobPool&) = delete;
    JobPool& operator=(const JobPool&) = delete;

    [[nodiscard]] unsigned threads() const;

    /// Runs `body(begin, end)` over [0, count) in ranges of at most `grain` (>= 1), on the pool and
    /// on the calling thread; returns when all have run. May be called from inside a job (the
    /// caller helps with its own ranges meanwhile). Results must not depend on the split.
    void parallel_for(std::size_t count, std::size_t grain,
                      const std::function<void(std::size_t begin, std::size_t end)>& body);

    /// Queues a job for some thread of the pool; with a pool of 1 it runs inside `wait_idle` or the
    /// destructor.
    void submit(std::function<void()> job);
    /// Runs and waits until every submitted job has ended, those that jobs submitted included.
    void wait_idle();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The number of hardware threads this process may use (its affinity mask), at least 1.
[[nodiscard]] unsigned hardware_threads();

}  // namespace galley
