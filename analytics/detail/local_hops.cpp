#include "analytics/detail/local_hops.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace quadrille::analytics {
namespace {

// A level pushes if its front has at most this part of all edges.
constexpr std::uint64_t kPushedPart = 4;

template <class T>
void add_shared_sum(T& place, T term) {
  std::atomic_ref(place).fetch_add(term, std::memory_order_relaxed);
}

}  // namespace

LocalHops::LocalHops(Workers& workers, const Graph& graph, const HopSums& sums)
    : workers_(workers),
      graph_(graph),
      sums_(sums),
      front_(graph.own(), Bits{}, &workers.arena().own()),
      next_(graph.own(), Bits{}, &workers.arena().own()),
      seen_(graph.own(), Bits{}, &workers.arena().own()),
      list_(&workers.arena().own()),
      found_(&workers.arena().own()) {}

int LocalHops::run(std::span<const Huri> sources) {
  std::fill(seen_.begin(), seen_.end(), Bits{});
  all_ = {};
  for (std::size_t search = 0; search < sources.size(); ++search) {
    Bits bit{};
    bit.set(search);
    all_ |= bit;
    add(graph_.find(sources[search]), bit);
  }
  end_level(0);
  int depth = 0;
  while (!list_.empty()) {
    edges_* kPushedPart <= graph_.edges() ? push() : pull();
    end_level(static_cast<std::uint64_t>(++depth));
  }
  return depth - 1;
}

void LocalHops::add(Slot slot, const Bits& bits) {
  if (!next_[slot].any()) found_.push_back(slot);
  next_[slot] |= bits;
}

void LocalHops::push() {
  for (const Slot row : list_) {
    for (const Slot target : graph_.out().of(row)) {
      const Bits fresh = front_[row].without(seen_[target]);
      if (fresh.any()) add(target, fresh);
    }
    count_edges(graph_.out().degree(row));
  }
}

void LocalHops::pull() {
  for (Slot row = 0; row < graph_.own(); ++row) {
    const Bits wanted = all_.without(seen_[row]);
    if (!wanted.any()) continue;
    const Bits bits = pulled_bits<kWords>(graph_.in().of(row), front_, wanted);
    if (bits.any()) add(row, bits);
    count_edges(graph_.in().degree(row));
  }
}

// The vertices that were found become the front.
void LocalHops::end_level(std::uint64_t depth) {
  for (const Slot row : list_) front_[row] = {};
  std::swap(front_, next_);
  std::swap(list_, found_);
  found_.clear();
  edges_ = 0;
  for (const Slot row : list_) {
    seen_[row] |= front_[row];
    edges_ += graph_.out().degree(row);
    if (depth == 0) continue;  // a source itself
    const std::uint64_t searches = front_[row].count();
    add_shared_sum(sums_.total[row], searches * sums_.term(depth));
    add_shared_sum(sums_.reached[row], static_cast<std::uint32_t>(searches));
  }
}

void LocalHops::count_edges(std::uint64_t edges) {
  unchecked_edges_ += edges;
  if (unchecked_edges_ < Workers::kTaskEdges) return;
  unchecked_edges_ = 0;
  workers_.check();
}

}  // namespace quadrille::analytics
