#include "analytics/detail/hop_betweenness.hpp"

#include <atomic>
#include <type_traits>

#include "analytics/shared_bits.hpp"

namespace quadrille::analytics {
namespace {

// Vertices of a task.
constexpr std::size_t kLevelGrain = 128;
// A level pushes if it has at most this part of all edges.
constexpr std::uint64_t kPushPart = 20;

// Local, atomic. Returns the lanes that `place` had.
std::uint8_t add_lanes_shared(std::uint8_t& place, std::uint8_t lanes) {
  return std::atomic_ref(place).fetch_or(lanes, std::memory_order_relaxed);
}

// Collective in the group. Calls f(slot, mask) for the vertices of a level, each on the image that is free.
template <class F>
void for_each_of_level(Workers& workers, const LevelOrder::Level& level, F&& f) {
  workers.for_each_task(level.size(), kLevelGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) f(level.slots[place], level.masks[place]);
  });
}

// Local. Calls f(slot, mask) for this image's part of a level.
template <class F>
void for_my_part_of_level(const Workers& workers, const LevelOrder::Level& level, F&& f) {
  const Range mine = workers.my_part(level.size());
  for (std::size_t place = mine.begin; place < mine.end; ++place) f(level.slots[place], level.masks[place]);
}

}  // namespace

template <int kLanes, class Real>
HopBetweenness<kLanes, Real>::HopBetweenness(Workers& workers, const Graph& graph, std::span<double> score)
    : workers_(workers),
      graph_(graph),
      mirrors_(workers, graph, sizeof(Lanes<kLanes, Real>)),
      order_(workers, graph.own() * (kLanes == 1 ? 1 : 2)),  // a vertex has several levels in different lanes
      long_out_(workers, graph.out()),
      long_in_(workers, graph.in()),
      score_(score),
      values_(workers.make_shared<Lanes<kLanes, Real>>(graph.slots())),
      seen_(workers.make_shared<std::uint8_t>(graph.slots())),
      front_(workers.make_filled(graph.slots(), std::uint8_t{0})),
      fresh_(workers.make_filled(graph.slots(), std::uint8_t{0})),
      ghosts_(&workers.arena().own()) {
  if (!workers.is_one_group()) changed_ = workers.make_filled(words_for_bits(graph.slots()), std::uint64_t{0});
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::free() {
  mirrors_.free();
  order_.free();
  long_out_.free();
  long_in_.free();
  workers_.free_shared(values_);
  workers_.free_shared(seen_);
  workers_.free_shared(front_);
  workers_.free_shared(fresh_);
  if (!workers_.is_one_group()) workers_.free_shared(changed_);
}

template <int kLanes, class Real>
std::optional<int> HopBetweenness<kLanes, Real>::run(std::span<const Huri> sources) {
  RoundMeter meter(workers_);
  begin(sources);
  LevelOrder::Size size = order_.end_level();
  move_front(-1, 0);
  for (int level = 0; size.vertices > 0; ++level) {
    const bool pushes = size.edges * kPushPart <= graph_.edges();
    const std::uint64_t frontier = size.vertices;
    pushes ? find_by_push() : find_by_pull();
    size = order_.end_level();
    if (pushes) count_paths();
    if constexpr (std::is_same_v<Real, double>) {
      if (workers_.team().any(has_too_many_paths_)) return std::nullopt;
    }
    move_front(level, level + 1);
    meter.end_round(pushes ? "push" : "pull", frontier);
  }
  const int deepest = order_.levels() - 2;  // the last level is empty
  for (int level = deepest; level >= 0; --level) {
    accumulate(level);
    move_front(level + 1, level);
    meter.end_round("back", order_.level(level).size());
  }
  move_front(0, -1);
  return deepest + 1;
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::begin(std::span<const Huri> sources) {
  order_.clear();
  workers_.fill(seen_, std::uint8_t{0});
  if (!workers_.is_first()) return;
  for (std::size_t lane = 0; lane < sources.size(); ++lane) {
    const Slot slot = graph_.find(sources[lane]);
    if (slot == kNoSlot || !graph_.is_own(slot)) continue;
    values_[slot].of[lane] = Real(1);
    order_.add(slot, static_cast<std::uint8_t>(1 << lane), graph_.out().degree(slot));
  }
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::find_by_push() {
  const LevelOrder::Level level = order_.level(order_.levels() - 1);
  for_each_of_level(workers_, level, [&](Slot row, std::uint8_t mask) { push_from(row, mask); });
  long_out_.for_each_part([&](std::span<const Slot> targets, std::uint8_t mask) { push_to(targets, mask); });
  if (!workers_.is_one_group()) collect_pushed();
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::push_from(Slot row, std::uint8_t mask) {
  if (long_out_.has(row)) {
    long_out_.postpone(row, mask);
    return;
  }
  push_to(graph_.out().of(row), mask);
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::push_to(std::span<const Slot> targets, std::uint8_t mask) {
  for (const Slot target : targets) {
    const auto lanes = static_cast<std::uint8_t>(mask & ~seen_[target]);
    if ((lanes & ~load_relaxed(fresh_[target])) == 0) continue;
    if (!graph_.is_own(target)) {
      add_lanes_shared(fresh_[target], lanes);
      set_bit_shared(changed_, target);
    } else if (add_lanes_shared(fresh_[target], lanes) == 0) {
      order_.add(target, 0, graph_.out().degree(target));  // count_paths() reads the mask
    }
  }
  count_edges(targets.size());
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::collect_pushed() {
  mirrors_.template collect<std::uint8_t>(fresh_, changed_, [&](Slot own, std::uint8_t mask, int) {
    const auto lanes = static_cast<std::uint8_t>(mask & ~seen_[own]);
    if (lanes == 0 || add_lanes_shared(fresh_[own], lanes) != 0) return;
    order_.add(own, 0, graph_.out().degree(own));
  });
  const Range mine = workers_.my_part(changed_.size());
  for_each_bit(changed_, mine.begin, mine.end, [&](std::size_t ghost) {
    seen_[ghost] |= fresh_[ghost];
    fresh_[ghost] = 0;
  });
  std::fill(changed_.begin() + static_cast<std::ptrdiff_t>(mine.begin),
            changed_.begin() + static_cast<std::ptrdiff_t>(mine.end), 0);
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::find_by_pull() {
  for_each_row_range(workers_, graph_.in(), [&](const Range& rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) pull(static_cast<Slot>(row));
  });
  pull_long();
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::pull(Slot row) {
  const auto wanted = static_cast<std::uint8_t>(kAllLanes & ~seen_[row]);
  if (wanted == 0 || long_in_.has(row)) return;
  std::uint8_t found = 0;
  for (const Slot source : graph_.in().of(row)) {
    found |= front_[source];
    if ((found & wanted) == wanted) break;
  }
  found &= wanted;
  if (found == 0) return;
  count_paths_of(row, found, sum_over(graph_.in().of(row), found));
  order_.add(row, found, graph_.out().degree(row));
}

// The masks of the lanes that reach long rows are found first, then the paths are counted.
template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::pull_long() {
  long_in_.find_lanes(front_, [&](Slot row) { return static_cast<std::uint8_t>(kAllLanes & ~seen_[row]); });
  long_in_.sum(front_, values_, [&](Slot row, std::uint8_t mask, const Values& sums) {
    count_paths_of(row, mask, sums);
    order_.add(row, mask, graph_.out().degree(row));
  });
}

// After a push.
template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::count_paths() {
  const std::span<const Slot> slots = order_.level(order_.levels() - 1).slots;
  const std::span<std::uint8_t> masks = order_.last_masks();
  workers_.for_each_task(slots.size(), kLevelGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      const Slot row = slots[place];
      masks[place] = fresh_[row];
      if (long_in_.has(row)) {
        long_in_.postpone(row, masks[place]);
      } else {
        count_paths_of(row, masks[place], sum_over(graph_.in().of(row), masks[place]));
      }
    }
  });
  long_in_.sum(front_, values_,
               [&](Slot row, std::uint8_t mask, const Values& sums) { count_paths_of(row, mask, sums); });
}

// Lanes of other levels keep their values: other images may read them at the same time.
template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::count_paths_of(Slot row, std::uint8_t mask, const Values& sums) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    values_[row].of[lane] = sums.of[lane];
    has_too_many_paths_ |= is_too_large(sums.of[lane]);
  }
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::move_front(int from, int to) {
  if (from >= 0) clear_front(from);
  if (to < 0) return;
  for_my_part_of_level(workers_, order_.level(to), [&](Slot row, std::uint8_t mask) {
    front_[row] = mask;
    seen_[row] |= mask;
    fresh_[row] = 0;
  });
  workers_.barrier();
  if (!workers_.is_one_group()) send_front(to);
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::clear_front(int level) {
  for_my_part_of_level(workers_, order_.level(level), [&](Slot row, std::uint8_t) { front_[row] = 0; });
  for (const Slot ghost : ghosts_) front_[ghost] = 0;
  ghosts_.clear();
  workers_.barrier();
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::send_front(int level) {
  for_my_part_of_level(workers_, order_.level(level), [&](Slot row, std::uint8_t) { set_bit_shared(changed_, row); });
  workers_.barrier();
  mirrors_.update(values_, changed_);
  mirrors_.update(front_, changed_, [&](Slot ghost, std::uint8_t) { ghosts_.push_back(ghost); });
  for (const Slot ghost : ghosts_) seen_[ghost] |= front_[ghost];
  workers_.fill(changed_, std::uint64_t{0});
}

// The vertices of the next level are in the front.
template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::accumulate(int level) {
  const bool is_last = level + 2 == order_.levels();
  for_each_of_level(workers_, order_.level(level), [&](Slot row, std::uint8_t mask) {
    if (!is_last && long_out_.has(row)) {
      long_out_.postpone(row, mask);
    } else {
      accumulate_of(row, mask, level, sum_over(is_last ? std::span<const Slot>() : graph_.out().of(row), mask));
    }
  });
  long_out_.sum(front_, values_,
                [&](Slot row, std::uint8_t mask, const Values& sums) { accumulate_of(row, mask, level, sums); });
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::accumulate_of(Slot row, std::uint8_t mask, int level, const Values& sums) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if ((mask >> lane & 1) == 0) continue;
    Real& value = values_[row].of[lane];
    const double delta = product(value, sums.of[lane]);
    if (level > 0) score_[row] += delta;
    value = quotient(1 + delta, value);
  }
}

template <int kLanes, class Real>
typename HopBetweenness<kLanes, Real>::Values HopBetweenness<kLanes, Real>::sum_over(std::span<const Slot> list,
                                                                                     std::uint8_t mask) {
  count_edges(list.size());
  return sum_of_lanes<kLanes, Real>(list, front_, mask, values_);
}

template <int kLanes, class Real>
void HopBetweenness<kLanes, Real>::count_edges(std::uint64_t edges) {
  unchecked_edges_ += edges;
  if (unchecked_edges_ < Workers::kTaskEdges) return;
  unchecked_edges_ = 0;
  workers_.check();
}

template class HopBetweenness<1, double>;
template class HopBetweenness<4, double>;
template class HopBetweenness<1, Scaled>;
template class HopBetweenness<4, Scaled>;

}  // namespace quadrille::analytics
