#include "galley/base/jobs.h"

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "galley/base/assert.h"

namespace galley {
namespace {

/// Default floating-point modes for the scope, then those that were there before.
class DefaultFloatModes {
public:
    DefaultFloatModes() {
        std::fegetenv(&before_);
        std::fesetenv(FE_DFL_ENV);
#if defined(__x86_64__)
        // All exceptions masked, round to nearest, neither flush-to-zero nor denormals-are-zero.
        _mm_setcsr(0x1f80);
#endif
    }
    ~DefaultFloatModes() { std::fesetenv(&before_); }
    DefaultFloatModes(const DefaultFloatModes&) = delete;
    DefaultFloatModes& operator=(const DefaultFloatModes&) = delete;

private:
    std::fenv_t before_;
};

/// One parallel_for. Helpers hold it by shared_ptr: one that comes late finds no range left and
/// touches nothing else, so the caller may be gone with `body`.
struct Loop {
    Loop(std::size_t n, std::size_t g, const std::function<void(std::size_t, std::size_t)>& f)
        : count(n), grain(std::min(g, n)), body(&f) {}

    const std::size_t count;
    const std::size_t grain;
    const std::function<void(std::size_t, std::size_t)>* body;
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::mutex mutex;
    std::condition_variable all_done;

    void run() noexcept {
        for (;;) {
            // Bounded: each thread adds at most one range past the end.
            const std::size_t begin = next.fetch_add(grain, std::memory_order_relaxed);
            if (begin >= count) return;
            const std::size_t size = std::min(grain, count - begin);
            {
                const DefaultFloatModes modes;
                (*body)(begin, begin + size);
            }
            if (done.fetch_add(size, std::memory_order_acq_rel) + size == count) {
                const std::lock_guard lock(mutex);
                all_done.notify_all();
            }
        }
    }

    void wait() {
        if (done.load(std::memory_order_acquire) == count) return;
        std::unique_lock lock(mutex);
        all_done.wait(lock, [this] { return done.load(std::memory_order_acquire) == count; });
    }
};

struct Task {
    std::shared_ptr<Loop> loop;  ///< a helper of a loop, or
    std::function<void()> job;   ///< a submitted job
};

struct Queue {
    std::mutex mutex;
    std::deque<Task> tasks;
};

}  // namespace

struct JobPool::Impl {
    explicit Impl(unsigned thread_count) : queues(thread_count) {
        for (unsigned i = 1; i < thread_count; ++i) {
            workers.emplace_back([this, i] { work(i); });
        }
    }

    /// Queue 0 takes what threads outside the pool submit; queue i belongs to worker i.
    std::vector<Queue> queues;
    std::vector<std::thread> workers;
    std::atomic<std::size_t> queued = 0;      ///< tasks in all queues
    std::atomic<std::size_t> unfinished = 0;  ///< submitted jobs, running ones included
    std::atomic<std::size_t> sleepers = 0;
    std::mutex sleep_mutex;
    std::condition_variable wake;
    bool stopping = false;  ///< under sleep_mutex

    static thread_local const Impl* current_pool;
    static thread_local unsigned current_queue;

    [[nodiscard]] unsigned own_queue() const { return current_pool == this ? current_queue : 0; }

    void push(Task task) {
        Queue& queue = queues[own_queue()];
        {
            const std::lock_guard lock(queue.mutex);
            queue.tasks.push_back(std::move(task));
            queued.fetch_add(1);
        }
        if (somebody_sleeps()) wake.notify_one();
    }

    /// A sleeper counts itself before it looks at the counters, so either it sees the change that
    /// the caller made or the caller sees the sleeper; the lock waits until it really sleeps.
    bool somebody_sleeps() {
        if (sleepers.load() == 0) return false;
        const std::lock_guard lock(sleep_mutex);
        return true;
    }

    /// The newest task of an own queue (its data is warm), else the oldest of another's.
    bool take(Task& task) {
        if (queued.load() == 0) return false;
        const unsigned own = own_queue();
        const auto size = static_cast<unsigned>(queues.size());
        for (unsigned i = 0; i < size; ++i) {
            Queue& queue = queues[(own + i) % size];
            const std::lock_guard lock(queue.mutex);
            if (queue.tasks.empty()) continue;
            if (i == 0 && own != 0) {
                task = std::move(queue.tasks.back());
                queue.tasks.pop_back();
            } else {
                task = std::move(queue.tasks.front());
                queue.tasks.pop_front();
            }
            queued.fetch_sub(1);
            return true;
        }
        return false;
    }

    void run(Task& task) noexcept {
        if (task.loop) {
            task.loop->run();
            task = {};
            return;
        }
        {
            const DefaultFloatModes modes;
            task.job();
        }
        task = {};  // what the job holds goes before anybody may think that the pool is idle
        if (unfinished.fetch_sub(1) == 1 && somebody_sleeps()) wake.notify_all();
    }

    template <class Condition>
    void sleep_until(Condition condition) {
        std::unique_lock lock(sleep_mutex);
        sleepers.fetch_add(1);
        wake.wait(lock, condition);
        sleepers.fetch_sub(1);
    }

    void work(unsigned index) {
        current_pool = this;
        current_queue = index;
        for (;;) {
            Task task;
            while (take(task)) run(task);
            bool stop = false;
            sleep_until([&] {
                stop = stopping;
                return stop || queued.load() > 0;
            });
            if (stop && queued.load() == 0) return;
        }
    }

    void wait_idle() {
        while (unfinished.load() > 0) {
            Task task;
            while (take(task)) run(task);
            sleep_until([&] { return unfinished.load() == 0 || queued.load() > 0; });
        }
    }
};

thread_local const JobPool::Impl* JobPool::Impl::current_pool = nullptr;
thread_local unsigned JobPool::Impl::current_queue = 0;

JobPool::JobPool(unsigned threads) : impl_(std::make_unique<Impl>(std::max(threads, 1U))) {}

JobPool::~JobPool() {
    impl_->wait_idle();
    {
        const std::lock_guard lock(impl_->sleep_mutex);
        impl_->stopping = true;
    }
    impl_->wake.notify_all();
    for (std::thread& worker : impl_->workers) worker.join();
}

unsigned JobPool::threads() const { return static_cast<unsigned>(impl_->queues.size()); }

void JobPool::parallel_for(std::size_t count, std::size_t grain,
                           const std::function<void(std::size_t, std::size_t)>& body) {
    GALLEY_ASSERT(grain >= 1);
    if (count == 0) return;
    const auto loop = std::make_shared<Loop>(count, grain, body);
    const std::size_t ranges = (count - 1) / grain + 1;
    const std::size_t helpers = std::min<std::size_t>(impl_->queues.size(), ranges) - 1;
    for (std::size_t i = 0; i < helpers; ++i) impl_->push({loop, {}});
    loop->run();
    loop->wait();
}

void JobPool::submit(std::function<void()> job) {
    impl_->unfinished.fetch_add(1);
    impl_->push({nullptr, std::move(job)});
}

void JobPool::wait_idle() {
    GALLEY_ASSERT(impl_->own_queue() == 0);  // a job would wait for itself
    impl_->wait_idle();
}

}  // namespace galley
