#pragma once

// Threads run one piece of work together. The calling thread is number 0. Idle threads first spin, for about a tenth of
// a millisecond, and then sleep, so short pieces follow each other without a system call.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "bench/csr/kernels/array.hpp"

namespace quadrille::bench {

class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  Threads(const Threads&) = delete;

  int count() const { return static_cast<int>(others_.size()) + 1; }

  // Calls work(thread) in every thread and returns when all calls have returned. The work must not throw.
  void run(const std::function<void(int thread)>& work);

  // Calls work(begin, end, thread) for all parts of 0 .. size - 1 of at most `grain`; a free thread takes the next
  // part.
  template <class Work>
  void for_each_part(std::size_t size, std::size_t grain, const Work& work) {
    if (size <= grain) {
      if (size > 0) work(std::size_t{0}, size, 0);
      return;
    }
    std::atomic<std::size_t> next = 0;
    run([&](int thread) {
      for (std::size_t begin = next.fetch_add(grain); begin < size; begin = next.fetch_add(grain)) {
        work(begin, std::min(begin + grain, size), thread);
      }
    });
  }

  template <class T>
  void fill(Array<T>& values, const T& value) {
    for_each_part(values.size(), std::size_t{1} << 16, [&](std::size_t begin, std::size_t end, int) {
      std::fill(values.begin() + begin, values.begin() + end, value);
    });
  }

 private:
  void serve(int thread);

  std::vector<std::thread> others_;
  const std::function<void(int)>* work_ = nullptr;
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<int> busy_ = 0;
  bool ending_ = false;
};

// A value of each thread, on cache lines of its own.
template <class T>
class PerThread {
 public:
  explicit PerThread(const Threads& threads) : values_(static_cast<std::size_t>(threads.count())) {}

  T& operator[](int thread) { return values_[static_cast<std::size_t>(thread)].value; }
  T sum() const {
    T all{};
    for (const Padded& one : values_) all += one.value;
    return all;
  }

 private:
  struct alignas(128) Padded {
    T value{};
  };
  std::vector<Padded> values_;
};

}  // namespace quadrille::bench
