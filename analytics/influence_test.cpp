#include "analytics/influence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analytics/detail/influence_bounds.hpp"
#include "analytics/detail/mixed_bits.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

constexpr InfluenceModel kModels[] = {InfluenceModel::independent_cascade, InfluenceModel::linear_threshold};

// Samples and seeds by simple loops over the whole graph.
class SimpleInfluence {
 public:
  SimpleInfluence(const EdgeList& edges, const ProjectionOptions& options, const InfluenceOptions& wanted)
      : in_(reference_of(edges, options, false)), options_(wanted), weighted_(options.weighted) {
    for (const auto& [vertex, list] : in_) order_.push_back(vertex);
    std::sort(order_.begin(), order_.end(),
              [](Huri a, Huri b) { return std::pair(owner_hash(a), a) < std::pair(owner_hash(b), b); });
  }

  std::vector<Influencer> seeds() {
    if (order_.empty()) return {};
    const auto n = static_cast<double>(order_.size());
    const std::uint64_t k = std::min<std::uint64_t>(options_.seeds, order_.size());
    const InfluenceBounds bounds(order_.size(), k, options_.epsilon);
    auto bound = static_cast<double>(k);
    for (double x = n / 2; x > static_cast<double>(k) && x >= 2; x /= 2) {
      make(bounds.trial_samples(x));
      const double proved = bounds.proved_by(chosen(k).back().spread);
      if (proved < x) continue;
      bound = std::max(bound, proved);
      break;
    }
    make(bounds.final_samples(bound));
    return chosen(k);
  }
  std::size_t samples() const { return samples_.size(); }

 private:
  void make(std::uint64_t count) {
    while (samples_.size() < count) {
      const std::uint64_t state =
          mixed_bits(mixed_bits(options_.seed + kGoldenRatio) + (samples_.size() + 1) * kGoldenRatio);
      std::vector<Huri> queue = {order_[below(order_.size(), mixed_bits(state + kGoldenRatio))]};
      std::set<Huri> reached = {queue.front()};
      for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const Huri source : live(state, queue[next])) {
          if (reached.insert(source).second) queue.push_back(source);
        }
      }
      samples_.push_back(std::move(reached));
    }
  }

  std::vector<Huri> live(std::uint64_t sample, Huri vertex) const {
    const std::uint64_t state = mixed_bits(sample ^ vertex.bits() * kGoldenRatio);
    const auto& list = in_.at(vertex);
    if (options_.model == InfluenceModel::linear_threshold)
      return one_of(list, unit_number(mixed_bits(state + kGoldenRatio)));
    std::vector<Huri> found;
    double most = options_.probability;
    if (weighted_) {
      most = 0;
      for (const auto& [source, weight] : list) most = std::max(most, weight);
    }
    if (most > 0 && most < 0.0625) {
      double place = -1;
      for (std::uint64_t draw = 0;;) {
        const auto number = [&] { return unit_number(mixed_bits(state + ++draw * kGoldenRatio)); };
        place += 1 + std::floor(std::log(1 - number()) * (1 / std::log1p(-most)));
        if (!(place < static_cast<double>(list.size()))) return found;
        const auto& [source, weight] = list[static_cast<std::size_t>(place)];
        if (!weighted_ || number() * most < weight) found.push_back(source);
      }
    }
    for (std::size_t place = 0; place < list.size(); ++place) {
      const std::uint64_t bits = mixed_bits(state + (place / 2 + 1) * kGoldenRatio);
      const auto coin = static_cast<double>(place % 2 == 0 ? bits & 0xffffffff : bits >> 32);
      if (coin < std::floor((weighted_ ? list[place].second : options_.probability) * 0x1p32)) {
        found.push_back(list[place].first);
      }
    }
    return found;
  }
  std::vector<Huri> one_of(const std::vector<std::pair<Huri, double>>& list, double number) const {
    double total = 0, sum = 0;
    for (const auto& [source, weight] : list) total += weighted_ ? weight : options_.probability;
    for (const auto& [source, weight] : list) {
      sum += weighted_ ? weight : options_.probability;
      if (number * std::max(1.0, total) < sum) return {source};
    }
    return {};
  }

  std::vector<Influencer> chosen(std::uint64_t k) const {
    std::map<Huri, std::set<std::size_t>> samples_of;
    for (const Huri vertex : order_) samples_of[vertex];
    for (std::size_t sample = 0; sample < samples_.size(); ++sample) {
      for (const Huri vertex : samples_[sample]) samples_of[vertex].insert(sample);
    }
    std::vector<Influencer> seeds;
    std::set<std::size_t> covered;
    while (seeds.size() < k) {
      const auto best = std::max_element(samples_of.begin(), samples_of.end(), [](const auto& a, const auto& b) {
        return a.second.size() < b.second.size();
      });
      const auto [vertex, found] = *best;
      for (const std::size_t sample : found) {
        for (const Huri member : samples_[sample]) {
          if (member != vertex) samples_of.at(member).erase(sample);
        }
      }
      covered.insert(found.begin(), found.end());
      samples_of.erase(best);
      seeds.push_back({vertex, static_cast<double>(order_.size()) * static_cast<double>(covered.size()) /
                                   static_cast<double>(samples_.size())});
    }
    return seeds;
  }

  const Reference in_;
  const InfluenceOptions& options_;
  const bool weighted_;
  std::vector<Huri> order_;
  std::vector<std::set<Huri>> samples_;
};

// Weights that are probabilities, also 0 and 1; their sums are exact.
EdgeList with_probabilities(EdgeList edges) {
  for (double& weight : edges.weights) weight = std::floor(weight) / 16;
  for (double& weight : edges.weights) weight = std::min(1.0, weight);
  return edges;
}

EdgeList with_small_weights(EdgeList edges) {
  for (double& weight : edges.weights) weight /= 32;
  return edges;
}

void expect_simple(const EdgeList& edges, const ProjectionOptions& options, const InfluenceOptions& wanted) {
  SimpleInfluence simple(edges, options, wanted);
  const std::vector<Influencer> expected = simple.seeds();
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const InfluenceResult found = influence(workers, graph, wanted);
    EXPECT_EQ(found.samples, simple.samples());
    ASSERT_EQ(found.seeds.size(), expected.size());
    for (std::size_t place = 0; place < expected.size(); ++place) {
      ASSERT_EQ(found.seeds[place].vertex, expected[place].vertex) << place;
      ASSERT_EQ(found.seeds[place].spread, expected[place].spread) << place;
    }
  });
}

TEST(Influence, IsThatOfSimpleLoops) {
  int writing = 0;
  for (const EdgeList& given : testing::test_graphs()) {
    if (given.sources.size() > 2000) continue;  // the loops take long
    const EdgeList edges = with_probabilities(given);
    for (const InfluenceModel model : kModels) {
      for (const double probability : {0.05, 0.3}) {
        expect_simple(edges, {},
                      {.seeds = 4,
                       .epsilon = 0.7,
                       .model = model,
                       .probability = probability,
                       .writing = static_cast<SetWriting>(writing++ % 3)});
      }
      for (const EdgeList& weighted : {edges, with_small_weights(edges)}) {
        expect_simple(weighted, {Direction::in, true, Parallel::maximum, {false, true}},
                      {.seeds = 7, .epsilon = 0.8, .model = model, .seed = 5});
      }
    }
    expect_simple(edges, {Direction::both, false, Parallel::sum, {}},
                  {.seeds = 3, .epsilon = 0.9, .probability = 0.02});
  }
}

TEST(Influence, OfLargeSamples) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 500, 4000, testing::Ids::mixed, false);
  for (const SetWriting writing : {SetWriting::staged, SetWriting::in_place, SetWriting::buffered}) {
    expect_simple(edges, {}, {.seeds = 12, .epsilon = 0.9, .probability = 0.4, .writing = writing});
  }
}

TEST(Influence, OfAllVerticesIsTheirNumber) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 40, 60, testing::Ids::mixed, false);
  for (const InfluenceModel model : kModels) {
    with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
      const InfluenceResult found = influence(workers, graph, {.seeds = 1000, .epsilon = 0.5, .model = model});
      ASSERT_EQ(found.seeds.size(), graph.vertices());
      EXPECT_EQ(found.seeds.back().spread, static_cast<double>(graph.vertices()));
      std::set<Huri> different;
      for (const Influencer& seed : found.seeds) different.insert(seed.vertex);
      EXPECT_EQ(different.size(), graph.vertices());
    });
  }
}

// A star with p = 1: its center reaches all; the spread is within epsilon of
// that.
TEST(Influence, OfCertainEdgesIsWhatIsReached) {
  const EdgeList edges = testing::path_and_star(50, 200);
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const InfluenceResult found = influence(workers, graph, {.seeds = 2, .epsilon = 0.1, .probability = 1});
    ASSERT_EQ(found.seeds.size(), 2u);
    EXPECT_EQ(found.seeds[0].vertex, testing::vertex_id(testing::Ids::dense, 250));
    EXPECT_EQ(found.seeds[1].vertex, testing::vertex_id(testing::Ids::dense, 0));
    EXPECT_NEAR(found.seeds[0].spread, 201, 201 * 0.1);
    EXPECT_EQ(found.seeds[1].spread, 251);
  });
}

TEST(Influence, RefusesWeightsAboveOne) {
  EdgeList edges = testing::path_and_star(30, 30);
  for (double& weight : edges.weights) weight = 0.5;
  edges.add(testing::vertex_id(testing::Ids::dense, 20), testing::vertex_id(testing::Ids::dense, 21), 0.75);
  edges.add(testing::vertex_id(testing::Ids::dense, 4), testing::vertex_id(testing::Ids::dense, 7), 3);
  edges.add(testing::vertex_id(testing::Ids::dense, 4), testing::vertex_id(testing::Ids::dense, 9), 2);
  with_graph(edges, {Direction::out, true, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    try {
      influence(workers, graph, {});
      ADD_FAILURE() << "no error";
    } catch (const BadWeight& bad) {
      EXPECT_EQ(bad.source(), testing::vertex_id(testing::Ids::dense, 4));
      EXPECT_EQ(bad.target(), testing::vertex_id(testing::Ids::dense, 7));
      EXPECT_EQ(bad.weight(), 3);
    }
    // A threshold's weights are scaled.
    EXPECT_EQ(
        influence(workers, graph, {.seeds = 1, .epsilon = 0.9, .model = InfluenceModel::linear_threshold}).seeds.size(),
        1u);
  });
}

TEST(Influence, NeedsMoreMemoryThanThereIs) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 3000, 3000, testing::Ids::dense, false);
  const testing::Part part = testing::part_of(edges, pgas::test_team());
  pgas::QueryArena arena(pgas::test_job().heap(), std::size_t{64} << 20);
  Watch watch;
  try {
    pgas::test_team().run([&] {
      Workers workers(pgas::test_team(), arena, watch);
      const Graph graph = project(workers, part.columns(false), part.nodes, {});
      influence(workers, graph, {.seeds = 100, .epsilon = 0.001, .probability = 0.5});
    });
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
    EXPECT_NE(std::string(error.what()).find("use a larger epsilon"), std::string::npos) << error.what();
  }
}

// The share of the cascades from these seeds that reach a vertex, summed over
// vertices.
double simulated_spread(const Reference& out, const std::vector<Influencer>& seeds, double probability) {
  constexpr int kCascades = 4000;
  std::mt19937_64 random(testing::test_seed());
  std::size_t reached = 0;
  for (int cascade = 0; cascade < kCascades; ++cascade) {
    std::vector<Huri> queue;
    std::set<Huri> active;
    for (const Influencer& seed : seeds) active.insert(seed.vertex), queue.push_back(seed.vertex);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const auto& [target, weight] : out.at(queue[next])) {
        if (unit_number(random()) < probability && active.insert(target).second) queue.push_back(target);
      }
    }
    reached += active.size();
  }
  return static_cast<double>(reached) / kCascades;
}

TEST(Influence, SpreadIsThatOfCascades) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 200, 800, testing::Ids::dense, true);
  const Reference out = reference_of(edges, {}, true);
  for (const double probability : {0.05, 0.2}) {
    with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
      const InfluenceResult found = influence(workers, graph, {.seeds = 5, .epsilon = 0.2, .probability = probability});
      const double simulated = simulated_spread(out, found.seeds, probability);
      EXPECT_NEAR(found.seeds.back().spread, simulated, 0.1 * simulated) << "seed " << testing::test_seed();
    });
  }
}

}  // namespace
}  // namespace quadrille::analytics
