#pragma once

#include <functional>
#include <memory>

#include "galley/base/jobs.h"

namespace galley {

/// Jobs that one thread hands to a pool one by one, and waits for in the end. It helps with its own
/// jobs alone, so a job of the pool may use one.
class JobStream {
public:
    explicit JobStream(JobPool& pool);
    ~JobStream();  ///< drops jobs that have not begun, and waits for those that have
    JobStream(const JobStream&) = delete;
    JobStream& operator=(const JobStream&) = delete;

    /// On a pool of one thread it runs in `finish`.
    void add(std::function<void()> job);
    /// Runs what is left on this thread too, and waits for the rest.
    void finish();

private:
    struct State;
    JobPool& pool_;
    /// Shared with what the pool holds for it, which may come when all is done.
    std::shared_ptr<State> state_;
};

}  // namespace galley
