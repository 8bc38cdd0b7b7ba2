#include "server/algorithms/called_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "server/algorithms/distinct_estimate.hpp"

namespace quadrille::server {

namespace {

constexpr int kMostNotes = 100;  // rounds that a profile lists

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

analytics::ProjectionOptions projection_of(const GraphNeeds& needs, const query::ProcedureCall& call, bool weighted) {
  analytics::ProjectionOptions options;
  const std::string& direction = needs.undirected ? "both" : call.value("direction").word;
  options.direction = direction == "both"                     ? analytics::Direction::both
                      : (direction == "in") != needs.reversed ? analytics::Direction::in
                                                              : analytics::Direction::out;
  options.lists = needs.lists;
  options.weighted = needs.weights && weighted;
  if (!needs.weights) return options;
  const std::string& parallel = call.value("parallel").word;
  options.parallel = parallel == "minimum"    ? analytics::Parallel::minimum
                     : parallel == "maximum"  ? analytics::Parallel::maximum
                     : parallel == "separate" ? analytics::Parallel::separate
                                              : analytics::Parallel::sum;
  return options;
}

}  // namespace

std::uint64_t bytes_of_call(const GraphNeeds& needs, const query::ProcedureCall& call,
                            const query::ProcedureSize& size) {
  const analytics::GraphSize graph{size.vertices, size.edges, size.groups, size.images};
  const analytics::ProjectionOptions options = projection_of(needs, call, size.weighted);
  const analytics::ProjectionBytes projection = analytics::estimate_projection(graph, options);
  return std::max(projection.most, projection.graph + needs.kernel_bytes(graph, options));
}

void CalledGraph::QueryWatch::round(const analytics::Round& round) {
  if (!run_.context().counts_work || rounds_ >= kMostNotes) return;
  run_.note(fmt::format("{} {}, frontier {}, messages {}, bytes {}, {:.3f} ms", ++rounds_, round.direction,
                        round.frontier, round.messages, round.bytes, round.ms));
}

CalledGraph::CalledGraph(query::ProcedureRun& run, const GraphNeeds& needs)
    : run_(run),
      watch_(run),
      order_(run.context(), run.edges()),
      workers_(run.context().team, run.context().arena, watch_),
      graph_(project(needs)) {
  run_.free_edges();
}

void CalledGraph::expect_memory(const GraphNeeds& needs, bool weighted) {
  pgas::Team& team = run_.context().team;
  const query::ProcedureEdges& edges = run_.edges();
  DistinctEstimate vertices;
  vertices.add(edges.sources), vertices.add(edges.targets), vertices.add(edges.vertices);
  const std::string_view mine(reinterpret_cast<const char*>(vertices.registers().data()), vertices.registers().size());
  for (const std::string& theirs : team.all_gather_bytes(mine)) {
    DistinctEstimate::Registers registers;
    std::copy_n(theirs.begin(), registers.size(), registers.begin());
    vertices.add(registers);
  }
  const query::ProcedureSize size{vertices.count(), team.sum<std::uint64_t>(edges.sources.size()), team.num_groups(),
                                  team.size(), weighted};
  const std::uint64_t needed = bytes_of_call(needs, run_.call(), size);
  const std::uint64_t room = team.sum<std::uint64_t>(run_.context().arena.room_bytes());
  if (needed <= room) return;
  fail(ErrorKind::memory,
       "{} of about {} vertices and {} edges needs about {} of memory, of which {} are free for this query; give "
       "the server more memory, or ask for fewer edges",
       run_.call().procedure().name, size.vertices, size.edges, megabytes(needed), megabytes(room));
}

analytics::Graph CalledGraph::project(const GraphNeeds& needs) {
  const bool weighted = run_.context().team.any(!run_.edges().weights.empty());
  const analytics::ProjectionOptions options = projection_of(needs, run_.call(), weighted);
  expect_memory(needs, weighted);
  const query::ProcedureEdges& edges = run_.edges();
  for (const std::span<Huri> column : {edges.sources, edges.targets, edges.vertices}) order_.to_keys(column);
  const analytics::EdgeColumns columns{edges.sources, edges.targets,
                                       options.weighted ? edges.weights : std::span<const double>()};
  return analytics::project(workers_, columns, edges.vertices, options);
}

std::vector<Huri> CalledGraph::keys(const query::ProcedureInputs& inputs, std::string_view parameter) const {
  const std::span<const Huri> terms = run_.vertices(inputs, parameter);
  std::vector<Huri> keys(terms.begin(), terms.end());
  order_.to_keys(keys);
  std::sort(keys.begin(), keys.end());
  return keys;
}

void CalledGraph::expect_vertices(std::string_view parameter) {
  query::Context& context = run_.context();
  for (const Huri term : run_.terms(parameter)) {
    if (context.team.any(graph_.find(order_.key_of(term)) != analytics::kNoSlot)) continue;
    fail(ErrorKind::user, "{} of {}: {} is not in the graph: it is neither a source nor a target of an edge", parameter,
         run_.call().procedure().name, query::texts_of(context, std::span(&term, 1)).front());
  }
}

}  // namespace quadrille::server
