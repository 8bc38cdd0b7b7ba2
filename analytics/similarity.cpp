#include "analytics/similarity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "analytics/detail/candidate_lists.hpp"
#include "analytics/detail/neighbour_shares.hpp"
#include "analytics/detail/shared_items.hpp"
#include "analytics/detail/similar_search.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

// Rows of a task.
constexpr std::size_t kSimilarGrain = 32;
constexpr std::uint32_t kIsShared = ~std::uint32_t{0};  // instead of a row's count, until it is known

// Finds the rows of SimilarVertices.
template <class Count>
class SimilarRows {
 public:
  SimilarRows(Workers& workers, const Graph& graph, const SimilarityOptions& options, std::span<const Slot> vertices)
      : workers_(workers), graph_(graph), options_(options), vertices_(vertices) {}

  SimilarVertices find() {
    RoundMeter meter(workers_);
    lists_ = make_candidate_lists(workers_, graph_);
    shares_ = make_neighbour_shares(workers_, graph_, options_.measure);
    meter.end_round("lists", graph_.vertices());
    make_room();
    {
      SimilarSearch<Count> search(workers_, graph_, lists_, shares_, options_);
      workers_.for_each_task(vertices_.size(), kSimilarGrain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
          if (counts_[row] != kIsShared) set_row(row, search.find(vertices_[row]));
        }
      });
      find_together(search);
    }
    meter.end_round("count", graph_.vertices());
    free_candidate_lists(workers_, lists_);
    workers_.free_shared(shares_.by_slot);
    return {vertices_, begins_, counts_, others_, scores_};
  }

 private:
  std::uint64_t paths_from(Slot vertex) const {
    std::uint64_t paths = 0;
    for (const Slot neighbour : graph_.out().of(vertex)) {
      if (neighbour != vertex) paths += lists_.of(neighbour).size();
    }
    return paths;
  }

  // A row has at most as many others as paths.
  void make_room() {
    begins_ = workers_.make_filled(vertices_.size() + 1, std::uint64_t{0});
    counts_ = workers_.make_shared<std::uint32_t>(vertices_.size());
    std::vector<std::uint32_t> shared;
    workers_.for_each_task(vertices_.size(), kSimilarGrain * 8, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        const std::uint64_t paths = paths_from(vertices_[row]);
        begins_[row + 1] = std::min<std::uint64_t>({options_.top, paths, lists_.huris.size()});
        counts_[row] = paths > options_.together && workers_.size() > 1 ? kIsShared : 0;
        if (counts_[row] == kIsShared) shared.push_back(static_cast<std::uint32_t>(row));
      }
    });
    SharedItems<std::uint32_t> joined(workers_);
    const std::span<const std::uint32_t> all = joined.join(shared);
    shared_rows_.assign(all.begin(), all.end());
    joined.free();
    if (workers_.is_first()) {
      for (std::size_t row = 0; row < vertices_.size(); ++row) begins_[row + 1] += begins_[row];
    }
    workers_.barrier();
    others_ = workers_.make_shared<Huri>(begins_[vertices_.size()]);
    scores_ = workers_.make_shared<double>(others_.size());
  }

  void set_row(std::size_t row, std::span<const SimilarCandidate> best) {
    counts_[row] = static_cast<std::uint32_t>(best.size());
    std::uint64_t place = begins_[row];
    for (const SimilarCandidate& candidate : best) {
      others_[place] = lists_.huris[candidate.number];
      scores_[place++] = candidate.score;
    }
  }

  // The rows with many paths: each image has a range of candidates.
  void find_together(SimilarSearch<Count>& search) {
    SharedItems<SimilarCandidate> joined(workers_);
    std::vector<SimilarCandidate> best;
    for (std::size_t number = 0; number < shared_rows_.size(); ++number) {
      const std::size_t row = shared_rows_[number];
      workers_.check();
      const auto all = joined.join(search.find(vertices_[row], workers_.my_part(lists_.huris.size())));
      if (number % static_cast<std::size_t>(workers_.size()) != static_cast<std::size_t>(workers_.place())) continue;
      best.assign(all.begin(), all.end());
      std::sort(best.begin(), best.end(), is_better);
      set_row(row, std::span(best).first(std::min<std::size_t>(best.size(), options_.top)));
    }
    joined.free();
  }

  Workers& workers_;
  const Graph& graph_;
  const SimilarityOptions& options_;
  const std::span<const Slot> vertices_;
  CandidateLists lists_;
  NeighbourShares shares_;
  std::span<std::uint64_t> begins_;
  std::span<std::uint32_t> counts_;
  std::vector<std::uint32_t> shared_rows_;
  std::span<Huri> others_;
  std::span<double> scores_;
};

// Collective in the group. The own vertices that are asked for, ascending.
std::span<const Slot> chosen_vertices(Workers& workers, const Graph& graph, const SimilarityOptions& options) {
  if (!options.of_all) {
    std::vector<Slot> slots;
    for (const Huri vertex : options.of) {
      const Slot slot = graph.find(vertex);
      if (slot != kNoSlot && graph.is_own(slot)) slots.push_back(slot);
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    const std::span<Slot> chosen = workers.make_shared<Slot>(slots.size());
    if (workers.is_first()) std::copy(slots.begin(), slots.end(), chosen.begin());
    workers.barrier();
    return chosen;
  }
  const std::span<Slot> all = workers.make_shared<Slot>(graph.own());
  const Range mine = workers.my_part(all.size());
  for (std::size_t slot = mine.begin; slot < mine.end; ++slot) all[slot] = static_cast<Slot>(slot);
  workers.barrier();
  return all;
}

}  // namespace

SimilarVertices similar_vertices(Workers& workers, const Graph& graph, const SimilarityOptions& options) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "similarity needs out- and in-lists");
  QUADRILLE_ASSERT(options.top > 0, "similarity finds at least one vertex");
  const std::span<const Slot> vertices = chosen_vertices(workers, graph, options);
  if (options.measure == SimilarityMeasure::adamic_adar) {
    return SimilarRows<std::uint64_t>(workers, graph, options, vertices).find();
  }
  return SimilarRows<std::uint32_t>(workers, graph, options, vertices).find();
}

std::uint64_t estimate_similarity_bytes(const GraphSize& size, const SimilarityOptions& options) {
  const bool has_shares = options.measure == SimilarityMeasure::adamic_adar;
  const std::uint64_t rows = options.of_all ? size.vertices : options.of.size();
  // Others of a row: as many as paths of two edges.
  const double degree =
      static_cast<double>(size.edges) / static_cast<double>(std::max<std::uint64_t>(size.vertices, 1));
  const double others = std::min(static_cast<double>(options.top), std::ceil(degree * degree));
  const std::uint64_t counters = static_cast<std::uint64_t>(size.images) * (has_shares ? 12 : 8);
  const std::uint64_t received = size.groups > 1 ? size.edges * 16 + size.vertices * 20 : 0;
  return rows * 16 + static_cast<std::uint64_t>(static_cast<double>(rows) * others * 16) +
         size.vertices * (4 + counters + (has_shares ? 8 : 0)) + received;
}

}  // namespace quadrille::analytics
