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

}  // namespace

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

analytics::ProjectionOptions CalledGraph::options_of(const GraphNeeds& needs) const {
  analytics::ProjectionOptions options;
  const std::string& direction = needs.undirected ? "both" : run_.call().value("direction").word;
  options.direction = direction == "both" ? analytics::Direction::both
                      : direction == "in" ? analytics::Direction::in
                                          : analytics::Direction::out;
  options.lists = needs.lists;
  const bool has_weights = needs.weights && !run_.edges().weights.empty();
  options.weighted = run_.context().team.any(has_weights);
  if (!needs.weights) return options;
  const std::string& parallel = run_.call().value("parallel").word;
  options.parallel = parallel == "minimum"    ? analytics::Parallel::minimum
                     : parallel == "maximum"  ? analytics::Parallel::maximum
                     : parallel == "separate" ? analytics::Parallel::separate
                                              : analytics::Parallel::sum;
  return options;
}

void CalledGraph::expect_memory(const analytics::ProjectionOptions& options, const GraphNeeds& needs) {
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
  const analytics::GraphSize size{vertices.count(), team.sum<std::uint64_t>(edges.sources.size()), team.num_groups(),
                                  team.size()};
  const analytics::ProjectionBytes projection = analytics::estimate_projection(size, options);
  const std::uint64_t kernel = needs.kernel_bytes(size, options);
  const std::uint64_t needed = std::max(projection.most, projection.graph + kernel);
  const std::uint64_t room = team.sum<std::uint64_t>(run_.context().arena.room_bytes());
  if (needed <= room) return;
  fail(ErrorKind::memory,
       "{} of about {} vertices and {} edges needs about {} of memory, of which {} are free for this query; give "
       "the server more memory, or ask for fewer edges",
       run_.call().procedure().name, size.vertices, size.edges, megabytes(needed), megabytes(room));
}

analytics::Graph CalledGraph::project(const GraphNeeds& needs) {
  const analytics::ProjectionOptions options = options_of(needs);
  expect_memory(options, needs);
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
