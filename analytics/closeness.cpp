#include "analytics/closeness.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "analytics/detail/distance_sums.hpp"
#include "analytics/detail/source_sample.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

// The score of a vertex, from means over the others. Each mean may be off by an error, if sources are a sample.
//
//   reached    the share of the others that reach the vertex
//   mean       of their distances, or of 1 / distance; others count as 0
class Scoring {
 public:
  Scoring(const Graph& graph, const ClosenessOptions& options, const DistanceSums& sums, std::size_t sources)
      : options_(options),
        sums_(sums),
        others_(static_cast<double>(graph.vertices()) - 1),
        sources_(static_cast<double>(sources)),
        is_sample_(sources < graph.vertices()) {}

  // `is_source`: the vertex is one of the sources.
  double score(Slot row, bool is_source) const {
    const double terms = sources_ - (is_source ? 1 : 0);
    if (terms == 0 || sums_.total[row] == 0) return 0;
    return score_of(sums_.reached[row] / terms, sums_.total[row] / terms);
  }
  // The greatest difference between the score and that of means with errors: W. Hoeffding, Probability inequalities for
  // sums of bounded random variables, 1963. Closeness has two means, so each gets half of the doubt.
  double error(Slot row, bool is_source) const {
    const double terms = sources_ - 1;
    const double doubt = options_.harmonic ? kDoubt : kDoubt / 2;
    const double off = terms > 0 ? std::min(1.0, std::sqrt(std::log(2 / doubt) / (2 * terms))) : 1;
    if (options_.harmonic) return off / sums_.least * (options_.normalised ? 1 : others_);
    const double here = std::max(1.0, sources_ - (is_source ? 1 : 0));
    const double reached = sums_.reached[row] / here, mean = sums_.total[row] / here;
    const double far = off * 2 * sums_.greatest;
    const double low = score_of(std::max(0.0, reached - off), mean + far);
    const double limit = (options_.normalised ? std::min(1.0, reached + off) : 1) / sums_.least;
    const double high = mean > far ? std::min(limit, score_of(std::min(1.0, reached + off), mean - far)) : limit;
    const double value = score(row, is_source);
    return std::max(value - low, high - value);
  }
  bool is_sample() const { return is_sample_; }

 private:
  static constexpr double kDoubt = 0.05;

  double score_of(double reached, double mean) const {
    if (options_.harmonic) return options_.normalised ? mean : mean * others_;
    if (mean == 0) return 0;
    return options_.normalised ? reached * reached / mean : reached / mean;
  }

  const ClosenessOptions& options_;
  const DistanceSums& sums_;
  const double others_, sources_;
  const bool is_sample_;
};

// Collective. `sources` ascend.
ClosenessResult scored(Workers& workers, const Graph& graph, const Scoring& scoring, std::span<const Huri> sources) {
  const std::span<double> score = workers.make_shared<double>(graph.own());
  const Range mine = workers.my_part(graph.own());
  double error = 0;
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    const auto slot = static_cast<Slot>(row);
    const bool is_source = !scoring.is_sample() || std::binary_search(sources.begin(), sources.end(), graph.huri(slot));
    score[row] = scoring.score(slot, is_source);
    if (scoring.is_sample()) error = std::max(error, scoring.error(slot, is_source));
  }
  workers.barrier();
  return {.score = score, .sources = sources.size(), .error_bound = workers.team().max(error)};
}

}  // namespace

ClosenessResult closeness(Workers& workers, const Graph& graph, const ClosenessOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "closeness needs out- and in-lists");
  QUADRILLE_ASSERT(options.share > 0 && options.share <= 1, "a share of the vertices is in (0, 1]");
  const auto share = std::ceil(options.share * static_cast<double>(graph.vertices()));
  const std::uint64_t count = options.count > 0 ? options.count : static_cast<std::uint64_t>(share);
  const std::vector<Huri> sources = sampled_vertices(workers, graph, count, options.seed);
  // A group without edges has no weights.
  const bool weighted = workers.team().any(graph.has_weights());
  const DistanceSums sums = weighted ? sum_path_distances(workers, graph, sources, options.harmonic)
                                     : sum_hop_distances(workers, graph, sources, options.harmonic);
  ClosenessResult result = scored(workers, graph, Scoring(graph, options, sums, sources.size()), sources);
  result.rounds = sums.rounds;
  workers.free_shared(sums.total);
  workers.free_shared(sums.reached);
  return result;
}

std::uint64_t estimate_closeness_bytes(const GraphSize& size, bool weighted, std::uint64_t sources) {
  return size.vertices * sizeof(double) + estimate_distance_sums(size, weighted, sources);
}

}  // namespace quadrille::analytics
