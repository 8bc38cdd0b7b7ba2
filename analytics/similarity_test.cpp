#include "analytics/similarity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "analytics/testing/random_graphs.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

constexpr SimilarityMeasure kMeasures[] = {SimilarityMeasure::jaccard, SimilarityMeasure::overlap,
                                           SimilarityMeasure::cosine, SimilarityMeasure::adamic_adar};

struct SimilarRow {
  Huri vertex, other;
  double score;
  bool operator==(const SimilarRow&) const = default;
};

// Sets of neighbours without the vertex itself.
using NeighbourSets = std::map<Huri, std::set<Huri>>;
NeighbourSets sets_of(const Reference& lists) {
  NeighbourSets sets;
  for (const auto& [vertex, list] : lists) {
    sets[vertex];
    for (const auto& [neighbour, weight] : list) {
      if (neighbour != vertex) sets[vertex].insert(neighbour);
    }
  }
  return sets;
}

struct SimpleSimilarity {
  NeighbourSets out, in;
  int digits;  // of shares

  SimpleSimilarity(const EdgeList& edges, const ProjectionOptions& options)
      : in(sets_of(reference_of(edges, options, false))) {
    const Reference lists = reference_of(edges, options, true);
    out = sets_of(lists);
    std::size_t most = 0;
    for (const auto& [vertex, list] : lists) most = std::max(most, list.size());
    digits = std::min(52, 62 - static_cast<int>(std::bit_width(most)));
  }
  std::uint64_t share(Huri neighbour) const {
    const double share = 1 / std::log(static_cast<double>(in.at(neighbour).size()));
    return static_cast<std::uint64_t>(std::llround(std::ldexp(share, digits)));
  }

  double score(SimilarityMeasure measure, Huri first, Huri second) const {
    const std::set<Huri>&mine = out.at(first), &theirs = out.at(second);
    double common = 0;
    std::uint64_t shares = 0;
    for (const Huri neighbour : mine) {
      if (!theirs.contains(neighbour)) continue;
      common += 1;
      if (first != second) shares += share(neighbour);
    }
    const auto left = static_cast<double>(mine.size()), right = static_cast<double>(theirs.size());
    if (measure == SimilarityMeasure::adamic_adar || common == 0) {
      return std::ldexp(static_cast<double>(shares), -digits);
    }
    if (measure == SimilarityMeasure::jaccard) return common / (left + right - common);
    if (measure == SimilarityMeasure::overlap) return common / std::min(left, right);
    return std::sqrt(common * common / (left * right));
  }

  std::vector<SimilarRow> top(SimilarityMeasure measure, Huri vertex, std::size_t count) const {
    std::set<Huri> others;
    for (const Huri neighbour : out.at(vertex)) others.insert(in.at(neighbour).begin(), in.at(neighbour).end());
    others.erase(vertex);
    std::vector<SimilarRow> rows;
    for (const Huri other : others) rows.push_back({vertex, other, score(measure, vertex, other)});
    std::stable_sort(rows.begin(), rows.end(),
                     [](const SimilarRow& a, const SimilarRow& b) { return a.score > b.score; });
    if (rows.size() > count) rows.resize(count);
    return rows;
  }
};

// Collective. The rows of all images, in their order.
template <class T>
std::vector<T> gather_rows(Workers& workers, const std::vector<T>& mine) {
  std::vector<T> all;
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(T));
  for (const std::string& theirs : workers.team().all_gather_bytes(bytes)) {
    const std::size_t before = all.size();
    all.resize(before + theirs.size() / sizeof(T));
    copy_bytes(all.data() + before, theirs.data(), theirs.size());
  }
  return all;
}

// By vertex, the best first.
std::map<Huri, std::vector<SimilarRow>> gather_similar(Workers& workers, const Graph& graph,
                                                       const SimilarVertices& found) {
  std::vector<SimilarRow> mine;
  for (std::size_t row = 0; workers.is_first() && row < found.vertices.size(); ++row) {
    for (std::size_t place = 0; place < found.counts[row]; ++place) {
      const std::size_t other = found.begins[row] + place;
      mine.push_back({graph.huri(found.vertices[row]), found.others[other], found.scores[other]});
    }
  }
  std::map<Huri, std::vector<SimilarRow>> rows;
  for (const SimilarRow& row : gather_rows(workers, mine)) rows[row.vertex].push_back(row);
  return rows;
}

TEST(Similarity, TheBestOfEachVertexAreThoseOfASimpleLoop) {
  for (const EdgeList& edges : testing::test_graphs()) {
    const bool is_large = edges.sources.size() > 10000;  // the loop takes long
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      if (is_large && direction != Direction::out) continue;
      const ProjectionOptions options{direction, false, Parallel::sum, {}};
      const SimpleSimilarity simple(edges, options);
      for (const SimilarityMeasure measure : kMeasures) {
        if (is_large && measure != SimilarityMeasure::jaccard && measure != SimilarityMeasure::adamic_adar) continue;
        const SimilarityOptions wanted{.measure = measure, .top = is_large ? 3u : 10u, .together = 200};
        with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
          const auto found = gather_similar(workers, graph, similar_vertices(workers, graph, wanted));
          std::size_t number = 0, rows = 0;
          for (const auto& [vertex, list] : simple.out) {
            if (found.contains(vertex)) ++rows;
            if (is_large && ++number % 50 != 0) continue;
            const std::vector<SimilarRow> expected = simple.top(measure, vertex, wanted.top);
            ASSERT_EQ(found.contains(vertex) ? found.at(vertex) : std::vector<SimilarRow>(), expected);
          }
          EXPECT_EQ(rows, found.size());
        });
      }
    }
  }
}

TEST(Similarity, OfSomeVertices) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 300, 1500, testing::Ids::mixed, true);
  const ProjectionOptions options{Direction::both, false, Parallel::sum, {}};
  const SimpleSimilarity simple(edges, options);
  const std::vector<Huri> of = {edges.sources[3], Huri::make(HuriKind::typed, 9), edges.targets[8], edges.sources[3]};
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const SimilarityOptions wanted{.top = 4, .of = of, .of_all = false};
    const auto found = gather_similar(workers, graph, similar_vertices(workers, graph, wanted));
    EXPECT_EQ(found.size(), 2u);
    for (const auto& [vertex, rows] : found) EXPECT_EQ(rows, simple.top(SimilarityMeasure::jaccard, vertex, 4));
  });
}

TEST(Similarity, OfPairsIsThatOfASimpleLoop) {
  for (const EdgeList& edges : testing::test_graphs()) {
    for (const Direction direction : {Direction::out, Direction::both}) {
      const ProjectionOptions options{direction, false, Parallel::sum, {}};
      const SimpleSimilarity simple(edges, options);
      std::vector<VertexPair> pairs = {{Huri::make(HuriKind::typed, 9), Huri::make(HuriKind::typed, 9)}};
      std::mt19937_64 random(testing::test_seed());
      for (std::size_t edge = 0; edge + 1 < edges.sources.size() && pairs.size() < 400; ++edge) {
        pairs.push_back({edges.sources[edge], edges.targets[random() % edges.targets.size()]});
        pairs.push_back({edges.targets[edge], edges.sources[edge + 1]});
        pairs.push_back({edges.sources[edge], Huri::make(HuriKind::typed, edge)});
        pairs.push_back({Huri::make(HuriKind::typed, edge), edges.sources[edge]});
      }
      std::sort(pairs.begin(), pairs.end(), [](const VertexPair& a, const VertexPair& b) {
        return std::pair(a.second, a.first) < std::pair(b.second, b.first);
      });
      for (const SimilarityMeasure measure : kMeasures) {
        with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
          const auto mine = similarities_of(workers, graph, measure, pairs);
          std::map<std::size_t, double> found;
          for (const PairScore& one : gather_rows(workers, std::vector<PairScore>(mine.begin(), mine.end()))) {
            EXPECT_TRUE(found.emplace(one.pair, one.score).second) << "one image has a pair";
          }
          for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
            const auto [first, second] = pairs[pair];
            ASSERT_EQ(found.contains(pair), simple.out.contains(first) && simple.out.contains(second));
            if (!found.contains(pair) || first == second) continue;
            ASSERT_EQ(found.at(pair), simple.score(measure, first, second));
          }
        });
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::analytics
