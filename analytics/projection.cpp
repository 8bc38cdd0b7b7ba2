#include "analytics/projection.hpp"

#include <cmath>
#include <memory_resource>
#include <optional>
#include <tuple>
#include <vector>

#include "analytics/detail/edge_blocks.hpp"
#include "analytics/detail/ghost_slots.hpp"
#include "analytics/detail/list_builder.hpp"
#include "analytics/detail/out_degrees.hpp"
#include "analytics/detail/stream_lists.hpp"
#include "analytics/detail/vertex_numbering.hpp"
#include "analytics/placed_arrays.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {

namespace {

struct WeightOfEdge {
  bool is_bad = false;
  Huri source, target;
  double weight = 0;
};

bool is_good(double weight) {
  return weight >= 0 && weight <= std::numeric_limits<double>::max();
}

// The less of two bad edges. Weights that are equal in all but their bits, such as NaNs, do not matter.
void take_lesser(WeightOfEdge& best, const WeightOfEdge& other) {
  if (!other.is_bad) return;
  const auto key = [](const WeightOfEdge& edge) {
    return std::tuple(edge.source, edge.target, std::isnan(edge.weight), std::isnan(edge.weight) ? 0 : edge.weight);
  };
  if (!best.is_bad || key(other) < key(best)) best = other;
}

// Collective.
void check_weights(Workers& workers, const EdgeColumns& edges) {
  WeightOfEdge worst;
  for (std::size_t edge = 0; edge < edges.weights.size(); ++edge) {
    if (edge % Workers::kTaskEdges == 0) workers.check();
    if (is_good(edges.weights[edge])) [[likely]]
      continue;
    take_lesser(worst, {true, edges.sources[edge], edges.targets[edge], edges.weights[edge]});
  }
  for (const WeightOfEdge& theirs : workers.team().all_gather(worst)) take_lesser(worst, theirs);
  if (worst.is_bad) throw BadWeight(worst.source, worst.target, worst.weight);
}

EdgeColumns directed(const EdgeColumns& edges, const ProjectionOptions& options) {
  QUADRILLE_ASSERT(edges.sources.size() == edges.targets.size(), "columns of edges have the same length");
  QUADRILLE_ASSERT(!options.weighted || edges.weights.size() == edges.sources.size(), "each edge has a weight");
  const std::span<const double> weights = options.weighted ? edges.weights : std::span<const double>();
  if (options.direction == Direction::in) return {edges.targets, edges.sources, weights};
  return {edges.sources, edges.targets, weights};
}

// Collective. Sets the lists that are needed. build(rows) makes lists; reverse() makes in-lists of the out-lists.
template <class Build, class Reverse>
void make_lists(Workers& workers, Graph::Parts& graph, const ProjectionOptions& options, Build&& build,
                Reverse&& reverse) {
  using detail::Rows;
  std::uint64_t edges = 0;
  if (options.direction == Direction::both) {
    const detail::BuiltLists built = build(Rows::both_ends);
    graph.out = graph.in = built.lists;
    edges = built.lists.edges() + built.loops;
  } else {
    const NeededLists needed = options.lists;
    if (needed.out || !needed.in) graph.out = build(Rows::sources).lists;
    if (needed.in) graph.in = reverse();
    edges = graph.out.exist() ? graph.out.edges() : graph.in.edges();
  }
  struct Counts {
    std::uint64_t vertices = 0, edges = 0;
    Counts& operator+=(const Counts& other) {
      vertices += other.vertices;
      edges += other.edges;
      return *this;
    }
  };
  const Counts all = workers.team().sum(workers.is_first() ? Counts{graph.own, edges} : Counts{});
  graph.vertices = all.vertices;
  graph.edges = options.direction == Direction::both ? all.edges / 2 : all.edges;
}

// Collective. The finished graph, with the out-degrees that are needed.
Graph finished(Workers& workers, Graph::Parts& graph, const ProjectionOptions& options) {
  if (!graph.out.exist() && options.lists.out_degrees) {
    graph.out_degrees = detail::count_out_degrees(workers, Graph(graph));
  }
  return Graph(graph);
}

// Collective. One group: reads the streams again and again, and keeps nothing of them.
Graph project_streams(Workers& workers, EdgeStreams& edges, std::span<const Huri> nodes,
                      const ProjectionOptions& options) {
  Graph::Parts graph;
  graph.undirected = options.direction == Direction::both;
  {
    detail::VertexNumbering numbering(workers, [&](const auto& visit) {
      const EdgeStreams::Visit rows = [&](std::span<const Huri> ids, std::span<const Huri>) { visit(ids); };
      for (const End by : {End::source, End::target}) edges.read(by, false, rows);
      visit(nodes);
    });
    numbering.finish(graph.numbers);
    detail::assign_slots(workers, graph);
  }
  const auto build = [&](detail::Rows rows) { return build_stream_lists(workers, edges, graph, rows, options); };
  make_lists(workers, graph, options, build, [&] { return build(detail::Rows::targets).lists; });
  return finished(workers, graph, options);
}

}  // namespace

BadWeight::BadWeight(Huri source, Huri target, double weight)
    : Error(ErrorKind::user,
            fmt::format("an edge has the weight {}, but weights must be finite and not negative", weight)),
      source_(source),
      target_(target),
      weight_(weight) {}

Graph project(Workers& workers, const EdgeColumns& edges, std::span<const Huri> nodes,
              const ProjectionOptions& options) {
  const bool undirected = options.direction == Direction::both;
  const EdgeColumns columns = directed(edges, options);
  if (options.weighted) check_weights(workers, edges);
  const NeededLists needed =
      undirected ? NeededLists{true, true} : NeededLists{options.lists.out || !options.lists.in, options.lists.in};
  detail::EdgeBlocks blocks(workers, columns, nodes, needed);
  Graph::Parts graph;
  graph.undirected = undirected;
  {
    detail::VertexNumbering numbering(workers, [&](const auto& visit) { blocks.for_each_block(visit); });
    std::optional<detail::GhostExchange> ghosts;
    if (!workers.is_one_group()) ghosts.emplace(workers, numbering);
    numbering.finish(graph.numbers);
    detail::assign_slots(workers, graph);
    if (ghosts) graph.mirrored = ghosts->mirrored(graph);
  }
  const auto build = [&](detail::Rows rows) { return build_lists(workers, blocks, graph, rows, options); };
  make_lists(workers, graph, options, build, [&] {
    const bool can_reverse = graph.out.exist() && workers.is_one_group();
    return can_reverse ? detail::reverse_lists(workers, graph.out) : build(detail::Rows::targets).lists;
  });
  blocks.free();
  return finished(workers, graph, options);
}

Graph project(Workers& workers, EdgeStreams& edges, std::span<const Huri> nodes, const ProjectionOptions& options) {
  QUADRILLE_ASSERT(!options.weighted, "streams have no weights");
  if (workers.is_one_group()) return project_streams(workers, edges, nodes, options);
  std::pmr::vector<Huri> sources(&workers.arena()), targets(&workers.arena());
  edges.read(End::source, true, [&](std::span<const Huri> rows, std::span<const Huri> neighbours) {
    sources.insert(sources.end(), rows.begin(), rows.end());
    targets.insert(targets.end(), neighbours.begin(), neighbours.end());
  });
  return project(workers, EdgeColumns{sources, targets, {}}, nodes, options);
}

namespace {

std::uint64_t bytes_of_lists(const GraphSize& size, const ProjectionOptions& options) {
  const bool undirected = options.direction == Direction::both;
  const std::uint64_t entries = size.edges * (undirected ? 2 : 1), target = options.weighted ? 12 : 4;
  const std::uint64_t lists = !undirected && options.lists.out && options.lists.in ? 2 : 1;
  return lists * (size.vertices * 8 + entries * target);
}

}  // namespace

std::uint64_t estimate_placed_lists(const GraphSize& size, const ProjectionOptions& options) {
  return pgas::counts_for_query(pgas::Structure::analytics_csr) ? 0 : bytes_of_lists(size, options);
}

ProjectionBytes estimate_projection(const GraphSize& size, const ProjectionOptions& options) {
  const bool undirected = options.direction == Direction::both;
  const std::uint64_t entries = size.edges * (undirected ? 2 : 1);
  const std::uint64_t entry = options.weighted ? 16 : 8;
  ProjectionBytes bytes;
  bytes.graph = size.vertices * 9 + bytes_of_lists(size, options);
  const bool counts_degrees = !undirected && !options.lists.out && options.lists.out_degrees;
  if (counts_degrees) bytes.graph += size.vertices * 4;
  if (size.streamed && size.groups == 1) {
    bytes.most = bytes.graph;
    if (counts_degrees) bytes.most += size.vertices * 4 * static_cast<std::uint64_t>(size.images);
    return bytes;
  }
  // Chains of entries and the copies of one bucket on each image, while the last list is made.
  const std::uint64_t bucket = std::min(entries, std::max(detail::kBucketEntries, entries / detail::kMostBuckets));
  const std::uint64_t chunks = std::min(detail::kMostBuckets, entries / detail::kBucketEntries) * 2048;
  bytes.most = bytes.graph + entries * entry;
  bytes.most += static_cast<std::uint64_t>(size.images) * (bucket * 3 * entry + chunks);
  if (size.groups > 1) bytes.most += size.edges * (options.weighted ? 48 : 32);
  if (size.streamed) bytes.most += size.edges * 16;
  return bytes;
}

}  // namespace quadrille::analytics
