#include "analytics/detail/core_bounds.hpp"

#include <algorithm>

#include "analytics/detail/core_peeling.hpp"
#include "analytics/detail/degree_order.hpp"

namespace quadrille::analytics::detail {
namespace {

// Peeling is cheaper if more than one in so many vertices has a new bound.
constexpr std::uint64_t kPeeledShare = 16;

}  // namespace

CoreBounds::CoreBounds(Workers& workers, const Graph& graph)
    : workers_(workers),
      graph_(graph),
      mirrors_(workers, graph, sizeof(std::uint32_t)),
      ghost_lists_(workers, graph),
      bound_(workers.make_shared<std::uint32_t>(graph.slots())),
      below_(workers.make_shared<Slot>(graph.own())),
      waits_(workers.make_filled(words_for_bits(graph.own()), std::uint64_t{0})),
      fallen_(workers.make_filled(words_for_bits(graph.own()), std::uint64_t{0})),
      fallen_ghosts_(&workers.arena().own()),
      count_(&workers.arena().own()) {}

CoreResult CoreBounds::run() {
  RoundMeter meter(workers_);
  count_neighbours(workers_, graph_, bound_);
  mirrors_.update_all(bound_);
  peel();
  while (const std::uint64_t lowered = workers_.team().sum(lowered_)) {
    lowered_ = 0;
    exchange();
    const bool are_many = lowered > graph_.vertices() / kPeeledShare;
    meter.end_round(are_many ? "peel" : "settle", lowered);
    if (are_many) {
      peel();
    } else {
      settle_neighbours_of_fallen();
    }
  }
  mirrors_.free();
  ghost_lists_.free(workers_);
  workers_.free_shared(below_);
  workers_.free_shared(waits_);
  workers_.free_shared(fallen_);
  CoreResult result{.core = bound_.first(graph_.own())};
  const Range mine = workers_.my_part(graph_.own());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    result.greatest = std::max(result.greatest, bound_[slot]);
  }
  result.greatest = workers_.team().max(result.greatest);
  return result;
}

void CoreBounds::peel() {
  fallen_ghosts_.clear();
  const GhostCores ghosts{ghost_lists_, bound_};
  const PeeledCores peeled = peel_cores(workers_, graph_, &ghosts, nullptr);
  const Range mine = workers_.my_part(graph_.own(), 64);
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    if (peeled.core[slot] == bound_[slot]) continue;
    bound_[slot] = peeled.core[slot];
    set_bit(fallen_, slot);
    ++lowered_;
  }
  workers_.free_shared(peeled.core);
}

void CoreBounds::settle_stack() {
  while (top_ != kNoSlot) {
    const Slot next = top_;
    top_ = below_[next];
    std::atomic_ref(waits_[next / 64]).fetch_and(~(std::uint64_t{1} << (next % 64)), std::memory_order_relaxed);
    lower(next);
  }
}

void CoreBounds::lower(Slot vertex) {
  // Another image lowers a bound and then sees that `vertex` waits, or this one, for which it waits no longer, sees the
  // new bound.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  edges_ += graph_.out().degree(vertex);
  if (edges_ >= Workers::kTaskEdges) {
    workers_.check();
    edges_ = 0;
  }
  std::atomic_ref<std::uint32_t> bound(bound_[vertex]);
  std::uint32_t old = bound.load(std::memory_order_relaxed);
  const std::uint32_t supported = supported_bound(vertex, old);
  while (supported < old) {
    if (!bound.compare_exchange_weak(old, supported, std::memory_order_relaxed)) continue;
    std::atomic_thread_fence(std::memory_order_seq_cst);
    ++lowered_;
    set_bit_shared(fallen_, vertex);
    for_each_different(graph_.out(), vertex, [&](Slot neighbour) {
      if (graph_.is_own(neighbour)) wake(neighbour, supported, old);
    });
    return;
  }
}

std::uint32_t CoreBounds::supported_bound(Slot vertex, std::uint32_t bound) {
  count_.assign(std::size_t{bound} + 1, 0);
  Slot last = vertex;
  for (const Slot neighbour : graph_.out().of(vertex)) {
    if (neighbour == vertex || neighbour == last) continue;
    last = neighbour;
    const std::uint32_t its = std::min(bound, load_relaxed(bound_[neighbour]));
    if (++count_[its] == bound && its == bound) return bound;
  }
  std::uint32_t at_least = 0;
  for (; bound > 0; --bound) {
    at_least += count_[bound];
    if (at_least >= bound) break;
  }
  return bound;
}

void CoreBounds::wake(Slot vertex, std::uint32_t bound, std::uint32_t old_bound) {
  const std::uint32_t its = load_relaxed(bound_[vertex]);
  if (its <= bound || its > old_bound || !set_bit_shared(waits_, vertex)) return;
  below_[vertex] = top_;
  top_ = vertex;
}

void CoreBounds::exchange() {
  mirrors_.update<std::uint32_t>(bound_, fallen_, [&](Slot ghost, std::uint32_t old_bound) {
    fallen_ghosts_.push_back({ghost, old_bound});
  });
  const Range words = workers_.my_part(fallen_.size());
  std::fill_n(fallen_.begin() + static_cast<std::ptrdiff_t>(words.begin), words.size(), 0);
  workers_.barrier();
}

void CoreBounds::settle_neighbours_of_fallen() {
  for (const auto& [ghost, old_bound] : fallen_ghosts_) {
    for (const Slot neighbour : ghost_lists_.of(ghost)) wake(neighbour, bound_[ghost], old_bound);
  }
  fallen_ghosts_.clear();
  settle_stack();
  workers_.barrier();
}

}  // namespace quadrille::analytics::detail
