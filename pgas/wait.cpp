#include "pgas/wait.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <thread>

#include "base/error.hpp"

namespace quadrille::pgas {

namespace {

// A wait spins as long as sleeping and being woken would take: so it costs at most twice what the best choice would.
constexpr std::chrono::microseconds kSpin{40};
constexpr int kTurnsOfLook = 64;  // between two looks at the clock
constexpr int kYieldTurns = 100;  // with more images than cores; 4 made tests of 4 images on 2 cores 6 times as long
constexpr long kRecheckMs = 100;  // the maximum delay before a sleeper checks the abort word

// The image that sets the abort word ends all processes within this time; a thread that continued with an error would
// only add messages.
constexpr std::chrono::seconds kEndSeconds{5};

std::atomic<const SharedWord*> abort_word{nullptr};
std::atomic<bool> spinning{true};

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

bool changed_within(const SharedWord& word, std::uint32_t old, int turns, void (*wait)()) {
  for (int turn = 0; turn < turns; ++turn) {
    if (word.load(std::memory_order_acquire) != old) return true;
    wait();
  }
  return false;
}

bool changed_soon(const SharedWord& word, std::uint32_t old) {
  if (!may_spin()) return changed_within(word, old, kYieldTurns, [] { sched_yield(); });
  if (changed_within(word, old, kTurnsOfLook, pause)) return true;
  const auto end = std::chrono::steady_clock::now() + kSpin;
  while (std::chrono::steady_clock::now() < end) {
    if (changed_within(word, old, kTurnsOfLook, pause)) return true;
  }
  return false;
}

}  // namespace

void check_abort() {
  const SharedWord* word = abort_word.load(std::memory_order_relaxed);
  if (word && word->load(std::memory_order_relaxed) != 0) {
    std::this_thread::sleep_for(kEndSeconds);
    fail(ErrorKind::internal, "the job is being ended because an image has failed");
  }
}

void wait_while_equal(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed) {
  if (patience == Patience::busy && changed_soon(word, old)) return;
  while (word.load(std::memory_order_acquire) == old) wait_a_while(word, old, Patience::idle, failed);
}

void wait_a_while(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed) {
  if (patience == Patience::busy && changed_soon(word, old)) return;
  check_abort();
  if (failed && failed->load(std::memory_order_acquire) != 0) throw TeamFailed{};
  const timespec timeout{0, kRecheckMs * 1'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, old, &timeout, nullptr, 0);
}

void wake_all(SharedWord& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void set_abort_word(const SharedWord* word) {
  abort_word = word;
}

void set_spinning(bool spin) {
  spinning = spin;
}

bool may_spin() {
  return spinning.load(std::memory_order_relaxed);
}

}  // namespace quadrille::pgas
