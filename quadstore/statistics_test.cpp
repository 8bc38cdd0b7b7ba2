#include "quadstore/statistics.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "base/error.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/terms.hpp"

namespace quadrille {
namespace {

using detail::in_order;
using detail::iri;
using detail::kShards;

// The runs that statistics are counted from, of a set of quads in one shard.
struct ShardRuns {
  std::map<Permutation, std::vector<std::byte>> bytes;
  std::map<Permutation, RunView> views;

  void build(Permutation permutation, const std::vector<Quad>& quads) {
    std::set<std::vector<Huri>> rows;
    for (const Quad& quad : quads) {
      if ((quad.graph == kDefaultGraph) == holds_named_graphs(permutation)) continue;
      rows.insert(in_order(permutation, quad));
    }
    RunBuilder builder(permutation);
    for (const auto& row : rows) builder.append(row);
    bytes[permutation] = builder.finish();
    views.emplace(permutation, RunView(bytes[permutation], permutation, "test"));
  }
  RunOf run_of() {
    return [this](Permutation permutation) -> const RunView& { return views.at(permutation); };
  }
};

Statistics literally(const std::vector<Quad>& quads) {
  Statistics result;
  for (const bool named : {false, true}) {
    std::map<Huri, std::set<Quad>> rows;
    for (const Quad& quad : quads) {
      if ((quad.graph != kDefaultGraph) == named) rows[quad.predicate].insert(quad);
    }
    std::vector<PredicateStatistics> entries;
    for (const auto& [predicate, set] : rows) {
      std::set<Huri> subjects, objects;
      for (const Quad& quad : set) subjects.insert(quad.subject), objects.insert(quad.object);
      entries.push_back({predicate, set.size(), subjects.size(), objects.size()});
    }
    (named ? result.named_graphs : result.default_graph) = GraphStatistics(entries);
  }
  return result;
}

TEST(Statistics, SumOfTheShardsIsExact) {
  std::mt19937_64 random(99);
  std::vector<Quad> quads;
  for (int i = 0; i < 30000; ++i) {
    const Huri object = iri(random() % 3 == 0 ? 5 : random() % 4000);
    const Huri graph = random() % 2 == 0 ? kDefaultGraph : iri(random() % 3);
    quads.push_back({iri(random() % 3000), iri(random() % 12), object, graph});
  }
  std::vector<HeavyEntry> entries;
  for (const Quad& quad : std::set<Quad>(quads.begin(), quads.end())) {
    const bool named = quad.graph != kDefaultGraph;
    if (quad.object == iri(5)) entries.push_back({iri(5), quad.predicate, named ? 0u : 1u, named ? 1u : 0u});
  }
  const HeavyObjects heavy(entries);

  Statistics total;
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    std::vector<Quad> by_subject, by_object;
    for (const Quad& quad : quads) {
      if (shard_of(quad.subject, kShards) == ShardId(shard)) by_subject.push_back(quad);
      if (heavy.object_shard(quad.subject, quad.object, kShards) == ShardId(shard)) by_object.push_back(quad);
    }
    ShardRuns runs;
    runs.build(Permutation::pso, by_subject);
    runs.build(Permutation::psog, by_subject);
    runs.build(Permutation::pos, by_object);
    runs.build(Permutation::posg, by_object);
    total.add(count_statistics(runs.run_of(), View::all, heavy));
  }
  total.add_heavy(heavy);
  EXPECT_EQ(total, literally(quads));
}

TEST(Statistics, UnknownPredicateHasZeros) {
  const GraphStatistics graph({{iri(3), 10, 5, 2}});
  EXPECT_EQ(graph.find(iri(4)), (PredicateStatistics{iri(4)}));
  EXPECT_EQ(graph.find(iri(3)).rows, 10u);
  EXPECT_EQ(graph.rows(), 10u);
  EXPECT_EQ(GraphStatistics().find(iri(3)).rows, 0u);
}

TEST(Statistics, BytesLeadBackAndCutBytesAreRefused) {
  const Statistics statistics = literally({{iri(1), iri(2), iri(3)}, {iri(1), iri(4), iri(3), iri(9)}});
  const std::string bytes = statistics.serialise();
  EXPECT_EQ(Statistics::parse(bytes, "test"), statistics);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(Statistics::parse(bytes.substr(0, size), "test"), Error);
  }
  EXPECT_THROW(Statistics::parse(bytes + "x", "test"), Error);
  EXPECT_THROW(Statistics::parse(std::string(64, '\xff'), "test"), Error);
}

}  // namespace
}  // namespace quadrille
