#pragma once

// A GroupCommit lets threads share a commit: a thread that arrives while a commit runs waits, and the next commit
// takes all that wait. The first of them leads it; the others sleep until it is done.
//
//   GroupCommit<Transaction> commits([&](std::span<Transaction* const> transactions) { ... one write, one sync ... });
//   commits.submit(transaction);        // in every thread; returns when its transaction is committed
//
// So a sync of 1 ms serves 16 threads at once, and a single thread does not wait for others. Commits are in the order
// of submission and never overlap. An exception of a commit is thrown to all threads that took part in it; errors of a
// single transaction belong into its Work.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace quadrille {

template <class Work>
class GroupCommit {
 public:
  using Commit = std::function<void(std::span<Work* const>)>;

  // At most `most` transactions go into one commit; at least 1. Work for which `shares` is false (for example long
  // work that others should not wait for) has its own commit.
  explicit GroupCommit(Commit commit, std::size_t most = 1024, std::function<bool(const Work&)> shares = {})
      : commit_(std::move(commit)), most_(most), shares_(std::move(shares)) {}
  GroupCommit(const GroupCommit&) = delete;
  GroupCommit& operator=(const GroupCommit&) = delete;

  // From any thread. `work` is used until this returns.
  void submit(Work& work) {
    Waiting me{&work, {}, false, {}};
    std::unique_lock lock(mutex_);
    queue_.push_back(&me);
    me.changed.wait(lock, [&] { return me.done || (!running_ && queue_.front() == &me); });
    if (!me.done) lead(lock);
    if (me.error) std::rethrow_exception(me.error);
  }

  // The number of waiting threads, without those in the running commit.
  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
  }

 private:
  struct Waiting {
    Work* work;
    std::condition_variable changed;
    bool done;
    std::exception_ptr error;
  };

  void lead(std::unique_lock<std::mutex>& lock) {
    running_ = true;
    const auto shares = [&](const Waiting* one) { return !shares_ || shares_(*one->work); };
    std::ptrdiff_t count = 1;
    if (shares(queue_.front())) {
      const auto most = queue_.begin() + static_cast<std::ptrdiff_t>(std::min(most_, queue_.size()));
      count = std::find_if_not(queue_.begin(), most, shares) - queue_.begin();
    }
    const std::vector<Waiting*> group(queue_.begin(), queue_.begin() + count);
    queue_.erase(queue_.begin(), queue_.begin() + count);
    lock.unlock();
    std::vector<Work*> works;
    for (const Waiting* one : group) works.push_back(one->work);
    std::exception_ptr error;
    try {
      commit_(works);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    running_ = false;
    for (Waiting* one : group) {
      one->error = error;
      one->done = true;
      one->changed.notify_one();
    }
    if (!queue_.empty()) queue_.front()->changed.notify_one();
  }

  const Commit commit_;
  const std::size_t most_;
  const std::function<bool(const Work&)> shares_;
  mutable std::mutex mutex_;
  bool running_ = false;
  std::deque<Waiting*> queue_;
};

}  // namespace quadrille
