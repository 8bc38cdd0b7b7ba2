#include "analytics/detail/distance_sums.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "analytics/detail/hop_distances.hpp"
#include "analytics/detail/local_hops.hpp"
#include "analytics/detail/local_paths.hpp"
#include "analytics/detail/path_search.hpp"

namespace quadrille::analytics {

namespace {

constexpr std::size_t kWideWords = 4;  // of bits of a vertex, if there are more than 64 sources
// Images search alone in graphs with at most so many vertices.
constexpr std::size_t kMostLocal = 1 << 16;

template <int kWords>
void sum_hops(Workers& workers, const Graph& graph, std::span<const Huri> sources, const HopSums& sums,
              DistanceSums& found) {
  HopDistances<kWords> searches(workers, graph, sums);
  constexpr std::size_t kBatch = HopDistances<kWords>::kSearches;
  for (std::size_t first = 0; first < sources.size(); first += kBatch) {
    const int deepest = searches.run(sources.subspan(first, std::min(kBatch, sources.size() - first)));
    found.greatest = std::max<double>(found.greatest, deepest);
    found.rounds += deepest + 1;
  }
  searches.free();
}

// Collective. The same, with each batch on one image; one group.
void sum_hops_alone(Workers& workers, const Graph& graph, std::span<const Huri> sources, const HopSums& sums,
                    DistanceSums& found) {
  RoundMeter meter(workers);
  LocalHops searches(workers, graph, sums);
  constexpr std::size_t kBatch = LocalHops::kSearches;
  workers.for_each_task(sources.size(), kBatch, [&](std::size_t begin, std::size_t end) {
    const int deepest = searches.run(sources.subspan(begin, end - begin));
    found.greatest = std::max<double>(found.greatest, deepest);
    found.rounds += deepest + 1;
    meter.end_round("alone", end - begin);
  });
  found.greatest = workers.team().max(found.greatest);
  found.rounds = workers.team().sum(found.rounds);
}

}  // namespace

DistanceSums sum_hop_distances(Workers& workers, const Graph& graph, std::span<const Huri> sources, bool harmonic) {
  // The sum of terms of at most one is below 2^63.
  const int digits = std::min(52, 62 - static_cast<int>(std::bit_width(graph.vertices())));
  const std::span<std::uint64_t> total = workers.make_filled(graph.own(), std::uint64_t{0});
  DistanceSums found;
  found.reached = workers.make_filled(graph.own(), std::uint32_t{0});
  const HopSums sums{total, found.reached, harmonic ? std::uint64_t{1} << digits : 0};
  if (sources.size() > 64 && workers.is_one_group() && graph.own() <= kMostLocal) {
    sum_hops_alone(workers, graph, sources, sums, found);
  } else if (sources.size() <= 64) {
    sum_hops<1>(workers, graph, sources, sums, found);
  } else {
    sum_hops<kWideWords>(workers, graph, sources, sums, found);
  }
  found.total = workers.make_shared<double>(graph.own());
  const Range mine = workers.my_part(total.size());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    const auto value = static_cast<double>(total[row]);
    found.total[row] = harmonic ? std::ldexp(value, -digits) : value;
  }
  workers.free_shared(total);
  return found;
}

namespace {

double least_weight(const Lists& lists) {
  double least = std::numeric_limits<double>::infinity();
  for (const double weight : lists.weights()) least = weight > 0 ? std::min(least, weight) : least;
  return least;
}

// Searches with weights that the images of one group make at the same time: one each, or one together.
std::size_t searches_at_once(std::size_t sources, std::size_t images) {
  return 2 * sources > images ? std::min(sources, images) : 1;
}

class WeightedSums {
 public:
  // Collective, as all functions.
  WeightedSums(Workers& workers, const Graph& graph, bool harmonic)
      : workers_(workers), graph_(graph), mirrors_(workers, graph, sizeof(double)), harmonic_(harmonic) {
    found_.total = workers.make_filled(graph.own(), 0.0);
    found_.reached = workers.make_filled(graph.own(), std::uint32_t{0});
  }

  // All images search from one source after another.
  void search_together(std::span<const Huri> sources) {
    for (const Huri source : sources) {
      const PathSearch search = search_paths(workers_, graph_, mirrors_, {&source, 1}, 0);
      found_.rounds += search.rounds;
      add(search.distance, graph_.find(source));
      workers_.free_shared(search.distance);
    }
  }
  // One group. Each image searches from another source, as long as that is faster. Returns the other sources.
  std::span<const Huri> search_alone(std::span<const Huri> sources) {
    const auto place = static_cast<std::size_t>(workers_.place());
    const std::size_t searches = searches_at_once(sources.size(), static_cast<std::size_t>(workers_.size()));
    const std::span<double> distances = workers_.make_shared<double>(searches * graph_.own());
    const auto distance_of = [&](std::size_t search) { return distances.subspan(search * graph_.own(), graph_.own()); };
    RoundMeter meter(workers_);
    LocalPaths paths(workers_, graph_, chosen_delta(workers_, graph_));
    int buckets = 0;
    while (2 * sources.size() > static_cast<std::size_t>(workers_.size())) {
      const std::span<const Huri> batch = sources.first(std::min(searches, sources.size()));
      sources = sources.subspan(batch.size());
      if (place < batch.size()) buckets += paths.run(graph_.find(batch[place]), distance_of(place));
      workers_.barrier();
      for (std::size_t search = 0; search < batch.size(); ++search)
        add(distance_of(search), graph_.find(batch[search]));
      workers_.barrier();
      meter.end_round("alone", batch.size());
    }
    found_.rounds += workers_.sum(buckets);
    workers_.free_shared(distances);
    return sources;
  }
  DistanceSums finish() {
    mirrors_.free();
    found_.greatest = workers_.team().max(found_.greatest);
    found_.least = workers_.team().min(least_weight(graph_.out()));
    return found_;
  }

 private:
  // Local. This image's part of the vertices adds its distances from a source.
  void add(std::span<const double> distances, Slot source) {
    const Range mine = workers_.my_part(graph_.own());
    for (std::size_t row = mine.begin; row < mine.end; ++row) {
      const double distance = distances[row];
      if (!(distance < kUnreachable) || row == source) continue;
      ++found_.reached[row];
      if (distance > 0) found_.total[row] += harmonic_ ? 1 / distance : distance;
      found_.greatest = std::max(found_.greatest, distance);
    }
  }

  Workers& workers_;
  const Graph& graph_;
  Mirrors mirrors_;
  const bool harmonic_;
  DistanceSums found_;
};

}  // namespace

DistanceSums sum_path_distances(Workers& workers, const Graph& graph, std::span<const Huri> sources, bool harmonic) {
  WeightedSums sums(workers, graph, harmonic);
  if (workers.is_one_group()) sources = sums.search_alone(sources);
  sums.search_together(sources);
  return sums.finish();
}

std::uint64_t estimate_distance_sums(const GraphSize& size, bool weighted, std::uint64_t sources) {
  constexpr std::uint64_t kSums = 8 + 4;
  if (weighted) {
    const std::uint64_t searches =
        size.groups == 1 ? searches_at_once(sources, static_cast<std::size_t>(size.images)) : 1;
    return size.vertices * (kSums + (8 + 28) * searches) + (std::uint64_t{1} << 19) * searches;
  }
  // The bits of three sets, and the fronts of two levels as lists.
  const bool alone = sources > 64 && size.groups == 1 && size.vertices <= kMostLocal;
  const std::uint64_t words = sources <= 64 ? 1 : kWideWords * (alone ? static_cast<std::uint64_t>(size.images) : 1);
  return size.vertices * (kSums + 3 * 8 * words + 8);
}

}  // namespace quadrille::analytics
