#include "analytics/triangles.hpp"

#include <algorithm>
#include <atomic>

#include "analytics/detail/degree_order.hpp"
#include "analytics/detail/ranked_rows.hpp"
#include "analytics/detail/triangle_counter.hpp"
#include "analytics/exact_sum.hpp"
#include "analytics/mirrors.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

// Hubs: their matrix takes 2 MB.
constexpr std::size_t kMostHubs = 4096;
// Ranks of a task.
constexpr std::size_t kRankGrain = 64;

// Collective in the group. Triangles through each vertex by rank, of those whose greatest vertex is an own one.
std::span<std::uint64_t> count_by_rank(Workers& workers, const Graph& graph, const DegreeOrder& order) {
  const auto hubs = static_cast<std::uint32_t>(std::min(kMostHubs, graph.slots()));
  const RankedRows rows = make_ranked_rows(workers, graph, order, hubs);
  const std::span<std::uint64_t> through = workers.make_filled(graph.slots(), std::uint64_t{0});
  HubMatrix matrix(workers, rows);
  TriangleCounter counter(workers, rows, matrix, through);
  workers.for_each_task(graph.slots(), kRankGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t rank = begin; rank < end; ++rank) {
      if (graph.is_own(order.slot_of[rank])) counter.count(static_cast<std::uint32_t>(rank));
    }
  });
  counter.add_hub_counts();
  matrix.free();
  free_rows(workers, rows);
  return through;
}

// Collective. The counts by slot; those of ghosts are added to their owners'.
std::span<std::uint64_t> counts_by_slot(Workers& workers, const Graph& graph, const DegreeOrder& order,
                                        Mirrors& mirrors, std::span<const std::uint64_t> by_rank) {
  const std::span<std::uint64_t> through = workers.make_shared<std::uint64_t>(graph.slots());
  const Range mine = workers.my_part(graph.slots());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) through[slot] = by_rank[order.rank_of[slot]];
  if (workers.is_one_group()) {
    workers.barrier();
    return through;
  }
  const BitWords changed = workers.make_filled(words_for_bits(graph.slots()), std::uint64_t{0});
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    if (!graph.is_own(static_cast<Slot>(slot)) && through[slot] > 0) set_bit_shared(changed, slot);
  }
  workers.barrier();
  mirrors.collect(std::span<const std::uint64_t>(through), changed, [&](Slot own, std::uint64_t count, int) {
    std::atomic_ref(through[own]).fetch_add(count, std::memory_order_relaxed);
  });
  workers.free_shared(changed);
  return through;
}

double coefficient_of(std::uint64_t triangles, std::uint32_t degree) {
  if (degree < 2) return 0;
  return 2 * static_cast<double>(triangles) / (static_cast<double>(degree) * (static_cast<double>(degree) - 1));
}

}  // namespace

TriangleResult triangles(Workers& workers, const Graph& graph) {
  QUADRILLE_ASSERT(graph.is_undirected() && graph.out().exist(), "triangles need an undirected graph");
  RoundMeter meter(workers);
  Mirrors mirrors(workers, graph, sizeof(std::uint64_t));
  const DegreeOrder order = order_by_degree(workers, graph, mirrors);
  meter.end_round("rank", graph.vertices());
  const std::span<std::uint64_t> by_rank = count_by_rank(workers, graph, order);
  const std::span<std::uint64_t> through = counts_by_slot(workers, graph, order, mirrors, by_rank);
  meter.end_round("count", graph.vertices());
  const std::span<double> coefficient = workers.make_shared<double>(graph.own());
  UnitSum mean;
  std::uint64_t corners = 0;
  const Range mine = workers.my_part(graph.own());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    coefficient[slot] = coefficient_of(through[slot], order.degree[slot]);
    mean.add(coefficient[slot]);
    corners += through[slot];
  }
  workers.free_shared(order.degree);
  workers.free_shared(order.rank_of);
  workers.free_shared(order.slot_of);
  workers.free_shared(by_rank);
  mirrors.free();
  TriangleResult result{.through = through.first(graph.own()), .coefficient = coefficient};
  result.total = workers.team().sum(corners) / 3;
  const double sum = total_of(workers.team(), mean);
  if (graph.vertices() > 0) result.mean_coefficient = sum / static_cast<double>(graph.vertices());
  return result;
}

std::uint64_t estimate_triangle_bytes(const GraphSize& size) {
  // Degree, both ranks, begins, hubs, counts by rank; a mark on each image of the group; then half of the lists.
  const int images = (size.images + size.groups - 1) / size.groups;
  const std::uint64_t of_vertex = 4 + 4 + 4 + 8 + 4 + 8 + static_cast<std::uint64_t>(images);
  const std::uint64_t matrix = kMostHubs * kMostHubs / 8;
  return size.vertices * of_vertex + size.edges * 4 + matrix + (std::uint64_t{1} << 18);
}

}  // namespace quadrille::analytics
