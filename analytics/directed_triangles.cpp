#include "analytics/directed_triangles.hpp"

#include <algorithm>

#include "analytics/detail/degree_order.hpp"
#include "analytics/detail/ranked_rows.hpp"
#include "analytics/detail/role_counter.hpp"
#include "analytics/exact_sum.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

// Ranks that each image counts alone: their counts take 128 KB.
constexpr std::size_t kMostCountedAlone = 4096;
// Ranks of a task.
constexpr std::size_t kRoleGrain = 64;

// Collective in the group. Roles by rank, in the triangles whose greatest vertex is an own one.
std::span<TriangleRoles> roles_by_rank(Workers& workers, const Graph& graph, const DegreeOrder& order) {
  const auto hubs = static_cast<std::uint32_t>(std::min(kMostCountedAlone, graph.slots()));
  const RankedRows rows = make_ranked_rows(workers, graph, order, hubs);
  const std::span<TriangleRoles> roles = workers.make_filled(graph.slots(), TriangleRoles());
  {
    RoleCounter counter(workers, rows, roles);
    workers.for_each_task(graph.slots(), kRoleGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t rank = begin; rank < end; ++rank) {
        if (graph.is_own(order.slot_of[rank])) counter.count(static_cast<std::uint32_t>(rank));
      }
    });
    counter.add_hub_counts();
  }
  free_rows(workers, rows);
  return roles;
}

// Collective. The roles by slot; those of ghosts are added to their owners'.
std::span<TriangleRoles> roles_by_slot(Workers& workers, const Graph& graph, const DegreeOrder& order, Mirrors& mirrors,
                                       std::span<const TriangleRoles> by_rank) {
  const std::span<TriangleRoles> roles = workers.make_shared<TriangleRoles>(graph.slots());
  const Range mine = workers.my_part(graph.slots());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) roles[slot] = by_rank[order.rank_of[slot]];
  workers.barrier();
  if (workers.is_one_group()) return roles;
  const BitWords changed = workers.make_filled(words_for_bits(graph.slots()), std::uint64_t{0});
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    const TriangleRoles& of_slot = roles[slot];
    const bool has_some = (of_slot.through | of_slot.in | of_slot.out | of_slot.cyclic) != 0;
    if (has_some && !graph.is_own(static_cast<Slot>(slot))) set_bit_shared(changed, slot);
  }
  workers.barrier();
  mirrors.collect(std::span<const TriangleRoles>(roles), changed,
                  [&](Slot own, const TriangleRoles& more, int) { add_roles_shared(roles[own], more); });
  workers.free_shared(changed);
  return roles;
}

// Of a vertex whose triangles are `found`: cyclic ones, and others in `through`, `in` and `out`.
double coefficient_of_roles(const Graph& graph, Slot row, const TriangleRoles& found, TriangleMode mode) {
  double in = 0, out = 0, both = 0;
  for_each_neighbour(graph, row, [&](Slot, Arcs arcs) {
    out += (arcs & kArcTo) != 0 ? 1 : 0;
    in += (arcs & kArcFrom) != 0 ? 1 : 0;
    both += arcs == (kArcTo | kArcFrom) ? 1 : 0;
  });
  const double all = (in + out) * (in + out - 1) - 2 * both;
  const double cyclic = in * out - both;
  const auto acyclic_found = static_cast<double>(found.through + found.in + found.out);
  const auto cyclic_found = static_cast<double>(found.cyclic);
  const auto share = [](double part, double of) { return of > 0 ? part / of : 0; };
  if (!has_acyclic(mode)) return share(cyclic_found, cyclic);
  if (cyclic_times(mode) == 0) return share(acyclic_found, all - cyclic);
  return share(acyclic_found + cyclic_found, all);
}

TriangleRoles counted_roles(const TriangleRoles& found, TriangleMode mode) {
  const std::uint64_t times = has_acyclic(mode) ? 1 : 0;
  const std::uint64_t cyclic = found.cyclic * cyclic_times(mode);
  return {found.through * times + cyclic, found.in * times, found.out * times, cyclic};
}

}  // namespace

DirectedTriangleResult directed_triangles(Workers& workers, const Graph& graph, TriangleMode mode) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "directed triangles need out- and in-lists");
  RoundMeter meter(workers);
  Mirrors mirrors(workers, graph, sizeof(TriangleRoles));
  const DegreeOrder order = order_by_degree(workers, graph, mirrors);
  meter.end_round("rank", graph.vertices());
  const std::span<TriangleRoles> by_rank = roles_by_rank(workers, graph, order);
  const std::span<TriangleRoles> roles = roles_by_slot(workers, graph, order, mirrors, by_rank);
  meter.end_round("count", graph.vertices());
  workers.free_shared(order.degree);
  workers.free_shared(order.rank_of);
  workers.free_shared(order.slot_of);
  workers.free_shared(by_rank);
  mirrors.free();
  const std::span<double> coefficient = workers.make_shared<double>(graph.own());
  UnitSum mean;
  std::uint64_t corners = 0;
  for_each_row_range(workers, graph.out(), [&](const Range& rows) {
    for (std::size_t slot = rows.begin; slot < rows.end; ++slot) {
      coefficient[slot] = coefficient_of_roles(graph, static_cast<Slot>(slot), roles[slot], mode);
      roles[slot] = counted_roles(roles[slot], mode);
      mean.add(coefficient[slot]);
      corners += roles[slot].through + roles[slot].in + roles[slot].out;
    }
  });
  DirectedTriangleResult result{.roles = roles.first(graph.own()), .coefficient = coefficient};
  result.total = workers.team().sum(corners) / 3;
  const double sum = total_of(workers.team(), mean);
  if (graph.vertices() > 0) result.mean_coefficient = sum / static_cast<double>(graph.vertices());
  return result;
}

std::uint64_t estimate_directed_triangle_bytes(const GraphSize& size) {
  const auto images = static_cast<std::uint64_t>((size.images + size.groups - 1) / size.groups);
  // Degree, both ranks, roles by rank; then rows with arcs and a mark on each image of the group, or roles by slot.
  const std::uint64_t common = size.vertices * (4 + 4 + 4 + sizeof(TriangleRoles));
  const std::uint64_t rows = size.vertices * (8 + 4 + images) + size.edges * 5;
  const std::uint64_t hubs = images * std::min<std::uint64_t>(kMostCountedAlone, size.vertices) * sizeof(TriangleRoles);
  return common + std::max(rows + hubs, size.vertices * sizeof(TriangleRoles)) + (std::uint64_t{1} << 18);
}

}  // namespace quadrille::analytics
