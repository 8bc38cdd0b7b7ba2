#include "analytics/loopless_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "analytics/testing/random_graphs.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

struct ReferencePath {
  Huri end;  // if every vertex is an end
  double length = 0;
  std::vector<PathStep> steps;
  auto key() const { return std::tuple(end, length, steps.size(), steps); }
  bool operator<(const ReferencePath& other) const { return key() < other.key(); }
  bool operator==(const ReferencePath& other) const { return key() == other.key(); }
};

// All paths, by recursion.
class ReferenceWalk {
 public:
  ReferenceWalk(const Reference& out, const PathPair& ends, double longest)
      : out_(out), ends_(ends), longest_(longest) {
    if (out.contains(ends.start)) from(ends.start, 0);
    std::sort(found_.begin(), found_.end());
  }
  const std::vector<ReferencePath>& found() const { return found_; }

 private:
  void from(Huri vertex, double length) {
    const auto& list = out_.at(vertex);
    for (std::size_t place = 0; place < list.size(); ++place) {
      const auto& [to, weight] = list[place];
      ordinal_ = place > 0 && list[place - 1].first == to ? ordinal_ + 1 : 0;
      const std::uint32_t ordinal = ordinal_;
      const bool is_end = ends_.end.is_unbound() || to == ends_.end;
      const bool is_loop = vertex == ends_.start && to == ends_.start && steps_.empty();
      if (length + weight > longest_ || visited_.contains(to) || (to == ends_.start && !is_loop)) continue;
      steps_.push_back({to, ordinal});
      if (is_end) found_.push_back({ends_.end.is_unbound() ? to : kUnbound, length + weight, steps_});
      if (!is_loop && ends_.start != ends_.end) {
        visited_.insert(to);
        from(to, length + weight);
        visited_.erase(to);
      }
      steps_.pop_back();
      ordinal_ = ordinal;
    }
  }

  const Reference& out_;
  const PathPair ends_;
  const double longest_;
  std::vector<PathStep> steps_;
  std::set<Huri> visited_;
  std::vector<ReferencePath> found_;
  std::uint32_t ordinal_ = 0;
};

std::vector<ReferencePath> expected_paths(const Reference& out, const PathPair& pair,
                                          const LooplessPathOptions& options) {
  std::vector<ReferencePath> kept;
  std::uint64_t of_end = 0;
  const ReferenceWalk walk(out, pair, options.longest);
  for (const ReferencePath& path : walk.found()) {
    of_end = !kept.empty() && kept.back().end == path.end ? of_end : 0;
    if (options.shortest && !kept.empty() && path.length > kept.front().length) break;
    if (of_end++ < options.most) kept.push_back(path);
  }
  return kept;
}

// Collective. The paths of all images by number, each as its pair and steps.
std::vector<std::pair<std::uint32_t, ReferencePath>> gather_paths(pgas::Team& team, const LooplessPaths& mine,
                                                                  const LooplessPathOptions& options) {
  std::string bytes;
  const auto add = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  for (const auto& path : mine.paths) {
    add(path);
    for (const PathStep& step : mine.steps_of(path)) add(step);
  }
  std::map<std::uint64_t, std::pair<std::uint32_t, ReferencePath>> all;
  for (const std::string& theirs : team.all_gather_bytes(bytes)) {
    for (std::size_t at = 0; at < theirs.size();) {
      LooplessPaths::Path path;
      copy_bytes(&path, theirs.data() + at, sizeof(path));
      at += sizeof(path);
      ReferencePath one;
      one.length = path.length;
      one.steps.resize(path.steps);
      copy_bytes(one.steps.data(), theirs.data() + at, path.steps * sizeof(PathStep));
      at += path.steps * sizeof(PathStep);
      if (options.pairs[path.pair].end.is_unbound()) one.end = one.steps.back().to;
      EXPECT_TRUE(all.emplace(path.number, std::pair(path.pair, one)).second) << "a number has one path";
    }
  }
  std::vector<std::pair<std::uint32_t, ReferencePath>> list;
  for (const auto& [number, path] : all) {
    EXPECT_EQ(number, list.size());
    list.push_back(path);
  }
  return list;
}

void expect_paths(const EdgeList& edges, const ProjectionOptions& options, const LooplessPathOptions& asked) {
  SCOPED_TRACE(edges.name + ", most " + std::to_string(asked.most) + (asked.shortest ? ", shortest" : "") +
               ", longest " + std::to_string(asked.longest));
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const Reference out = reference_of(edges, options, true);
    const auto found = gather_paths(workers.team(), loopless_paths(workers, graph, asked), asked);
    std::size_t next = 0;
    for (std::uint32_t pair = 0; pair < asked.pairs.size(); ++pair) {
      for (const ReferencePath& path : expected_paths(out, asked.pairs[pair], asked)) {
        ASSERT_LT(next, found.size());
        ASSERT_EQ(found[next].first, pair);
        ASSERT_EQ(found[next].second.length, path.length) << "path " << next;
        ASSERT_TRUE(found[next].second == path) << "path " << next;
        ++next;
      }
    }
    ASSERT_EQ(next, found.size());
  });
}

std::vector<EdgeList> small_graphs() {
  const std::uint64_t seed = testing::test_seed();
  return {testing::random_edges(seed, 6, 14, testing::Ids::mixed, false),
          testing::random_edges(seed + 1, 9, 22, testing::Ids::dense, false),
          testing::random_edges(seed + 2, 9, 26, testing::Ids::sparse, true)};
}

std::vector<PathPair> some_pairs(const EdgeList& edges) {
  std::vector<PathPair> pairs;
  for (std::size_t place = 0; place < std::min<std::size_t>(4, edges.sources.size()); ++place) {
    pairs.push_back({edges.sources[place], edges.targets[edges.targets.size() - 1 - 2 * place]});
  }
  pairs.push_back({edges.sources[0], edges.sources[0]});
  pairs.push_back({edges.sources[0], edges.nodes[0]});
  pairs.push_back({Huri::make(HuriKind::iri, 5), edges.targets[0]});
  return pairs;
}

TEST(LooplessPaths, AreThoseOfARecursion) {
  for (const EdgeList& edges : small_graphs()) {
    const std::vector<PathPair> pairs = some_pairs(edges);
    for (const bool weighted : {false, true}) {
      for (const Parallel parallel : {Parallel::minimum, Parallel::separate}) {
        const ProjectionOptions options{Direction::out, weighted, parallel, {}};
        for (const std::uint64_t most : {std::uint64_t{1}, std::uint64_t{7}, LooplessPathOptions::kAll}) {
          for (const bool shortest : {false, true}) {
            expect_paths(edges, options, {.pairs = pairs, .most = most, .shortest = shortest});
          }
          expect_paths(edges, options, {.pairs = pairs, .most = most, .longest = weighted ? 9.5 : 3});
        }
      }
    }
  }
}

TEST(LooplessPaths, InBothDirections) {
  const EdgeList edges = testing::random_edges(testing::test_seed() + 3, 7, 11, testing::Ids::mixed, false);
  const std::vector<PathPair> pairs = some_pairs(edges);
  for (const Direction direction : {Direction::in, Direction::both}) {
    const ProjectionOptions options{direction, true, Parallel::minimum, {}};
    for (const std::uint64_t most : {std::uint64_t{5}, LooplessPathOptions::kAll}) {
      expect_paths(edges, options, {.pairs = pairs, .most = most});
    }
  }
}

// Lengths of 0 make many ways of the same length, also in circles.
TEST(LooplessPaths, OfEqualLengthComeWithFewerStepsFirst) {
  EdgeList edges = testing::random_edges(testing::test_seed() + 4, 7, 16, testing::Ids::dense, false);
  for (double& weight : edges.weights) weight = weight < 5 ? 0 : 1;
  const std::vector<PathPair> pairs = some_pairs(edges);
  const ProjectionOptions options{Direction::out, true, Parallel::minimum, {}};
  for (const std::uint64_t most : {std::uint64_t{1}, std::uint64_t{9}, LooplessPathOptions::kAll}) {
    for (const bool shortest : {false, true}) {
      expect_paths(edges, options, {.pairs = pairs, .most = most, .shortest = shortest});
    }
  }
}

TEST(LooplessPaths, WithoutAnEndLeadToEveryVertex) {
  for (const EdgeList& edges : small_graphs()) {
    const std::vector<PathPair> pairs = {{edges.sources[1]}, {edges.sources[0]}};
    for (const std::uint64_t most : {std::uint64_t{2}, LooplessPathOptions::kAll}) {
      const ProjectionOptions options{Direction::out, false, Parallel::separate, {}};
      expect_paths(edges, options, {.pairs = pairs, .most = most});
      expect_paths(edges, options, {.pairs = pairs, .most = most, .longest = 2});
    }
  }
}

// All ways through a grid are equally long; only few of them are looked at.
TEST(LooplessPaths, OfALargeGridAreFoundInFewLists) {
  EdgeList edges;
  const auto at = [](std::uint64_t x, std::uint64_t y) { return testing::vertex_id(testing::Ids::dense, x * 100 + y); };
  for (std::uint64_t x = 0; x < 100; ++x) {
    for (std::uint64_t y = 0; y < 100; ++y) {
      if (x < 99) edges.add(at(x, y), at(x + 1, y), 1);
      if (y < 99) edges.add(at(x, y), at(x, y + 1), 1);
    }
  }
  const std::vector<PathPair> pairs = {{at(0, 0), at(99, 99)}};
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const LooplessPathOptions options{.pairs = pairs, .most = 20};
    const auto found = gather_paths(workers.team(), loopless_paths(workers, graph, options), options);
    ASSERT_EQ(found.size(), 20U);
    for (std::size_t place = 0; place < found.size(); ++place) {
      EXPECT_EQ(found[place].second.length, 198);
      EXPECT_TRUE(place == 0 || found[place - 1].second < found[place].second);
    }
  });
}

}  // namespace
}  // namespace quadrille::analytics
