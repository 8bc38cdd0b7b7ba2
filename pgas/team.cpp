#include "pgas/team.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "pgas/detail/image_control.hpp"

namespace quadrille::pgas {

static_assert(detail::kContributionBytes == detail::kSlotBytes);

Team::Team(Heap& heap, std::vector<ImageId> members, int rank, std::vector<detail::LaneControl*> lanes, int lane)
    : heap_(heap),
      members_(std::move(members)),
      rank_(rank),
      group_begins_{0, size()},
      lanes_(std::move(lanes)),
      lane_(lane) {}

int Team::group_of(int member) const {
  return static_cast<int>(std::upper_bound(group_begins_.begin(), group_begins_.end(), member) -
                          group_begins_.begin()) -
         1;
}

// Central counter: the last to arrive opens the barrier by moving the generation on. `sleepers` spares the wake-up call
// when all are still spinning.
void Team::barrier() {
  ++counters_.barriers;
  if (size() == 1) return;
  detail::LaneControl& control = *lanes_[0];
  const std::uint32_t generation = control.generation.load(std::memory_order_relaxed);
  if (control.arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(size())) {
    control.arrived.store(0, std::memory_order_relaxed);
    control.generation.store(generation + 1, std::memory_order_seq_cst);
    if (control.sleepers.load(std::memory_order_seq_cst) != 0) wake_all(control.generation);
    return;
  }
  control.sleepers.fetch_add(1, std::memory_order_seq_cst);
  wait_while_equal(control.generation, generation, Patience::busy, &control.failed);
  control.sleepers.fetch_sub(1, std::memory_order_relaxed);
}

void Team::sync_all() {
  fence();
  barrier();
}

void Team::gather_bytes(const void* mine, void* all, std::size_t bytes) {
  ++counters_.collectives;
  if (size() == 1) {
    std::memcpy(all, mine, bytes);
    return;
  }
  const auto slot = static_cast<std::size_t>(slot_);
  slot_ ^= 1;
  std::memcpy(lanes_[static_cast<std::size_t>(rank_)]->slots[slot].data(), mine, bytes);
  barrier();
  auto* to = static_cast<std::byte*>(all);
  for (const detail::LaneControl* lane : lanes_) {
    std::memcpy(to, lane->slots[slot].data(), bytes);
    to += bytes;
  }
  counters_.bytes += bytes * (members_.size() - 1);
}

std::vector<std::string> Team::all_gather_bytes(std::string_view mine) {
  if (size() == 1) return {std::string(mine)};
  QueryArena arena(heap_);
  const std::string_view shared = arena.copy(mine);
  struct Place {
    const char* data;
    std::size_t bytes;
  };
  std::vector<std::string> all;
  for (const Place& place : all_gather(Place{shared.data(), shared.size()})) {
    all.emplace_back(place.data, place.bytes);
    counters_.bytes += place.bytes;
  }
  barrier();  // nobody reads the arena any more
  return all;
}

std::string Team::broadcast(std::string_view bytes, int root) {
  return all_gather_bytes(rank_ == root ? bytes : std::string_view{})[static_cast<std::size_t>(root)];
}

void Team::agree(const Outcome& mine) {
  struct Report {
    std::int32_t kind = -1;
    char message[detail::kContributionBytes - sizeof(std::int32_t)] = {};
  };
  if (size() == 1) {
    if (mine.error()) throw *mine.error();
    return;
  }
  if (!any(mine.error().has_value())) return;
  Report report;
  if (mine.error()) {
    report.kind = static_cast<std::int32_t>(mine.error()->kind());
    const std::string_view message = mine.error()->what();
    std::copy_n(message.data(), std::min(message.size(), sizeof report.message - 1), report.message);
  }
  for (const Report& theirs : all_gather(report)) {
    if (theirs.kind >= 0) throw Error(static_cast<ErrorKind>(theirs.kind), theirs.message);
  }
}

// The first to fail tells its error; whoever waits in a barrier is woken and gives up.
void Team::report_failure(const Error& error) {
  if (size() == 1) {
    solo_error_ = error;
    return;
  }
  detail::LaneControl& control = *lanes_[0];
  if (control.failed.exchange(1) != 0) return;
  control.error_kind = static_cast<std::int32_t>(error.kind());
  const std::string_view message = error.what();
  const std::size_t length = std::min(message.size(), control.error_message.size() - 1);
  std::copy_n(message.data(), length, control.error_message.data());
  control.error_message[length] = '\0';
  control.error_ready.store(1, std::memory_order_release);
  wake_all(control.generation);
}

void Team::check_failed() const {
  if (size() > 1 && lanes_[0]->failed.load(std::memory_order_relaxed) != 0) throw TeamFailed{};
}

// All members meet here once a run, by words of its own, so that nobody is in barrier() when the last one cleans up.
void Team::end_run() {
  if (size() == 1) {
    if (const auto error = std::exchange(solo_error_, std::nullopt)) throw *error;
    return;
  }
  detail::LaneControl& control = *lanes_[0];
  const auto meet = [&](auto&& last) {
    const std::uint32_t generation = control.run_generation.load(std::memory_order_relaxed);
    if (control.run_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(size())) {
      last();
      control.run_arrived.store(0, std::memory_order_relaxed);
      control.run_generation.store(generation + 1, std::memory_order_seq_cst);
      wake_all(control.run_generation);
    } else {
      wait_while_equal(control.run_generation, generation, Patience::busy);
    }
  };
  // One member reads `failed` for all: a quick one may be in its next run, and fail, before a slow one looks.
  meet([&] { control.run_verdict = control.failed.load(std::memory_order_acquire); });
  if (control.run_verdict.load(std::memory_order_acquire) == 0) return;
  while (control.error_ready.load(std::memory_order_acquire) == 0)
    wait_while_equal(control.error_ready, 0, Patience::busy);
  const Error error(static_cast<ErrorKind>(control.error_kind), control.error_message.data());
  slot_ = 0;
  meet([&] {
    control.arrived = 0;
    control.sleepers = 0;
    control.error_ready = 0;
    control.failed = 0;
  });
  throw error;
}

void Team::put(int member, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  if (member != rank_) counters_.bytes += bytes;
}

void Team::get(int member, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
  if (member != rank_) counters_.bytes += bytes;
}

// Inside a group a copy is done when memcpy returns; the fences order it against what follows.
void Team::put_fence(int) {
  std::atomic_thread_fence(std::memory_order_release);
}
void Team::get_fence(int) {
  std::atomic_thread_fence(std::memory_order_acquire);
}
void Team::fence(int) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

}  // namespace quadrille::pgas
