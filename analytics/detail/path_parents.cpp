#include "analytics/detail/path_parents.hpp"

#include <memory_resource>
#include <vector>

#include "analytics/detail/long_rows.hpp"
#include "analytics/detail/path_search.hpp"
#include "analytics/detail/shared_items.hpp"
#include "analytics/shared_bits.hpp"

namespace quadrille::analytics {
namespace {

// Local. The first neighbour of `row` in HURI order for which is_parent(neighbour, weight) is true.
template <class IsParent>
Slot first_parent(const Lists& lists, Slot row, IsParent&& is_parent) {
  const std::span<const Slot> neighbours = lists.of(row);
  const std::span<const double> weights = lists.weights_of(row);
  for (std::size_t edge = 0; edge < neighbours.size(); ++edge) {
    if (is_parent(neighbours[edge], weights[edge])) return neighbours[edge];
  }
  return kNoSlot;
}

class PathParents {
 public:
  PathParents(Workers& workers, const Graph& graph, Mirrors& mirrors, std::span<const double> distance)
      : workers_(workers), graph_(graph), mirrors_(mirrors), distance_(distance), found_(&workers.arena().own()) {}

  PathTree run(std::span<const Huri> starts);

 private:
  // Collective in the group. Returns the vertices of this image that have only flat steps.
  std::uint64_t find_steps(ConstBitWords is_start);
  void find_flat_steps(ConstBitWords is_start);
  void begin_flat_depths(ConstBitWords is_start);
  void visit(Slot row);
  void take_found(SharedItems<Slot>& shared, std::int32_t depth);

  Workers& workers_;
  const Graph& graph_;
  Mirrors& mirrors_;
  std::span<const double> distance_;
  std::span<Slot> parent_;
  std::span<std::int32_t> flat_depth_;
  BitWords is_found_;  // in this round, by slot
  std::pmr::vector<Slot> found_;
  std::span<const Slot> frontier_;
};

PathTree PathParents::run(std::span<const Huri> starts) {
  const BitWords is_start = workers_.make_filled(words_for_bits(graph_.slots()), std::uint64_t{0});
  if (workers_.is_first()) {
    for (const Huri start : starts) {
      const Slot slot = graph_.find(start);
      if (slot != kNoSlot) set_bit(is_start, slot);
    }
  }
  parent_ = workers_.make_filled(graph_.own(), kNoSlot);
  if (workers_.team().any(find_steps(is_start) > 0)) find_flat_steps(is_start);
  workers_.free_shared(is_start);
  return {.parent = parent_, .flat_depth = flat_depth_};
}

std::uint64_t PathParents::find_steps(ConstBitWords is_start) {
  std::uint64_t without = 0;
  LongRows long_rows(workers_, graph_.in());
  const auto is_wanted = [&](Slot row) { return distance_[row] != kUnreachable && !test_bit(is_start, row); };
  const auto is_step_to = [&](double length, Slot neighbour, double weight) {
    return distance_[neighbour] + weight == length && distance_[neighbour] < length;
  };
  long_rows.find_first(
      is_wanted,
      [&](Slot row, std::size_t place) {
        return is_step_to(distance_[row], graph_.in().of(row)[place], graph_.in().weights_of(row)[place]);
      },
      [&](Slot row, std::size_t place) { parent_[row] = graph_.in().of(row)[place]; });
  for_each_row_range(workers_, graph_.in(), [&](const Range& rows) {
    for (std::size_t place = rows.begin; place < rows.end; ++place) {
      const auto row = static_cast<Slot>(place);
      if (!is_wanted(row)) continue;
      if (!long_rows.has(row)) {
        parent_[row] = first_parent(graph_.in(), row, [&, length = distance_[row]](Slot neighbour, double weight) {
          return is_step_to(length, neighbour, weight);
        });
      }
      if (parent_[row] == kNoSlot) ++without;
    }
  });
  long_rows.free();
  return without;
}

// Rounds from the vertices that have parents: a round finds those that flat steps reach, then their parents.
void PathParents::find_flat_steps(ConstBitWords is_start) {
  flat_depth_ = workers_.make_shared<std::int32_t>(graph_.slots());
  begin_flat_depths(is_start);
  is_found_ = workers_.make_filled(words_for_bits(graph_.slots()), std::uint64_t{0});
  SharedItems<Slot> shared(workers_);
  for_each_row_range(workers_, graph_.out(), [&](const Range& rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      if (flat_depth_[row] == 0) visit(static_cast<Slot>(row));
    }
  });
  for (std::int32_t depth = 1;; ++depth) {
    take_found(shared, depth);
    if (!workers_.team().any(!frontier_.empty())) break;
    workers_.for_each_task(frontier_.size(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place) visit(frontier_[place]);
    });
  }
  shared.free();
  workers_.free_shared(is_found_);
}

void PathParents::begin_flat_depths(ConstBitWords is_start) {
  const Range mine = workers_.my_part(graph_.own());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    flat_depth_[row] = parent_[row] != kNoSlot || test_bit(is_start, row) ? 0 : -1;
  }
  workers_.barrier();
  mirrors_.update_all(flat_depth_);
}

void PathParents::visit(Slot row) {
  const std::span<const Slot> targets = graph_.out().of(row);
  const std::span<const double> weights = graph_.out().weights_of(row);
  for (std::size_t edge = 0; edge < targets.size(); ++edge) {
    const Slot target = targets[edge];
    if (distance_[target] != distance_[row] || distance_[row] + weights[edge] != distance_[row]) continue;
    if (flat_depth_[target] < 0 && set_bit_shared(is_found_, target) && graph_.is_own(target)) found_.push_back(target);
  }
}

void PathParents::take_found(SharedItems<Slot>& shared, std::int32_t depth) {
  if (!workers_.is_one_group()) {  // the owners learn what other groups have found
    mirrors_.collect_bits(is_found_);
    found_.clear();
    const Range mine = workers_.my_part(graph_.own(), 64);
    for_each_bit(is_found_, mine.begin / 64, words_for_bits(mine.end), [&](std::size_t bit) {
      if (bit < graph_.own()) found_.push_back(static_cast<Slot>(bit));
    });
  }
  frontier_ = shared.join(found_);
  found_.clear();
  workers_.for_each_task(frontier_.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) {
      const Slot row = frontier_[place];
      flat_depth_[row] = depth;
      parent_[row] = first_parent(graph_.in(), row, [&](Slot neighbour, double weight) {
        return distance_[neighbour] == distance_[row] && distance_[row] + weight == distance_[row] &&
               load_relaxed(flat_depth_[neighbour]) == depth - 1;
      });
    }
  });
  if (!workers_.is_one_group()) mirrors_.update(flat_depth_, is_found_);
  workers_.fill(is_found_, std::uint64_t{0});
}

}  // namespace

PathTree path_parents(Workers& workers, const Graph& graph, Mirrors& mirrors, std::span<const Huri> starts,
                      std::span<double> distance) {
  mirrors.update_all(distance);
  return PathParents(workers, graph, mirrors, distance).run(starts);
}

}  // namespace quadrille::analytics
