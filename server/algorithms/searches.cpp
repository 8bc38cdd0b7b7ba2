// Searches and shortest paths from starts, also to ends.

#include <algorithm>
#include <cmath>

#include "analytics/breadth_first_search.hpp"
#include "analytics/connectivity.hpp"
#include "analytics/shortest_paths.hpp"
#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::ProjectionOptions;
using analytics::Slot;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureAlias;
using query::ProcedureCall;
using query::Result;
using query::ResultType;

constexpr Parameter kSearchParameters[] = {
    kStart, {.name = "depth", .type = ParameterType::integer, .least = 0, .most = kMostCount}, kDirection, kParallel};
constexpr Result kSearchResults[] = {kVertex, {.name = "depth", .type = ResultType::integer}, kParent, kIterations};

constexpr Parameter kPathParameters[] = {
    kStart, {.name = "delta", .initial = "0", .least = 1e-300, .most = 1e300}, kDirection, kParallel};
constexpr Result kPathResults[] = {kVertex, {.name = "distance", .is_exact = true}, kParent, kIterations};

constexpr Parameter kConnectivityParameters[] = {
    kStart,
    {.name = "end", .type = ParameterType::vertices, .is_required = true, .together = "ends"},
    {.name = "zero", .type = ParameterType::boolean, .initial = "false"},
    kDirection,
    kParallel};
constexpr Result kConnectivityResults[] = {{.name = "hops", .type = ResultType::integer, .of_run = true}, kIterations};
constexpr ProcedureAlias kConnectivityAliases[] = {
    {"http://cray.com/graphAlgorithm.st_connectivity", "start end", "hops", "zero=true"},
    {"http://cray.com/graphAlgorithm.st_set_connectivity", "", "hops", "zero=true",
     "sourceVertex=starts targetVertex=ends"}};

GraphNeeds search_needs(const ProcedureCall&) {
  return {.kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
    return analytics::estimate_search_bytes(size);
  }};
}

bool wants_parents(const ProcedureCall& call) {
  return std::any_of(call.outputs().begin(), call.outputs().end(), [&](const ProcedureCall::Output& output) {
    return call.procedure().results[output.result].name == "parent";
  });
}

GraphNeeds path_needs(const ProcedureCall& call) {
  // Without weights this is a breadth-first search.
  return {.weighted_lists = analytics::NeededLists{.out = true, .in = wants_parents(call)},
          .weights = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_path_bytes(size);
          }};
}

GraphNeeds connectivity_needs(const ProcedureCall&) {
  return {.kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
    return analytics::estimate_connectivity_bytes(size);
  }};
}

void set_iterations(query::ProcedureRun& run, int rounds) {
  run.set("iterations", [&](std::size_t) { return query::integer_result(rounds); });
}

void run_breadth_first_search(query::ProcedureRun& run) {
  CalledGraph called(run, search_needs(run.call()));
  called.expect_vertices("start");
  const auto& depth_limit = run.call().value("depth");
  for (const query::ProcedureInputs& inputs : run.inputs()) {
    const std::vector<Huri> starts = called.keys(inputs, "start");
    analytics::SearchOptions options{starts};
    if (depth_limit.is_given) options.most_depth = static_cast<std::int32_t>(std::min(depth_limit.number, 1e9));
    const auto found = analytics::breadth_first_search(called.workers(), called.graph(), options);
    called.add_rows(
        inputs, [&](Slot slot) { return found.depth[slot] >= 0; },
        [&](const std::vector<Slot>& slots) {
          called.set_vertices("vertex", slots);
          run.set("depth", [&](std::size_t row) { return query::integer_result(found.depth[slots[row]]); });
          run.set("parent", [&](std::size_t row) { return called.vertex(found.parent[slots[row]]); });
          set_iterations(run, found.rounds);
        });
    called.free(found.depth), called.free(found.parent);
  }
}

void run_shortest_paths(query::ProcedureRun& run) {
  CalledGraph called(run, path_needs(run.call()));
  called.expect_vertices("start");
  for (const query::ProcedureInputs& inputs : run.inputs()) {
    const std::vector<Huri> starts = called.keys(inputs, "start");
    analytics::PathOptions options{starts};
    options.delta = run.call().value("delta").number;
    options.parents = run.wants("parent");
    const auto found = analytics::shortest_paths(called.workers(), called.graph(), options);
    called.add_rows(
        inputs, [&](Slot slot) { return std::isfinite(found.distance[slot]); },
        [&](const std::vector<Slot>& slots) {
          called.set_vertices("vertex", slots);
          run.set("distance", [&](std::size_t row) { return run.exact_number(found.distance[slots[row]]); });
          run.set("parent", [&](std::size_t row) { return called.vertex(found.parent[slots[row]]); });
          set_iterations(run, found.rounds);
        });
    called.free(found.distance), called.free(found.parent);
  }
}

// Throws Error(user) if no vertex of the graph is in a set.
void expect_set(query::Context& context, const CalledGraph& called, const std::vector<Huri>& set,
                std::string_view parameter) {
  const bool has_one = std::any_of(set.begin(), set.end(),
                                   [&](Huri vertex) { return called.graph().find(vertex) != analytics::kNoSlot; });
  if (context.team.any(has_one)) return;
  fail(ErrorKind::user, "{} of connectivity: {}; name a source or target of an edge", parameter,
       set.empty() ? "the set is empty" : "no vertex of the set is in the graph");
}

// A row for each run with a path; with `zero` also for the others.
void run_connectivity(query::ProcedureRun& run) {
  CalledGraph called(run, connectivity_needs(run.call()));
  called.expect_vertices("start"), called.expect_vertices("end");
  const bool zero = run.call().value("zero").flag;
  for (const query::ProcedureInputs& inputs : run.inputs()) {
    const std::vector<Huri> starts = called.keys(inputs, "start"), ends = called.keys(inputs, "end");
    if (zero) expect_set(run.context(), called, starts, "start"), expect_set(run.context(), called, ends, "end");
    const auto found = analytics::connectivity(called.workers(), called.graph(), {starts, ends});
    const bool has_row = called.workers().team().is_first() && (found.hops >= 0 || zero);
    run.add_rows(inputs, has_row ? 1 : 0);
    run.set("hops", [&](std::size_t) { return query::integer_result(std::max<std::int64_t>(found.hops, 0)); });
    set_iterations(run, found.rounds);
  }
}

constexpr Procedure kSearches[] = {
    {"bfs", kSearchParameters, kSearchResults, {}, false, run_breadth_first_search, bytes_with<search_needs>},
    {"sssp", kPathParameters, kPathResults, {}, true, run_shortest_paths, bytes_with<path_needs>},
    {"connectivity", kConnectivityParameters, kConnectivityResults, kConnectivityAliases, false, run_connectivity,
     bytes_with<connectivity_needs>},
};

}  // namespace

query::Procedures searches() {
  return kSearches;
}

}  // namespace quadrille::server
