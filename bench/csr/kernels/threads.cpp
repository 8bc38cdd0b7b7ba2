#include "bench/csr/kernels/threads.hpp"

namespace quadrille::bench {

namespace {

constexpr int kSpins = 2000;

void pause_core() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

template <class Done>
bool spin_until(const Done& done) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (done()) return true;
    pause_core();
  }
  return false;
}

}  // namespace

Threads::Threads(int count) {
  for (int thread = 1; thread < count; ++thread) others_.emplace_back([this, thread] { serve(thread); });
}

Threads::~Threads() {
  ending_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Threads::run(const std::function<void(int)>& work) {
  if (others_.empty()) return work(0);
  work_ = &work;
  busy_ = static_cast<int>(others_.size());
  ++round_;
  round_.notify_all();
  work(0);
  while (!spin_until([&] { return busy_ == 0; })) std::this_thread::yield();
}

void Threads::serve(int thread) {
  for (std::uint32_t seen = 0;; ++seen) {
    if (!spin_until([&] { return round_ != seen; })) round_.wait(seen);
    if (ending_) return;
    (*work_)(thread);
    --busy_;
  }
}

}  // namespace quadrille::bench
