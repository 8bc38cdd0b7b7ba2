#include "analytics/detail/boruvka.hpp"

#include <atomic>
#include <utility>
#include <vector>

#include "analytics/shared_bits.hpp"

namespace quadrille::analytics::detail {

bool is_better(const ForestEdge& left, const ForestEdge& right, bool maximum) {
  if (left.weight != right.weight) return (left.weight < right.weight) != maximum;
  return left.source != right.source ? left.source < right.source : left.target < right.target;
}

Boruvka::Boruvka(Workers& workers, const Graph& graph, bool maximum)
    : workers_(workers),
      graph_(graph),
      maximum_(maximum),
      trees_(workers, graph.slots()),
      best_(workers.make_filled(graph.slots(), kNone)),
      chosen_(workers.make_filled(graph.slots(), kNone)),
      inner_(workers.make_filled<std::uint64_t>(words_for_bits(graph.own()), 0)) {}

std::span<ForestEdge> Boruvka::run() {
  RoundMeter meter(workers_);
  do {
    find_best();
    meter.end_round("boruvka", graph_.vertices());
  } while (unite_trees());
  return collect();
}

ForestEdge Boruvka::edge_of(RowAndPlace edge) const {
  const Slot row = row_of(edge);
  const Huri source = graph_.huri(row), target = graph_.huri(target_of(edge));
  const std::span<const double> weights = graph_.out().weights_of(row);
  const double weight = weights.empty() ? 1 : weights[edge & 0xffffffff];
  return source < target ? ForestEdge{source, target, weight} : ForestEdge{target, source, weight};
}

void Boruvka::offer(Slot tree, RowAndPlace edge) {
  std::atomic_ref<RowAndPlace> best(best_[tree]);
  RowAndPlace old = best.load(std::memory_order_relaxed);
  const ForestEdge offered = edge_of(edge);
  while (old == kNone || is_better(offered, edge_of(old), maximum_)) {
    if (best.compare_exchange_weak(old, edge, std::memory_order_relaxed)) return;
  }
}

// The best edge of an own vertex that leaves its tree. Offers those to ghosts to the trees of the ghosts, too: their
// lists are elsewhere.
Boruvka::RowAndPlace Boruvka::best_of(Slot row) {
  const std::span<const Slot> list = graph_.out().of(row);
  const std::span<const double> weights = graph_.out().weights_of(row);
  const Slot tree = trees_.above(row);
  RowAndPlace best = kNone;
  for (std::size_t place = 0; place < list.size(); ++place) {
    const Slot other = trees_.above(list[place]);
    if (other == tree) continue;
    const RowAndPlace edge = RowAndPlace{row} << 32 | place;
    if (!graph_.is_own(list[place])) offer(other, edge);
    const bool may_be_best =
        best == kNone || weights.empty() ||
        (maximum_ ? weights[place] >= weights[best & 0xffffffff] : weights[place] <= weights[best & 0xffffffff]);
    if (may_be_best && (best == kNone || is_better(edge_of(edge), edge_of(best), maximum_))) best = edge;
  }
  return best;
}

void Boruvka::find_best() {
  for_each_row_range(workers_, graph_.out(), [&](Range rows) {
    for (std::size_t number = rows.begin; number < rows.end; ++number) {
      const auto row = static_cast<Slot>(number);
      if ((load_relaxed(inner_[row / 64]) >> (row % 64) & 1) != 0) continue;
      const RowAndPlace best = best_of(row);
      if (best == kNone) {
        set_bit_shared(inner_, row);
      } else {
        offer(trees_.above(row), best);
      }
    }
  });
}

// Collective in the group. Returns true if it has united trees.
bool Boruvka::unite_trees() {
  const Range mine = workers_.my_part(best_.size());
  std::uint64_t united = 0;
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    if (slot % Workers::kTaskEdges == 0) workers_.check();
    const RowAndPlace edge = std::exchange(best_[slot], kNone);
    if (edge == kNone) continue;
    // Two trees may have chosen the same edge: the second finds them united.
    const Slot gone = trees_.unite(row_of(edge), target_of(edge));
    if (gone == kNoSlot) continue;
    chosen_[gone] = edge;
    ++united;
  }
  workers_.barrier();
  trees_.flatten();
  return workers_.sum(united) > 0;
}

std::span<ForestEdge> Boruvka::collect() {
  workers_.free_shared(best_);
  workers_.free_shared(inner_);
  trees_.free();
  const Range mine = workers_.my_part(chosen_.size());
  std::size_t count = 0, first = 0, total = 0;
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) count += chosen_[slot] != kNone;
  const std::vector<std::size_t> counts = workers_.gather(count);
  for (std::size_t image = 0; image < counts.size(); ++image) {
    if (image == static_cast<std::size_t>(workers_.place())) first = total;
    total += counts[image];
  }
  const std::span<ForestEdge> edges = workers_.make_shared<ForestEdge>(total);
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    if (chosen_[slot] != kNone) edges[first++] = edge_of(chosen_[slot]);
  }
  workers_.free_shared(chosen_);
  return edges;
}

}  // namespace quadrille::analytics::detail
