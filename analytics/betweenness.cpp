#include "analytics/betweenness.hpp"

#include <algorithm>
#include <cmath>
#include <memory_resource>
#include <optional>
#include <vector>

#include "analytics/detail/hop_betweenness.hpp"
#include "analytics/detail/source_sample.hpp"
#include "analytics/detail/weighted_betweenness.hpp"
#include "analytics/placed_arrays.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

constexpr int kManySources = 4;  // lanes of a search

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

// Sources that have been searched, and their rounds.
struct Progress {
  std::size_t sources = 0;
  int rounds = 0;
};

// Collective. Searches from the sources after those of `done`, to the last one or to one with too many paths.
template <class Kernel>
Progress search_on(Workers& workers, const Graph& graph, std::span<const Huri> sources, std::span<double> score,
                   Progress done) {
  if (done.sources == sources.size()) return done;
  Kernel kernel(workers, graph, score);
  while (done.sources < sources.size()) {
    const std::size_t count = std::min(Kernel::kSources, sources.size() - done.sources);
    const std::optional<int> rounds = kernel.run(sources.subspan(done.sources, count));
    if (!rounds) break;
    done.sources += count;
    done.rounds += *rounds;
  }
  kernel.free();
  return done;
}

// Collective. With doubles as long as they can count the paths. Returns the number of rounds.
template <class Kernel, class ScaledKernel>
int search_all(Workers& workers, const Graph& graph, std::span<const Huri> sources, std::span<double> score) {
  const Progress done = search_on<Kernel>(workers, graph, sources, score, {});
  return search_on<ScaledKernel>(workers, graph, sources, score, done).rounds;
}

int search_from(Workers& workers, const Graph& graph, std::span<const Huri> sources, std::span<double> score) {
  // A group without edges has no weights.
  if (workers.team().any(graph.has_weights())) {
    return search_all<WeightedBetweenness<double>, WeightedBetweenness<Scaled>>(workers, graph, sources, score);
  }
  if (sources.size() == 1) {
    return search_all<HopBetweenness<1, double>, HopBetweenness<1, Scaled>>(workers, graph, sources, score);
  }
  return search_all<HopBetweenness<kManySources, double>, HopBetweenness<kManySources, Scaled>>(workers, graph, sources,
                                                                                                score);
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
  const RandomAccess access(graph);
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
