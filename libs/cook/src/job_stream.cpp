#include "job_stream.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace galley {

struct JobStream::State {
    std::mutex mutex;
    std::condition_variable idle;
    std::deque<std::function<void()>> waiting;
    std::size_t running = 0;

    bool run_one() {
        std::unique_lock lock(mutex);
        if (waiting.empty()) return false;
        std::function<void()> job = std::move(waiting.front());
        waiting.pop_front();
        ++running;
        lock.unlock();
        job();
        job = nullptr;  // what it holds goes before anybody may think that all is done
        lock.lock();
        if (--running == 0) idle.notify_all();
        return true;
    }

    void wait() {
        std::unique_lock lock(mutex);
        idle.wait(lock, [this] { return running == 0; });
    }
};

JobStream::JobStream(JobPool& pool) : pool_(pool), state_(std::make_shared<State>()) {}

JobStream::~JobStream() {
    {
        const std::lock_guard lock(state_->mutex);
        state_->waiting.clear();
    }
    state_->wait();
}

void JobStream::add(std::function<void()> job) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->waiting.push_back(std::move(job));
    }
    if (pool_.threads() > 1) pool_.submit([state = state_] { state->run_one(); });
}

void JobStream::finish() {
    while (state_->run_one()) {
    }
    state_->wait();
}

}  // namespace galley
