#pragma once

// A LightTask is a coroutine that LightTasks runs: a function that returns LightTask and contains co_await or
// co_return. It begins when the scheduler resumes it the first time. An exception in it ends LightTasks::run().

#include <coroutine>
#include <cstddef>
#include <exception>
#include <utility>

#include "pgas/frame_pool.hpp"

namespace quadrille::pgas {

class LightTask {
 public:
  struct promise_type {
    LightTask get_return_object() { return LightTask(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { error = std::current_exception(); }
    static void* operator new(std::size_t bytes) { return FramePool::take(bytes); }
    static void operator delete(void* frame) { FramePool::give_back(frame); }

    std::exception_ptr error;
  };

  LightTask() = default;
  LightTask(LightTask&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  LightTask& operator=(LightTask&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~LightTask() {
    if (handle_) handle_.destroy();
  }

  bool exists() const { return handle_ != nullptr; }
  // Local. Runs until the next wait or the end; returns whether the task has ended. Throws what the task throws.
  bool resume() {
    handle_.resume();
    if (!handle_.done()) return false;
    if (handle_.promise().error) std::rethrow_exception(handle_.promise().error);
    return true;
  }

 private:
  explicit LightTask(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

}  // namespace quadrille::pgas
