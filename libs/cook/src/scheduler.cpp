#include "scheduler.h"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace galley {

bool Scheduler::Shorter::operator()(const std::shared_ptr<Job>& a,
                                    const std::shared_ptr<Job>& b) const {
    return a->cost != b->cost ? a->cost < b->cost : a->order > b->order;
}

Scheduler::Scheduler(JobPool& pool, std::uint64_t memory) : pool_(pool), limit_(memory) {}

Scheduler::~Scheduler() { wait(); }

void Scheduler::submit(Stage stage, std::uint64_t cost, std::uint64_t memory,
                       std::function<void(MemoryTicket)> job) {
    {
        const std::lock_guard lock(mutex_);
        (stage == Stage::import ? imports_ : cooks_)
            .push(std::make_shared<Job>(Job{cost, memory, submitted_++, std::move(job)}));
    }
    dispatch();
}

std::shared_ptr<Scheduler::Job> Scheduler::admit() {
    if (running_ >= pool_.threads()) {
        return nullptr;
    }
    const auto fits = [&](const Queue& queue) {
        return !queue.empty() && used_ + queue.top()->memory <= limit_;
    };
    Queue* queue = nullptr;
    if (fits(imports_)) {
        queue = &imports_;
    } else if (fits(cooks_)) {
        queue = &cooks_;
    } else if (running_ == 0) {
        queue = !cooks_.empty() ? &cooks_ : !imports_.empty() ? &imports_ : nullptr;
    }
    if (queue == nullptr) {
        return nullptr;
    }
    std::shared_ptr<Job> job = queue->top();
    queue->pop();
    ++running_;
    const std::uint64_t used = used_ += job->memory;
    peak_ = std::max(peak_, used);
    return job;
}

void Scheduler::dispatch() {
    while (true) {
        std::shared_ptr<Job> job;
        {
            const std::lock_guard lock(mutex_);
            job = admit();
        }
        if (!job) {
            return;
        }
        pool_.submit([this, job] {
            const auto start = std::chrono::steady_clock::now();
            auto ticket = std::make_shared<MemoryHold>(used_, job->memory);
            job->run(std::move(ticket));
            job->run = nullptr;
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
            finished(spent.count());
        });
    }
}

void Scheduler::finished(double seconds) {
    {
        const std::lock_guard lock(mutex_);
        --running_;
        busy_seconds_ += seconds;
    }
    dispatch();
}

void Scheduler::wait() { pool_.wait_idle(); }

std::uint64_t Scheduler::peak_memory() const {
    const std::lock_guard lock(mutex_);
    return peak_;
}

double Scheduler::busy_seconds() const {
    const std::lock_guard lock(mutex_);
    return busy_seconds_;
}

}  // namespace galley
