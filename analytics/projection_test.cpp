#include "analytics/projection.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "analytics/mirrors.hpp"
#include "analytics/testing/list_streams.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

void expect_lists(const Graph& graph, const Lists& lists, const Reference& reference, bool weighted) {
  ASSERT_EQ(lists.rows(), graph.own());
  for (Slot row = 0; row < graph.own(); ++row) {
    const auto found = reference.find(graph.huri(row));
    ASSERT_NE(found, reference.end());
    ASSERT_EQ(lists.degree(row), found->second.size());
    for (std::size_t place = 0; place < found->second.size(); ++place) {
      ASSERT_EQ(graph.huri(lists.of(row)[place]), found->second[place].first);
      if (weighted) {
        ASSERT_EQ(lists.weights_of(row)[place], found->second[place].second);
      }
    }
  }
}

void expect_graph(Workers& workers, const Graph& graph, const EdgeList& edges, const ProjectionOptions& options) {
  const Reference out = reference_of(edges, options, true), in = reference_of(edges, options, false);
  EXPECT_EQ(graph.vertices(), out.size());
  if (graph.out().exist()) expect_lists(graph, graph.out(), out, options.weighted);
  if (graph.in().exist()) expect_lists(graph, graph.in(), in, options.weighted);
  std::uint64_t entries = 0;
  for (const auto& [vertex, list] : out) {
    for (const auto& [neighbour, weight] : list) {
      entries += options.direction != Direction::both || neighbour == vertex ? 2 : 1;
    }
  }
  EXPECT_EQ(graph.edges(), entries / 2);
  EXPECT_EQ(workers.team().sum(workers.is_first() ? graph.own() : 0), out.size());
  for (Slot slot = 0; slot < graph.slots(); ++slot) {
    ASSERT_EQ(graph.find(graph.huri(slot)), slot);
    ASSERT_EQ(graph.owner_of(slot) == workers.group(), graph.is_own(slot));
    if (slot > 0 && slot < graph.own()) {
      ASSERT_TRUE(graph.precedes(slot - 1, slot));
    }
  }
  EXPECT_EQ(graph.find(Huri::make(HuriKind::typed, 5)), kNoSlot);
  EXPECT_EQ(graph.find(Huri::make(HuriKind::iri, 5)), kNoSlot);
}

TEST(Projection, ListsAreThoseOfASimpleLoop) {
  for (const EdgeList& edges : testing::test_graphs()) {
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      for (const Parallel parallel : {Parallel::sum, Parallel::minimum, Parallel::maximum, Parallel::separate}) {
        for (const bool weighted : {false, true}) {
          const ProjectionOptions options{direction, weighted, parallel, {}};
          with_graph(edges, options,
                     [&](Workers& workers, const Graph& graph) { expect_graph(workers, graph, edges, options); });
        }
      }
    }
  }
}

// Projects the streams of `edges` and calls work(workers, graph).
template <class Work>
void with_streamed_graph(const EdgeList& edges, testing::StreamOrder order, const ProjectionOptions& options,
                         Work&& work) {
  SCOPED_TRACE(edges.name + ", order " + std::to_string(static_cast<int>(order)));
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena arena(pgas::test_job().heap());
  const testing::Part part = part_of(edges, team);
  testing::ListStreams streams(edges, team, order);
  Watch watch;
  team.run([&] {
    Workers workers(team, arena, watch);
    const Graph graph = project(workers, streams, part.nodes, options);
    work(workers, graph);
    team.barrier();
  });
}

TEST(Projection, OfStreamsIsThatOfASimpleLoop) {
  using testing::StreamOrder;
  for (const EdgeList& edges : testing::test_graphs()) {
    for (const StreamOrder order : {StreamOrder::rows, StreamOrder::shards, StreamOrder::any}) {
      for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
        for (const Parallel parallel : {Parallel::sum, Parallel::separate}) {
          const ProjectionOptions options{direction, false, parallel, {}};
          with_streamed_graph(edges, order, options, [&](Workers& workers, const Graph& graph) {
            expect_graph(workers, graph, edges, options);
          });
        }
      }
    }
  }
}

void expect_out_degrees(const Graph& graph, const EdgeList& edges, const ProjectionOptions& options) {
  const Reference out = reference_of(edges, options, true);
  EXPECT_EQ(graph.out().exist(), options.direction == Direction::both);
  for (Slot slot = 0; slot < graph.own(); ++slot) {
    ASSERT_EQ(graph.out_degree(slot), out.at(graph.huri(slot)).size());
  }
}

TEST(Projection, CountsOutDegreesWithoutOutLists) {
  for (const EdgeList& edges : testing::test_graphs()) {
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      const ProjectionOptions options{direction, false, Parallel::sum, {false, true, true}};
      const auto expect = [&](Workers& workers, const Graph& graph) {
        expect_graph(workers, graph, edges, options);
        expect_out_degrees(graph, edges, options);
      };
      with_graph(edges, options, expect);
      with_streamed_graph(edges, testing::StreamOrder::shards, options, expect);
    }
  }
}

TEST(Projection, MakesTheNeededListsAlone) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 400, 2000, testing::Ids::mixed, true);
  for (const NeededLists needed : {NeededLists{true, false}, NeededLists{false, true}}) {
    const ProjectionOptions options{Direction::out, true, Parallel::sum, needed};
    with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
      EXPECT_EQ(graph.out().exist(), needed.out);
      EXPECT_EQ(graph.in().exist(), needed.in);
      expect_graph(workers, graph, edges, options);
    });
  }
}

TEST(Projection, ALargerGraphHasSeveralBuckets) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 20000, 200000, testing::Ids::mixed, false);
  const ProjectionOptions options{Direction::both, true, Parallel::sum, {}};
  with_graph(edges, options,
             [&](Workers& workers, const Graph& graph) { expect_graph(workers, graph, edges, options); });
}

TEST(Projection, TheLeastBadWeightIsTheErrorOnAllImages) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  for (const double bad : {-1.0, -0.001, nan, infinite}) {
    EdgeList edges = testing::random_edges(testing::test_seed(), 100, 500, testing::Ids::dense, false);
    const Huri least = testing::vertex_id(testing::Ids::dense, 0);
    edges.add(edges.sources[3], edges.targets[7], -5);
    edges.add(least, least, bad);
    edges.add(edges.sources[5], edges.targets[9], -7);
    pgas::Team& team = pgas::test_team();
    pgas::QueryArena arena(pgas::test_job().heap());
    const testing::Part part = part_of(edges, team);
    Watch watch;
    int caught = 0;
    team.run([&] {
      Workers workers(team, arena, watch);
      try {
        project(workers, part.columns(true), {}, {Direction::in, true, Parallel::sum, {}});
      } catch (const BadWeight& error) {
        ++caught;
        EXPECT_EQ(error.kind(), ErrorKind::user);
        EXPECT_LE(error.source(), least);
        EXPECT_EQ(error.target(), least);
      }
    });
    EXPECT_EQ(caught, 1);
  }
}

TEST(Projection, AnErrorOfOneImageEndsTheWorkOfAll) {
  class Cancelling final : public Watch {
   public:
    explicit Cancelling(bool cancels) : cancels_(cancels) {}
    void check() override {
      if (cancels_ && ++checks_ == 3) fail(ErrorKind::cancelled, "the test cancels");
    }

   private:
    const bool cancels_;
    int checks_ = 0;
  };
  const EdgeList edges = testing::random_edges(testing::test_seed(), 1000, 20000, testing::Ids::sparse, false);
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena arena(pgas::test_job().heap());
  const testing::Part part = part_of(edges, team);
  Cancelling watch(team.rank() == team.size() - 1);
  EXPECT_THROW(team.run([&] {
    Workers workers(team, arena, watch);
    project(workers, part.columns(false), {}, {});
    team.barrier();
  }),
               Error);
}

// Values of owners reach ghosts, and those of ghosts their owners.
void check_mirrors(Workers& workers, const Graph& graph, std::uint64_t seed, std::uint64_t every) {
  const auto value_of = [&](Huri vertex) { return static_cast<double>(vertex.bits() % 1000003 + seed); };
  const auto is_changed = [&](Huri vertex) { return vertex.bits() * 31 / 7 % every == 0; };
  const auto values = workers.make_filled(graph.slots(), -1.0);
  const auto changed = workers.make_filled(words_for_bits(graph.slots()), std::uint64_t{0});
  if (workers.is_first()) {
    for (Slot slot = 0; slot < graph.slots(); ++slot) {
      if (graph.is_own(slot)) values[slot] = value_of(graph.huri(slot));
      if (is_changed(graph.huri(slot)) && graph.is_own(slot)) set_bit(changed, slot);
    }
  }
  workers.barrier();
  Mirrors mirrors(workers, graph, sizeof(double));
  mirrors.update(values, ConstBitWords(changed));
  mirrors.update_bits(changed, false);
  for (Slot slot = 0; slot < graph.slots(); ++slot) {
    const bool arrives = graph.is_own(slot) || is_changed(graph.huri(slot));
    ASSERT_EQ(values[slot], arrives ? value_of(graph.huri(slot)) : -1);
    ASSERT_EQ(test_bit(changed, slot), is_changed(graph.huri(slot)));
  }
  // The other way: each owner counts those who have it, among the changed ones.
  const auto counts = workers.make_filled(graph.own(), std::uint32_t{0});
  mirrors.collect(std::span<const double>(values), ConstBitWords(changed), [&](Slot own, double value, int) {
    EXPECT_EQ(value, values[own]);
    std::atomic_ref(counts[own]).fetch_add(1);
  });
  for (Slot slot = 0; slot < graph.own(); ++slot) {
    std::uint32_t expected = 0;
    for (int group = 0; group < workers.num_groups(); ++group) {
      if (group != workers.group() && is_changed(graph.huri(slot))) expected += graph.mirrored_by(group).has(slot);
    }
    ASSERT_EQ(counts[slot], expected);
  }
  mirrors.update_all(values);
  for (Slot slot = 0; slot < graph.slots(); ++slot) ASSERT_EQ(values[slot], value_of(graph.huri(slot)));
  mirrors.free();
}

TEST(Mirrors, BringValuesInBothDirections) {
  for (const EdgeList& edges : testing::test_graphs()) {
    with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
      for (const std::uint64_t every : {1, 2, 50, 1000}) check_mirrors(workers, graph, every, every);
    });
  }
}

}  // namespace
}  // namespace quadrille::analytics
