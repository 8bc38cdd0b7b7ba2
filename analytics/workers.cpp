#include "analytics/workers.hpp"

#include <algorithm>
#include <compare>
#include <new>

#include "pgas/placed_memory.hpp"

namespace quadrille::analytics {
namespace {

// An image that may hold a new array. The least one is chosen: the sum of the images' high waters, which is what the
// query has needed, grows least.
struct HolderChoice {
  std::size_t growth_bytes;  // of the high water
  std::size_t used_bytes;

  auto operator<=>(const HolderChoice&) const = default;
};

// Memory that is no part of the query's, because of a policy, is taken from all images alike.
HolderChoice holder_choice(const pgas::QueryArena& arena, pgas::Heap& heap, std::size_t bytes) {
  const pgas::Structure structure = pgas::PlacementScope::now();
  if (!pgas::counts_for_query(structure)) return {0, pgas::heap_of(heap, structure).usage().used_bytes};
  const std::size_t used = arena.used_bytes(), wanted = used + bytes;
  return {wanted - std::min(wanted, arena.high_water_bytes()), used};
}

}  // namespace

Workers::Workers(pgas::Team& team, pgas::QueryArena& arena, Watch& watch)
    : team_(team),
      arena_(arena),
      watch_(watch),
      size_(team.group_size()),
      place_(team.rank() - team.group_begin(team.group())) {
  if (size_ == 1) return;
  Counter* mine = nullptr;
  if (is_first()) {
    mine = arena_.make_span<Counter>(kCounters + 1).data();  // with room to align
    mine = reinterpret_cast<Counter*>((reinterpret_cast<std::uintptr_t>(mine) + alignof(Counter) - 1) /
                                      alignof(Counter) * alignof(Counter));
    for (std::size_t counter = 0; counter < kCounters; ++counter) new (mine + counter) Counter{{0}};
  }
  counters_ = gather(mine)[0];
}

Range Workers::part(int place, std::size_t count, std::size_t multiple) const {
  const std::size_t units = (count + multiple - 1) / multiple;
  const auto images = static_cast<std::size_t>(size_);
  const auto which = static_cast<std::size_t>(place);
  return {std::min(count, units * which / images * multiple), std::min(count, units * (which + 1) / images * multiple)};
}

void* Workers::make_shared_bytes(std::size_t bytes) {
  if (size_ == 1) return arena_.allocate(bytes, 64);
  int holder = 0;
  if (bytes >= pgas::QueryArena::kLargeBytes) {
    const auto choices = gather(holder_choice(arena_, team_.heap(), bytes));
    holder = static_cast<int>(std::min_element(choices.begin(), choices.end()) - choices.begin());
  }
  void* mine = nullptr;
  if (holder == place_) mine = arena_.allocate(bytes, 64);
  return gather(mine)[static_cast<std::size_t>(holder)];
}

std::atomic<std::uint64_t>* Workers::begin_tasks() {
  if (size_ == 1) return nullptr;
  const std::size_t loop = loops_++;
  if (is_first()) counters_[(loop + 1) % kCounters].next.store(0, std::memory_order_relaxed);
  return &counters_[loop % kCounters].next;
}

void RoundMeter::end_round(std::string_view direction, std::uint64_t frontier, double residual) {
  const pgas::Counters now = workers_.team().counters();
  const pgas::Counters used = now - before_;
  workers_.watch().round({direction, frontier, used.messages, used.sent_bytes, stopwatch_.seconds() * 1000,
                          workers_.unreduced_bytes() - unreduced_before_, residual});
  before_ = now;
  unreduced_before_ = workers_.unreduced_bytes();
  stopwatch_.restart();
}

}  // namespace quadrille::analytics
