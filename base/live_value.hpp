#pragma once

// A LiveValue is a value that many threads read and that is seldom replaced, such as a setting of a running server.
//
//   get()   one atomic load, no lock. The reference stays valid as long as the LiveValue lives.
//   set()   keeps the values before, since readers may still use them: a value for each call, which is why it is for
//           changes by people.
//
// A reader that needs several members of one value calls get() once, so that it does not see parts of two values.

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace quadrille {

template <class Value>
class LiveValue {
 public:
  explicit LiveValue(Value first) { set(std::move(first)); }
  LiveValue(const LiveValue&) = delete;
  LiveValue& operator=(const LiveValue&) = delete;

  const Value& get() const { return *current_.load(std::memory_order_acquire); }

  void set(Value next) { set(std::make_shared<const Value>(std::move(next))); }
  // Does not throw, if there is room for one more value (reserve()).
  void set(std::shared_ptr<const Value> next) {
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(next));
    current_.store(all_.back().get(), std::memory_order_release);
  }
  // Makes room for one more value.
  void reserve() {
    const std::lock_guard lock(mutex_);
    if (all_.size() == all_.capacity()) all_.reserve(2 * all_.size() + 1);
  }

 private:
  std::atomic<const Value*> current_ = nullptr;
  std::mutex mutex_;
  std::vector<std::shared_ptr<const Value>> all_;  // in the order of set()
};

}  // namespace quadrille
