#include "pgas/wait.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "pgas/detail/long_yield.hpp"

namespace quadrille::pgas {

namespace {

// A wait spins as long as sleeping and being woken would take: so it costs at most twice what the best choice would.
constexpr std::chrono::microseconds kSpin{40};
constexpr int kTurnsOfLook = 64;  // between two looks at the clock
// With more images than cores a wait yields: 4 turns made tests of 4 images on 2 cores take 6 times as long.
constexpr int kYieldTurns = 100;
// The maximum delay before a sleeper checks the abort word: one that waits for others of its team, and one of the many
// that wait for a command.
constexpr long kRecheckMs = 100, kIdleRecheckMs = 500;

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

// Looks at the word so many times.
bool changed_in_turns(const SharedWord& word, std::uint32_t old, int turns) {
  for (int turn = 0; turn < turns; ++turn) {
    if (word.load(std::memory_order_acquire) != old) return true;
    pause();
  }
  return false;
}

bool changed_while_spinning(const SharedWord& word, std::uint32_t old) {
  if (changed_in_turns(word, old, kTurnsOfLook)) return true;
  const auto end = std::chrono::steady_clock::now() + kSpin;
  while (std::chrono::steady_clock::now() < end) {
    if (changed_in_turns(word, old, kTurnsOfLook)) return true;
  }
  return false;
}

bool changed_while_yielding(const SharedWord& word, std::uint32_t old) {
  auto before = std::chrono::steady_clock::now();
  for (int turn = 0; turn < kYieldTurns; ++turn) {
    if (word.load(std::memory_order_acquire) != old) return true;
    sched_yield();
    const auto now = std::chrono::steady_clock::now();
    if (now - std::exchange(before, now) > detail::kLongYield) break;
  }
  return word.load(std::memory_order_acquire) != old;
}

bool changed_soon(const SharedWord& word, std::uint32_t old) {
  return may_spin() ? changed_while_spinning(word, old) : changed_while_yielding(word, old);
}

void sleep_a_while(const SharedWord& word, std::uint32_t old, long most_ms, const SharedWord* failed) {
  check_abort();
  if (failed && failed->load(std::memory_order_acquire) != 0) throw TeamFailed{};
  const timespec timeout{0, most_ms * 1'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT, old, &timeout, nullptr, 0);
}

}  // namespace

void check_abort() {
  const SharedWord* word = abort_word.load(std::memory_order_relaxed);
  if (word && word->load(std::memory_order_relaxed) != 0) {
    std::this_thread::sleep_for(kEndSeconds);
    fail(ErrorKind::internal, "the job is being ended because an image has failed");
  }
}

void wait_while_equal(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed,
                      SharedWord* sleepers) {
  if (patience == Patience::busy && changed_soon(word, old)) return;
  if (sleepers) sleepers->fetch_add(1, std::memory_order_seq_cst);
  const long most_ms = patience == Patience::idle ? kIdleRecheckMs : kRecheckMs;
  while (word.load(std::memory_order_seq_cst) == old) sleep_a_while(word, old, most_ms, failed);
  if (sleepers) sleepers->fetch_sub(1, std::memory_order_relaxed);
}

void wait_a_while(const SharedWord& word, std::uint32_t old, Patience patience, const SharedWord* failed) {
  if (patience == Patience::busy && changed_soon(word, old)) return;
  sleep_a_while(word, old, kRecheckMs, failed);
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
