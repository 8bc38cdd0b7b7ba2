#include "analytics/communities.hpp"

#include <algorithm>
#include <numeric>

#include "analytics/detail/community_search.hpp"
#include "analytics/placed_arrays.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

using detail::CoarseNumbers;
using detail::CommunityCrew;
using detail::CommunityLevel;
using detail::CommunityMoves;
using detail::CommunitySearch;
using detail::CommunityState;

// Moves vertices of one level; returns the modularity before and after.
struct Moved {
  double before = 0, after = 0;
  int rounds = 0;
};
Moved move_vertices(const CommunityCrew& crew, const CommunityLevel& level, CommunityState& state,
                    const CommunityOptions& options, int number) {
  CommunityMoves moves(
      crew, level, state,
      {options.resolution, options.threshold, options.seed * 1000 + static_cast<std::uint64_t>(number)});
  Moved moved;
  moved.before = modularity_of(crew, state, options.resolution);
  moved.after = moves.run(moved.before);
  moved.rounds = moves.rounds();
  moves.free();
  return moved;
}

// One level of Louvain. Returns false if it is the last one.
bool climb_by_communities(CommunitySearch& search, const CommunityCrew& crew) {
  const CommunityOptions& options = search.options();
  CommunityState state = make_state(crew, search.level(), {});
  const Moved moved = move_vertices(crew, search.level(), state, options, search.levels());
  free_sums(crew, state);
  CoarseNumbers numbers = number_communities(crew, state.label);
  crew.free(state.label);
  const bool has_changed = numbers.count < search.level().vertices;
  search.add_rounds(moved.rounds, moved.after);
  if (has_changed || search.levels() == 0) search.add_level(crew, numbers);
  const bool goes_on =
      has_changed && moved.after - moved.before > options.threshold && search.levels() < options.levels;
  if (goes_on) search.climb(crew, numbers);
  crew.free(numbers.of);
  return goes_on;
}

// The labels of parts: of the communities that they are parts of, as the least part.
std::span<std::uint32_t> labels_of_parts(const CommunityCrew& crew, const CoarseNumbers& communities,
                                         const CoarseNumbers& parts) {
  std::span<std::uint32_t> least = crew.make_filled(communities.count, ~std::uint32_t{0});
  const std::span<std::uint32_t> label = crew.make<std::uint32_t>(parts.count);
  const Range mine = crew.my_part(parts.of.size());
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    lower_shared(least[communities.of[number]], parts.of[number]);
  }
  crew.barrier();
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    store_relaxed(label[parts.of[number]], least[communities.of[number]]);
  }
  crew.barrier();
  crew.free(least);
  return label;
}

// Passes of Leiden over all levels, at most: each begins with the communities of the one before.
constexpr int kPasses = 2, kPassesOfSmall = 10;
constexpr std::uint64_t kSmallGraph = 1024;  // vertices

// One level of Leiden: `label` has the communities to begin with, and then those of the next level. Returns false if it
// is the last one.
bool climb_by_parts(CommunitySearch& search, const CommunityCrew& crew, bool is_last_pass,
                    std::span<std::uint32_t>& label) {
  const CommunityOptions& options = search.options();
  CommunityState state = make_state(crew, search.level(), label);
  const Moved moved = move_vertices(crew, search.level(), state, options, search.levels());
  double modularity = moved.after;
  CoarseNumbers communities = number_communities(crew, state.label);
  bool goes_on = communities.count < search.level().vertices && search.levels() + 1 < options.levels;
  CoarseNumbers parts;
  if (goes_on) {
    detail::CommunityRefinement refinement(crew, search.level(), state, options.resolution, options.seed);
    std::span<std::uint32_t> part = refinement.run();
    parts = number_communities(crew, part);
    crew.free(part);
    const bool is_stuck = parts.count == search.level().vertices;
    const bool adds_little = search.levels() > 0 && !(moved.after - moved.before > options.threshold);
    goes_on = !is_stuck && !adds_little;
  }
  if (!goes_on && divide_unconnected(crew, search.level(), state.label)) {
    add_volumes(crew, state.label, state.degree, state.volume);
    modularity = modularity_of(crew, state, options.resolution);
    crew.free(communities.of);
    communities = number_communities(crew, state.label);
  }
  free_sums(crew, state);
  crew.free(state.label);
  search.add_rounds(moved.rounds, modularity);
  search.add_level(crew, communities);
  if (!goes_on && !is_last_pass) search.keep_labels(crew, communities);
  label = {};
  if (goes_on) {
    label = labels_of_parts(crew, communities, parts);
    search.climb(crew, parts);
  }
  crew.free(parts.of);
  crew.free(communities.of);
  return goes_on;
}

void expect_community_options(const Graph& graph, const CommunityOptions& options) {
  QUADRILLE_ASSERT(graph.is_undirected(), "communities need lists of an undirected graph");
  if (!(options.resolution >= 0) || !(options.threshold >= 0) || options.levels < 1) {
    fail(ErrorKind::user, "resolution {}, threshold {} and levels {} of communities must be at least 0, 0 and 1",
         options.resolution, options.threshold, options.levels);
  }
}

}  // namespace

CommunitiesResult louvain(Workers& workers, const Graph& graph, const CommunityOptions& options) {
  expect_community_options(graph, options);
  const RandomAccess access(graph);
  CommunitySearch search(workers, graph, options);
  search.run([&](const CommunityCrew& crew) { return climb_by_communities(search, crew); });
  return search.finish();
}

CommunitiesResult leiden(Workers& workers, const Graph& graph, const CommunityOptions& options) {
  expect_community_options(graph, options);
  const RandomAccess access(graph);
  CommunitySearch search(workers, graph, options);
  const int passes = graph.vertices() <= kSmallGraph ? kPassesOfSmall : kPasses;
  for (int pass = 1;; ++pass) {
    std::span<std::uint32_t> label = search.take_labels();
    search.run([&](const CommunityCrew& crew) { return climb_by_parts(search, crew, pass == passes, label); });
    if (pass == passes || !search.restart()) break;
  }
  return search.finish();
}

std::uint64_t estimate_community_bytes(const GraphSize& size, bool weighted, bool is_leiden) {
  const auto groups = static_cast<std::uint64_t>(size.groups), images = static_cast<std::uint64_t>(size.images);
  const std::uint64_t lists = size.edges * 2;
  // Labels, sums and places of vertices; arrays of sums by label of each image; and
  // rows of the second level, which grow: parts of communities have more of them.
  std::uint64_t bytes =
      size.vertices * (40 * groups + 12 * images) + lists * ((is_leiden ? 45 : 30) + (weighted ? 8 : 0));
  if (groups > 1) bytes += size.vertices * 8 * groups + lists * (4 + 12 * groups);
  return bytes + (is_leiden ? size.vertices * 8 * groups : 0);
}

}  // namespace quadrille::analytics
