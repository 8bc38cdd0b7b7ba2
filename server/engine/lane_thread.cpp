#include "server/engine/lane_thread.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace quadrille::server {

namespace {

// Added to the process's own value. A thread with it gets a tenth of the time of a thread without, if both want all.
// Much less, as with SCHED_IDLE, would make others wait for locks that such a thread holds; slices of 0.1 ms were
// measured to be worse.
constexpr int kNicer = 10;
constexpr int kNicest = 19;

}  // namespace

void lower_priority() {
  const auto thread = static_cast<id_t>(gettid());  // in Linux each thread has its own priority
  setpriority(PRIO_PROCESS, thread, std::min(getpriority(PRIO_PROCESS, thread) + kNicer, kNicest));
}

LaneThread::LaneThread() : thread_([this] { serve(); }) {}

LaneThread::~LaneThread() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LaneThread::run(const std::function<void()>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  changed_.notify_all();
  changed_.wait(lock, [&] { return work_ == nullptr; });
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void LaneThread::serve() {
  lower_priority();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || work_ != nullptr; });
    if (ends_) return;
    lock.unlock();
    std::exception_ptr error;
    try {
      (*work_)();
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    error_ = error;
    work_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace quadrille::server
