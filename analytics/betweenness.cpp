#include "analytics/betweenness.hpp"

#include <algorithm>
#include <cmath>
#include <memory_resource>
#include <vector>

#include "analytics/detail/hop_betweenness.hpp"
#include "analytics/detail/source_sample.hpp"
#include "analytics/detail/weighted_betweenness.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

constexpr std::size_t kManySources = 4;  // lanes of a search

struct SourceSet {
  std::vector<Huri> vertices;  // ascending
  bool is_sample = false;
};

// Collective.
SourceSet choose_sources(Workers& workers, const Graph& graph, const BetweennessOptions& options) {
  if (!options.sources.empty()) {
    SourceSet set{{options.sources.begin(), options.sources.end()}, false};
    std::sort(set.vertices.begin(), set.vertices.end());
    set.vertices.erase(std::unique(set.vertices.begin(), set.vertices.end()), set.vertices.end());
    return set;
  }
  const auto share = std::ceil(options.share * static_cast<double>(graph.vertices()));
  const std::uint64_t count = options.count > 0 ? options.count : static_cast<std::uint64_t>(share);
  return {sampled_vertices(workers, graph, count, options.seed), count < graph.vertices()};
}

// Collective. Searches with `Kernel`, each from `lanes` sources; returns the number of rounds.
template <class Kernel>
int search_all(Workers& workers, const Graph& graph, std::span<const Huri> sources, std::size_t lanes,
               std::span<double> score) {
  Kernel kernel(workers, graph, score);
  int rounds = 0;
  for (std::size_t first = 0; first < sources.size(); first += lanes) {
    const std::span<const Huri> batch = sources.subspan(first, std::min(lanes, sources.size() - first));
    if constexpr (std::is_same_v<Kernel, WeightedBetweenness>) {
      rounds += kernel.run(batch[0]);
    } else {
      rounds += kernel.run(batch);
    }
  }
  kernel.free();
  return rounds;
}

int search_from(Workers& workers, const Graph& graph, std::span<const Huri> sources, std::span<double> score) {
  // A group without edges has no weights.
  if (workers.team().any(graph.has_weights()))
    return search_all<WeightedBetweenness>(workers, graph, sources, 1, score);
  if (sources.size() == 1) return search_all<HopBetweenness<1>>(workers, graph, sources, 1, score);
  return search_all<HopBetweenness<kManySources>>(workers, graph, sources, kManySources, score);
}

// The number that each sum of dependencies is multiplied by.
double scale_of(const Graph& graph, const BetweennessOptions& options, const SourceSet& sources) {
  const auto vertices = static_cast<double>(graph.vertices());
  double scale = 1;
  if (options.normalised) {
    scale = vertices > 2 ? 1 / ((vertices - 1) * (vertices - 2)) : 1;
  } else if (graph.is_undirected()) {
    scale = 0.5;  // each pair was counted from both ends
  }
  if (sources.is_sample) scale *= vertices / static_cast<double>(sources.vertices.size());
  return scale;
}

// A dependency is between 0 and vertices - 2: W. Hoeffding, Probability inequalities for sums of bounded random
// variables, 1963.
double bound_of_error(const Graph& graph, const SourceSet& sources, double scale) {
  if (!sources.is_sample || graph.vertices() < 3) return 0;
  constexpr double kDoubt = 0.05;
  const auto count = static_cast<double>(sources.vertices.size());
  const double mean_error = static_cast<double>(graph.vertices() - 2) * std::sqrt(std::log(2 / kDoubt) / (2 * count));
  return mean_error * count * scale;
}

}  // namespace

BetweennessResult betweenness(Workers& workers, const Graph& graph, const BetweennessOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "betweenness needs out- and in-lists");
  QUADRILLE_ASSERT(options.share > 0 && options.share <= 1, "a share of the vertices is in (0, 1]");
  const std::span<double> score = workers.make_filled(graph.own(), 0.0);
  const SourceSet sources = choose_sources(workers, graph, options);
  const int rounds = search_from(workers, graph, sources.vertices, score);
  const double scale = scale_of(graph, options, sources);
  const Range mine = workers.my_part(score.size());
  for (double& value : score.subspan(mine.begin, mine.size())) value *= scale;
  workers.barrier();
  return {.score = score,
          .sources = sources.vertices.size(),
          .error_bound = bound_of_error(graph, sources, scale),
          .rounds = rounds};
}

std::uint64_t estimate_betweenness_bytes(const GraphSize& size, bool weighted, std::uint64_t sources) {
  const std::uint64_t lanes = sources == 1 ? 1 : kManySources;
  // Score, values, masks, the order of levels, and what a level has found.
  const std::uint64_t without = 8 + 8 * lanes + 3 + (lanes == 1 ? 5 : 10) + 4;
  // Score, values, distance, waiting, order, parent, and what waits in buckets.
  const std::uint64_t with = 8 + 8 + 8 + 4 + 5 + 4 + 24;
  return size.vertices * (weighted ? with : without) + (std::uint64_t{1} << 19);
}

}  // namespace quadrille::analytics
