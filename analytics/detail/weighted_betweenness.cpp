#include "analytics/detail/weighted_betweenness.hpp"

#include <algorithm>
#include <atomic>

#include "analytics/detail/path_search.hpp"
#include "analytics/shared_bits.hpp"

namespace quadrille::analytics {
namespace {

// Vertices of a task.
constexpr std::size_t kStepGrain = 128;

// Collective in the group. Calls f(slot) for the vertices of a level, each on the image that is free.
template <class F>
void for_each_slot(Workers& workers, const LevelOrder::Level& level, F&& f) {
  workers.for_each_task(level.size(), kStepGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) f(level.slots[place]);
  });
}

// Local. Calls f(neighbour, weight) for a row.
template <class F>
void for_each_neighbour(const Lists& lists, Slot row, F&& f) {
  const std::span<const Slot> neighbours = lists.of(row);
  const std::span<const double> weights = lists.weights_of(row);
  for (std::size_t edge = 0; edge < neighbours.size(); ++edge) f(neighbours[edge], weights[edge]);
}

}  // namespace

template <class Real>
WeightedBetweenness<Real>::WeightedBetweenness(Workers& workers, const Graph& graph, std::span<double> score)
    : workers_(workers),
      graph_(graph),
      mirrors_(workers, graph, sizeof(Real)),
      order_(workers, graph.own()),
      score_(score),
      values_(workers.make_shared<Real>(graph.slots())),
      waiting_(workers.make_shared<std::uint32_t>(graph.slots())) {
  if (!workers.is_one_group()) changed_ = workers.make_filled(words_for_bits(graph.slots()), std::uint64_t{0});
}

template <class Real>
void WeightedBetweenness<Real>::free() {
  mirrors_.free();
  order_.free();
  workers_.free_shared(values_);
  workers_.free_shared(waiting_);
  if (!workers_.is_one_group()) workers_.free_shared(changed_);
}

template <class Real>
std::optional<int> WeightedBetweenness<Real>::run(std::span<const Huri> sources) {
  const Huri source = sources[0];
  RoundMeter meter(workers_);
  find_distances(source);
  count_predecessors();
  begin(source);
  meter.end_round("order", graph_.vertices());
  LevelOrder::Size size = order_.end_level();
  for (int level = 0; size.vertices > 0; ++level) {
    if (level > 0) count_paths(level);
    if (!workers_.is_one_group()) send_values(level);
    const std::uint64_t frontier = size.vertices;
    for_each_slot(workers_, order_.level(level), [&](Slot row) { finish_steps(row); });
    if (!workers_.is_one_group()) collect_finished();
    size = order_.end_level();
    meter.end_round("push", frontier);
  }
  if (workers_.team().any(has_too_many_paths_)) {
    free_distances();
    return std::nullopt;
  }
  const int deepest = order_.levels() - 2;
  for (int level = deepest; level >= 0; --level) {
    accumulate(level);
    if (!workers_.is_one_group()) send_values(level);
    meter.end_round("back", order_.level(level).size());
  }
  free_distances();
  return deepest + 1;
}

template <class Real>
void WeightedBetweenness<Real>::find_distances(Huri source) {
  const std::span<const Huri> starts(&source, 1);
  distance_ = search_paths(workers_, graph_, mirrors_, starts, 0).distance;
  const PathTree tree = path_parents(workers_, graph_, mirrors_, starts, distance_);
  workers_.free_shared(tree.parent);
  flat_depth_ = tree.flat_depth;
}

template <class Real>
void WeightedBetweenness<Real>::free_distances() {
  workers_.free_shared(distance_);
  workers_.free_shared(flat_depth_);
}

template <class Real>
void WeightedBetweenness<Real>::count_predecessors() {
  for_each_row_range(workers_, graph_.in(), [&](const Range& rows) {
    for (std::size_t place = rows.begin; place < rows.end; ++place) {
      const auto row = static_cast<Slot>(place);
      std::uint32_t count = 0;
      if (distance_[row] < kUnreachable) {
        for_each_neighbour(graph_.in(), row,
                           [&](Slot from, double weight) { count += is_step(from, row, weight) ? 1 : 0; });
      }
      waiting_[row] = count;
    }
  });
  const Range mine = workers_.my_part(graph_.ghosts());
  std::fill_n(waiting_.data() + graph_.own() + mine.begin, mine.size(), 0);
  workers_.barrier();
}

template <class Real>
void WeightedBetweenness<Real>::begin(Huri source) {
  order_.clear();
  const Slot slot = graph_.find(source);
  if (!workers_.is_first() || slot == kNoSlot || !graph_.is_own(slot)) return;
  values_[slot] = Real(1);
  order_.add(slot, 1, 0);
}

// The successors of a vertex wait for one less; the last one to count down gives them a level.
template <class Real>
void WeightedBetweenness<Real>::finish_steps(Slot row) {
  for_each_neighbour(graph_.out(), row, [&](Slot to, double weight) {
    if (!is_step(row, to, weight)) return;
    if (!graph_.is_own(to)) {
      std::atomic_ref(waiting_[to]).fetch_add(1, std::memory_order_relaxed);
      set_bit_shared(changed_, to);
    } else if (std::atomic_ref(waiting_[to]).fetch_sub(1, std::memory_order_relaxed) == 1) {
      order_.add(to, 1, 0);
    }
  });
}

template <class Real>
void WeightedBetweenness<Real>::collect_finished() {
  mirrors_.template collect<std::uint32_t>(waiting_, changed_, [&](Slot own, std::uint32_t count, int) {
    if (std::atomic_ref(waiting_[own]).fetch_sub(count, std::memory_order_relaxed) == count) order_.add(own, 1, 0);
  });
  const Range mine = workers_.my_part(changed_.size());
  for_each_bit(changed_, mine.begin, mine.end, [&](std::size_t ghost) { waiting_[ghost] = 0; });
  workers_.fill(changed_, std::uint64_t{0});
}

template <class Real>
void WeightedBetweenness<Real>::count_paths(int level) {
  for_each_slot(workers_, order_.level(level), [&](Slot row) {
    Real sum{};
    for_each_neighbour(graph_.in(), row, [&](Slot from, double weight) {
      if (is_step(from, row, weight)) sum += values_[from];
    });
    values_[row] = sum;
    has_too_many_paths_ |= is_too_large(sum);
  });
}

template <class Real>
void WeightedBetweenness<Real>::accumulate(int level) {
  for_each_slot(workers_, order_.level(level), [&](Slot row) {
    Real sum{};
    for_each_neighbour(graph_.out(), row, [&](Slot to, double weight) {
      if (is_step(row, to, weight)) sum += values_[to];
    });
    const double delta = product(values_[row], sum);
    if (level > 0) score_[row] += delta;
    values_[row] = quotient(1 + delta, values_[row]);
  });
}

template <class Real>
void WeightedBetweenness<Real>::send_values(int level) {
  const LevelOrder::Level sent = order_.level(level);
  const Range mine = workers_.my_part(sent.size());
  for (const Slot row : sent.slots.subspan(mine.begin, mine.size())) set_bit_shared(changed_, row);
  workers_.barrier();
  mirrors_.update(values_, changed_);
  workers_.fill(changed_, std::uint64_t{0});
}

template class WeightedBetweenness<double>;
template class WeightedBetweenness<Scaled>;

}  // namespace quadrille::analytics
