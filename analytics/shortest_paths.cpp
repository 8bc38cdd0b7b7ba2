#include "analytics/shortest_paths.hpp"

#include <cmath>
#include <limits>

#include "analytics/breadth_first_search.hpp"
#include "analytics/detail/bucket_queue.hpp"
#include "analytics/detail/path_parents.hpp"
#include "analytics/detail/path_search.hpp"
#include "analytics/placed_arrays.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

// Bytes of a vertex: distance, parent, and what waits in buckets and in the shared frontier.
constexpr std::uint64_t kPathVertexBytes = 8 + 4 + 24;

// Collective. The distances are numbers of edges.
PathResult paths_without_weights(Workers& workers, const Graph& graph, const PathOptions& options) {
  const SearchResult found = breadth_first_search(workers, graph, {.starts = options.starts});
  const std::span<double> distance = workers.make_shared<double>(graph.own());
  const Range mine = workers.my_part(graph.own());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
    distance[slot] = found.depth[slot] < 0 ? kUnreachable : found.depth[slot];
  }
  workers.barrier();
  return {.distance = distance,
          .parent = options.parents ? found.parent : std::span<const Slot>(),
          .reached = found.reached,
          .rounds = found.rounds};
}

std::uint64_t count_reached(Workers& workers, std::span<const double> distance) {
  const Range mine = workers.my_part(distance.size());
  const auto begin = distance.begin() + static_cast<std::ptrdiff_t>(mine.begin);
  const auto count = std::count_if(begin, begin + static_cast<std::ptrdiff_t>(mine.size()),
                                   [](double length) { return length < kUnreachable; });
  return workers.team().sum(static_cast<std::uint64_t>(count));
}

}  // namespace

PathResult shortest_paths(Workers& workers, const Graph& graph, const PathOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist(), "shortest paths need out-lists");
  QUADRILLE_ASSERT(!options.parents || graph.in().exist(), "parents of shortest paths need in-lists");
  QUADRILLE_ASSERT(options.delta >= 0 && std::isfinite(options.delta), "the width of a bucket is finite");
  // A group without edges has no weights.
  if (!workers.team().any(graph.has_weights())) return paths_without_weights(workers, graph, options);
  const RandomAccess access(graph);
  Mirrors mirrors(workers, graph, sizeof(double));
  const PathSearch search = search_paths(workers, graph, mirrors, options.starts, options.delta);
  PathResult result;
  if (options.parents) result.parent = path_parents(workers, graph, mirrors, options.starts, search.distance).parent;
  mirrors.free();
  result.distance = search.distance.first(graph.own());
  result.reached = count_reached(workers, result.distance);
  result.rounds = search.rounds;
  return result;
}

std::uint64_t estimate_path_bytes(const GraphSize& size) {
  return size.vertices * kPathVertexBytes + (std::uint64_t{1} << 19);
}

}  // namespace quadrille::analytics
