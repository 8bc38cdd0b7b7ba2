// Searches and paths.

#include <cmath>

#include "analytics/breadth_first_search.hpp"
#include "analytics/shortest_paths.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/runs.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::ProjectionOptions;
using analytics::Slot;

void set_iterations(query::ProcedureRun& run, int rounds) {
  run.set("iterations", [&](std::size_t) { return query::integer_result(rounds); });
}

}  // namespace

void run_breadth_first_search(query::ProcedureRun& run) {
  CalledGraph called(run, {.kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
                       return analytics::estimate_search_bytes(size);
                     }});
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
  CalledGraph called(run, {.weights = true, .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
                             return analytics::estimate_path_bytes(size);
                           }});
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

}  // namespace quadrille::server
