#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <vector>

#include "galley/base/jobs.h"

namespace galley {

/// Memory that an admitted job holds; given back when the last owner lets go. A job may pass it on
/// to what it leaves in memory for other jobs, cut down to what that is.
class MemoryHold {
public:
    MemoryHold(std::atomic<std::uint64_t>& used, std::uint64_t bytes)
        : used_(used), bytes_(bytes) {}
    ~MemoryHold() { used_ -= bytes_; }
    MemoryHold(const MemoryHold&) = delete;
    MemoryHold& operator=(const MemoryHold&) = delete;

    void shrink_to(std::uint64_t bytes) {
        if (bytes < bytes_) {
            used_ -= bytes_ - bytes;
            bytes_ = bytes;
        }
    }

private:
    std::atomic<std::uint64_t>& used_;
    std::uint64_t bytes_;
};
/// Does not outlive its scheduler.
using MemoryTicket = std::shared_ptr<MemoryHold>;

/// Runs jobs on a pool as long as the memory of what was admitted stays within a budget. Imports go
/// first, because they unlock work, until their memory does not fit; then cooks, which let go of
/// what imports hold. Within a stage the longest expected comes first and is never overtaken, so
/// that small jobs cannot keep a large one waiting for ever; one that is larger than the whole
/// budget runs alone. Thread-safe; jobs may submit jobs.
class Scheduler {
public:
    Scheduler(JobPool& pool, std::uint64_t memory);
    ~Scheduler();

    enum class Stage : std::uint8_t { cook = 0, import = 1 };  ///< imports first: they unlock work

    /// `cost` orders jobs of a stage; `memory` is what the job may hold.
    void submit(Stage stage, std::uint64_t cost, std::uint64_t memory,
                std::function<void(MemoryTicket)> job);
    /// Runs and waits until nothing is left.
    void wait();

    [[nodiscard]] std::uint64_t limit() const { return limit_; }
    [[nodiscard]] std::uint64_t peak_memory() const;
    [[nodiscard]] double busy_seconds() const;

private:
    struct Job {
        std::uint64_t cost;
        std::uint64_t memory;
        std::uint64_t order;
        std::function<void(MemoryTicket)> run;
    };
    struct Shorter {
        bool operator()(const std::shared_ptr<Job>& a, const std::shared_ptr<Job>& b) const;
    };
    using Queue =
        std::priority_queue<std::shared_ptr<Job>, std::vector<std::shared_ptr<Job>>, Shorter>;
    void dispatch();
    /// The job that may start now, taken from its queue, or null. Called with the lock held.
    std::shared_ptr<Job> admit();
    void finished(double seconds);

    JobPool& pool_;
    const std::uint64_t limit_;
    std::atomic<std::uint64_t> used_ = 0;
    std::uint64_t peak_ = 0;
    mutable std::mutex mutex_;
    Queue imports_;
    Queue cooks_;
    unsigned running_ = 0;
    std::uint64_t submitted_ = 0;
    double busy_seconds_ = 0;
};

}  // namespace galley
