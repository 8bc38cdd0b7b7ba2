#include "server/algorithms/called_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analytics/placed_arrays.hpp"
#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr int kMostNotes = 100;  // rounds that a profile lists

}  // namespace

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
  if (options.weighted) options.lists = needs.weighted_lists.value_or(needs.lists);
  if (!needs.weights) return options;
  const std::string& parallel = call.value("parallel").word;
  options.parallel = parallel == "minimum"    ? analytics::Parallel::minimum
                     : parallel == "maximum"  ? analytics::Parallel::maximum
                     : parallel == "separate" ? analytics::Parallel::separate
                                              : analytics::Parallel::sum;
  return options;
}

analytics::KernelBytes bytes_of_call(const GraphNeeds& needs, const query::ProcedureCall& call,
                                     const query::ProcedureSize& size) {
  const analytics::GraphSize graph{size.vertices, size.edges, size.groups, size.images, size.scanned};
  const analytics::ProjectionOptions options = projection_of(needs, call, size.weighted);
  const analytics::ProjectionBytes projection = analytics::estimate_projection(graph, options);
  const analytics::KernelBytes kernel = needs.kernel_bytes(graph, options);
  return {std::max(projection.most, projection.graph + kernel.least),
          std::max(projection.most, projection.graph + kernel.most)};
}

void CalledGraph::QueryWatch::round(const analytics::Round& round) {
  if (RunProgress* const progress = run_.context().progress) progress->end_round(round.frontier, round.residual);
  if (!run_.context().counts_work || rounds_ >= kMostNotes) return;
  run_.note(fmt::format("{} {}, frontier {}, messages {}, bytes {}, {:.3f} ms", ++rounds_, round.direction,
                        round.frontier, round.messages, round.bytes, round.ms));
}

// The edges of a call in the order of the indexes, with keys of a TermOrder.
class CalledGraph::KeyedScans final : public analytics::EdgeStreams {
 public:
  KeyedScans(query::EdgeScans& scans, const TermOrder& order) : scans_(scans), order_(order) {}
  void read(analytics::End by, bool with_neighbours, const Visit& visit) override {
    const auto order = by == analytics::End::source ? query::EdgeOrder::sources : query::EdgeOrder::targets;
    scans_.read(order, with_neighbours, [&](std::span<Huri> ends, std::span<Huri> others) {
      order_.to_keys(ends), order_.to_keys(others);
      visit(ends, others);
    });
  }

 private:
  query::EdgeScans& scans_;
  const TermOrder& order_;
};

CalledGraph::CalledGraph(query::ProcedureRun& run, const GraphNeeds& needs)
    : run_(run), watch_(run), workers_(run.context().team, run.context().arena, watch_) {
  const GraphCache::Key key = key_of(needs);
  const bool may_keep = run_.memory() != nullptr && !needs.keeps_edges;
  if (may_keep && take_kept(key, needs)) return;
  EdgeSurvey survey(run_);
  order_ = TermOrder(run_.context(), survey.take_new_terms());
  graph_ = project(needs, survey.size(run_.context().team));
  if (!needs.keeps_edges) run_.free_edges();
  if (may_keep && !order_.has_query_terms()) keep(key);
}

namespace {

// The bytes of lists that a policy keeps outside of the query's memory. Throws Error(memory) if their tier lacks room.
std::uint64_t expect_room_in_tier(query::ProcedureRun& run, const analytics::ProjectionOptions& options,
                                  const query::ProcedureSize& size) {
  const std::uint64_t needed =
      analytics::estimate_placed_lists({size.vertices, size.edges, size.groups, size.images, size.scanned}, options);
  if (needed == 0) return 0;
  pgas::Team& team = run.context().team;
  constexpr pgas::Structure kLists = pgas::Structure::analytics_csr;
  const pgas::HeapUsage usage = pgas::heap_of(team.heap(), kLists).usage();
  const std::uint64_t room = team.sum<std::uint64_t>(usage.budget_bytes - usage.used_bytes);
  if (needed <= room) return needed;
  fail(ErrorKind::memory,
       "the graph of {}, of about {} vertices and {} edges, needs about {} in the tier {} of {}, which has {} left; "
       "free space there, or ask for fewer edges",
       run.call().procedure().name, size.vertices, size.edges, megabytes(needed),
       pgas::text_of(*pgas::placement().tier_of(kLists)), pgas::name_of(kLists), megabytes(room));
}

}  // namespace

void CalledGraph::expect_memory(std::uint64_t needed, const query::ProcedureSize& size) {
  const std::uint64_t room = run_.context().team.sum<std::uint64_t>(run_.context().arena.room_bytes());
  if (needed <= room) return;
  fail(ErrorKind::memory,
       "{} of about {} vertices and {} edges needs about {} of memory, of which {} are free for this query; give "
       "the server more memory, or ask for fewer edges",
       run_.call().procedure().name, size.vertices, size.edges, megabytes(needed), megabytes(room));
}

analytics::Graph CalledGraph::project(const GraphNeeds& needs, const query::ProcedureSize& size) {
  const analytics::ProjectionOptions options = projection_of(needs, run_.call(), size.weighted);
  const std::uint64_t elsewhere = expect_room_in_tier(run_, options, size);
  expect_memory(bytes_of_call(needs, run_.call(), size).least - elsewhere, size);
  if (run_.scans() != nullptr) {
    KeyedScans scans(*run_.scans(), order_);
    return analytics::project(workers_, scans, {}, options);
  }
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
