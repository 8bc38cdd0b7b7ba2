#include "analytics/page_rank.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "analytics/exact_sum.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

// Many rounds of the definition.
std::map<Huri, double> simple_ranks(const EdgeList& edges, const ProjectionOptions& options,
                                    const PageRankOptions& rank) {
  const testing::Reference out = reference_of(edges, options, true);
  const std::set<Huri> personal(rank.personal.begin(), rank.personal.end());
  std::vector<Huri> vertices;
  std::vector<double> teleport, sums;
  std::map<Huri, std::size_t> number;
  double count = 0;
  for (const auto& [vertex, list] : out) {
    number[vertex] = vertices.size();
    vertices.push_back(vertex);
    teleport.push_back(personal.empty() || personal.count(vertex) > 0 ? 1 : 0);
    count += teleport.back();
    sums.push_back(0);
    for (const auto& [neighbour, weight] : list) sums.back() += weight;
  }
  struct Share {
    std::size_t from, to;
    double share;
  };
  std::vector<Share> shares;
  for (const auto& [vertex, list] : out) {
    const std::size_t from = number[vertex];
    for (const auto& [neighbour, weight] : list) {
      if (sums[from] > 0) shares.push_back({from, number[neighbour], weight / sums[from]});
    }
  }
  const double even = personal.empty() ? 0 : (1 - rank.personal_share) / static_cast<double>(vertices.size());
  for (double& share : teleport) share = even + share * (personal.empty() ? 1 : rank.personal_share) / count;
  const std::set<Huri> barred(rank.barred.begin(), rank.barred.end());
  std::vector<double> score = teleport;
  for (int round = 0; round < 200; ++round) {
    double sinks = 0;
    for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex) sinks += sums[vertex] == 0 ? score[vertex] : 0;
    std::vector<double> next;
    for (const double share : teleport) next.push_back(share * (1 - rank.damping + rank.damping * sinks));
    for (const Share& share : shares) next[share.to] += rank.damping * score[share.from] * share.share;
    for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex) {
      score[vertex] = barred.contains(vertices[vertex]) ? 0 : next[vertex];
    }
  }
  double total = 0;
  for (const double one : score) total += one;
  if (total > 0) {
    for (double& one : score) one /= total;
  }
  std::map<Huri, double> all;
  for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex) all[vertices[vertex]] = score[vertex];
  return all;
}

std::vector<EdgeList> ranked_graphs() {
  std::vector<EdgeList> graphs = testing::test_graphs();
  graphs.erase(graphs.begin());  // the empty one
  return graphs;
}

void expect_ranks(const EdgeList& edges, const ProjectionOptions& options, const PageRankOptions& rank) {
  const std::map<Huri, double> expected = simple_ranks(edges, options, rank);
  std::map<Huri, double> alone;
  int iterations = 0;
  double residual = 0;
  // The oracle gathers from arrays by slot.
  PageRankOptions by_slot = rank, by_degree = rank;
  by_slot.reordered_from = ~std::uint64_t{0};
  by_degree.reordered_from = 0;
  with_graph_alone(edges, options, [&](Workers& workers, const Graph& graph) {
    const PageRankResult result = page_rank(workers, graph, by_slot);
    alone = testing::by_vertex(graph, result.score);
    iterations = result.iterations;
    residual = result.residual;
  });
  ProjectionOptions degrees_alone = options;
  degrees_alone.lists = {options.weighted, true, true};
  with_graph(edges, degrees_alone, [&](Workers& workers, const Graph& graph) {
    const PageRankResult result = page_rank(workers, graph, by_degree);
    EXPECT_TRUE(result.converged);
    EXPECT_EQ(result.iterations, iterations);
    EXPECT_EQ(result.residual, residual);
    const std::map<Huri, double> found = testing::gather_by_vertex(workers, graph, result.score);
    EXPECT_EQ(found, alone) << "the same bits on one image";
    double sum = 0, difference = 0;
    for (const auto& [vertex, score] : found) {
      sum += score;
      difference += std::fabs(score - expected.at(vertex));
    }
    EXPECT_EQ(found.size(), expected.size());
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_LT(difference, 10 * rank.tolerance);
  });
}

TEST(PageRank, ScoresAreThoseOfTheDefinition) {
  for (const EdgeList& edges : ranked_graphs()) {
    for (const bool weighted : {false, true}) {
      for (const Direction direction : {Direction::out, Direction::both}) {
        expect_ranks(edges, {direction, weighted, Parallel::sum, {}}, {});
      }
      expect_ranks(edges, {Direction::in, weighted, Parallel::sum, {}}, {0.5, 1e-9, 100, {}});
    }
  }
}

TEST(PageRank, OfAPersonalSetStartsThere) {
  for (const EdgeList& edges : ranked_graphs()) {
    const std::vector<Huri> personal = {edges.sources.front(), Huri::make(HuriKind::typed, 9), edges.targets.back(),
                                        edges.sources.front()};
    expect_ranks(edges, {}, {0.85, 1e-8, 200, personal});
  }
}

TEST(PageRank, OfAMixtureWithBarredVertices) {
  for (const EdgeList& edges : ranked_graphs()) {
    if (edges.sources.size() < 50) continue;
    const std::vector<Huri> personal = {edges.sources.front(), edges.targets.back()};
    const std::vector<Huri> barred = {edges.sources[1], Huri::make(HuriKind::typed, 9), edges.targets[8]};
    for (const bool weighted : {false, true}) {
      const PageRankOptions rank{
          .tolerance = 1e-8, .most_iterations = 200, .personal = personal, .personal_share = 0.25, .barred = barred};
      expect_ranks(edges, {Direction::in, weighted, Parallel::sum, {}}, rank);
    }
  }
}

// Vertices without edges start near to their limits, unless the start is even.
TEST(PageRank, TheStartChangesOnlyTheRounds) {
  EdgeList edges = testing::random_edges(testing::test_seed(), 400, 3000, testing::Ids::dense, true);
  for (std::uint64_t node = 0; node < 300; ++node)
    edges.nodes.push_back(testing::vertex_id(testing::Ids::dense, 500 + node));
  const ProjectionOptions options{Direction::both, false, Parallel::sum, {}};
  for (const std::uint64_t reordered_from : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
      PageRankOptions even{.tolerance = 1e-7, .even_start = true, .reordered_from = reordered_from};
      PageRankOptions near = even;
      near.even_start = false;
      const PageRankResult slow = page_rank(workers, graph, even), fast = page_rank(workers, graph, near);
      EXPECT_LT(fast.iterations, slow.iterations);
      double difference = 0;
      for (Slot slot = 0; slot < graph.own(); ++slot) difference += std::fabs(fast.score[slot] - slow.score[slot]);
      EXPECT_LT(difference, 1e-6);
    });
  }
}

TEST(PageRank, WithoutConvergenceStillAnswers) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 500, 3000, testing::Ids::dense, true);
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const PageRankResult result = page_rank(workers, graph, {0.85, 1e-9, 3, {}});
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(result.iterations, 3);
    EXPECT_GT(result.residual, 1e-9);
  });
}

TEST(PageRank, WrongParametersAreErrors) {
  const EdgeList edges = testing::path_and_star(5, 5);
  for (const double damping : {1.0, -0.1, std::nan("")}) {
    EXPECT_THROW(with_graph(edges, {},
                            [&](Workers& workers, const Graph& graph) {
                              page_rank(workers, graph, {damping, 1e-6, 100, {}});
                            }),
                 Error);
  }
  const Huri absent = Huri::make(HuriKind::typed, 9);
  EXPECT_THROW(with_graph(edges, {},
                          [&](Workers& workers, const Graph& graph) {
                            page_rank(workers, graph, {0.85, 1e-6, 100, std::span(&absent, 1)});
                          }),
               Error);
}

TEST(PageRank, OfTheEmptyGraphIsEmpty) {
  with_graph(EdgeList{}, {},
             [&](Workers& workers, const Graph& graph) { EXPECT_TRUE(page_rank(workers, graph, {}).converged); });
}

TEST(ExactSum, DoesNotDependOnTheOrder) {
  std::mt19937_64 random(testing::test_seed());
  std::vector<double> terms;
  for (int term = 0; term < 10000; ++term) terms.push_back(std::ldexp(static_cast<double>(random()), -64 - term % 60));
  UnitSum forward, backward, negative;
  for (const double term : terms) forward.add(term);
  for (std::size_t term = terms.size(); term-- > 0;) backward.add(terms[term]);
  long double simple = 0;
  for (const double term : terms) simple += static_cast<long double>(term);
  EXPECT_EQ(forward.value(), backward.value());
  EXPECT_NEAR(forward.value(), static_cast<double>(simple), 1e-9);
  for (const double term : terms) negative.add(-term);
  negative += forward;
  EXPECT_EQ(negative.value(), 0);
  LargeSum large;
  large.add(1e15);
  large.add(0.125);
  large.add(-1e15);
  EXPECT_EQ(large.value(), 0.125);
}

// Memory for a run with the order of degrees, and for one without it.
TEST(PageRank, LeavesTheOrderOfDegreesOutIfMemoryIsShort) {
  constexpr std::uint64_t kHubs = 400, kOthers = 100'000;
  testing::EdgeList hubs;  // each has an edge to each hub before it, and each other vertex an edge to one hub
  const auto vertex = [](std::uint64_t number) { return testing::vertex_id(testing::Ids::dense, number); };
  for (std::uint64_t pair = 0; pair < kHubs * kHubs; ++pair) {
    if (pair / kHubs < pair % kHubs) hubs.add(vertex(pair % kHubs), vertex(pair / kHubs), 1);
  }
  for (std::uint64_t other = 0; other < kOthers; ++other) hubs.add(vertex(kHubs + other), vertex(other % kHubs), 1);
  ProjectionOptions options;
  options.direction = Direction::both;
  with_graph(hubs, options, [&](Workers& workers, const Graph& graph) {
    if (!workers.is_one_group()) return;  // ghosts and messages take memory, too
    PageRankOptions rank{.tolerance = 1e-7};
    rank.reordered_from = 1;
    const auto images = static_cast<std::uint64_t>(workers.size());
    const std::uint64_t edges = graph.in().targets().size(), order = (graph.vertices() + edges) * sizeof(Slot);
    const GraphSize size{graph.vertices(), graph.edges(), 1, workers.size()};
    const std::uint64_t least = estimate_page_rank_bytes(size, options, rank.tolerance).least;
    std::vector<std::map<Huri, double>> scores;
    std::vector<std::uint64_t> used;
    for (const std::uint64_t budget : {pgas::QueryArena::kNoBudget, least / images + 600'000}) {
      pgas::QueryArena arena(pgas::test_job().heap(), budget);
      Watch watch;
      Workers measured(workers.team(), arena, watch);
      scores.push_back(testing::gather_by_vertex(measured, graph, page_rank(measured, graph, rank).score));
      used.push_back(workers.sum<std::uint64_t>(arena.high_water_bytes()));
      workers.barrier();
    }
    EXPECT_EQ(scores[0], scores[1]) << "the same bits";
    EXPECT_GT(used[0], least + order / 2);
    EXPECT_LT(used[1], least + order / 2);
  });
}

}  // namespace
}  // namespace quadrille::analytics
