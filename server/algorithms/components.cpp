// Connected components, weak and strong, and spanning forests.

#include "analytics/components.hpp"

#include "analytics/spanning_forest.hpp"
#include "analytics/strong_components.hpp"
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

constexpr Parameter kUndirectedParameters[] = {kDirection, kParallel};  // which change nothing
constexpr Parameter kForestParameters[] = {
    {.name = "kind", .type = ParameterType::word, .initial = "minimum", .words = "minimum maximum"},
    kDirection,  // which changes nothing
    kParallel};
constexpr Result kForestResults[] = {{.name = "source", .type = ResultType::vertex},
                                     {.name = "target", .type = ResultType::vertex},
                                     {.name = "weight", .is_exact = true},
                                     {.name = "total", .of_run = true, .is_exact = true},
                                     {.name = "trees", .type = ResultType::integer, .of_run = true}};
constexpr Result kComponentResults[] = {kVertex,
                                        {.name = "component", .type = ResultType::vertex},
                                        {.name = "components", .type = ResultType::integer, .of_run = true}};

// The lists of one end name each edge once, which is all that components need.
GraphNeeds component_needs(const ProcedureCall&) {
  return {.lists = {.out = true, .in = false}, .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_components_bytes(size);
          }};
}

GraphNeeds strong_component_needs(const ProcedureCall&) {
  return {.kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
    return analytics::estimate_strong_components_bytes(size);
  }};
}

GraphNeeds forest_needs(const ProcedureCall&) {
  return {.lists = {.out = true, .in = false},
          .undirected = true,
          .weights = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_forest_bytes(size);
          }};
}

// `found`: components by own slot, and their number.
template <class Found>
void add_components(query::ProcedureRun& run, CalledGraph& called, const Found& found) {
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("component", [&](std::size_t row) { return called.order().term_of(found.component[slots[row]]); });
    run.set("components",
            [&](std::size_t) { return query::integer_result(static_cast<std::int64_t>(found.components)); });
  });
}

void run_components(query::ProcedureRun& run) {
  CalledGraph called(run, component_needs(run.call()));
  add_components(run, called, analytics::connected_components(called.workers(), called.graph()));
}

void run_strong_components(query::ProcedureRun& run) {
  CalledGraph called(run, strong_component_needs(run.call()));
  add_components(run, called, analytics::strong_components(called.workers(), called.graph()));
}

// A row for each edge of the forest.
void run_forest(query::ProcedureRun& run) {
  CalledGraph called(run, forest_needs(run.call()));
  const bool maximum = run.call().value("kind").word == "maximum";
  const auto found = analytics::spanning_forest(called.workers(), called.graph(), {maximum});
  const analytics::Range mine = called.workers().my_part(found.edges.size());
  const auto edges = found.edges.subspan(mine.begin, mine.size());
  const std::size_t of_run = called.workers().team().is_first() ? 1 : 0;
  run.add_rows(run.inputs().front(), run.call().is_of_run() ? of_run : edges.size());
  run.set("source", [&](std::size_t row) { return called.order().term_of(edges[row].source); });
  run.set("target", [&](std::size_t row) { return called.order().term_of(edges[row].target); });
  run.set("weight", [&](std::size_t row) { return run.exact_number(edges[row].weight); });
  run.set("total", [&](std::size_t) { return run.exact_number(found.weight); });
  run.set("trees", [&](std::size_t) { return query::integer_result(static_cast<std::int64_t>(found.trees)); });
}

constexpr Procedure kComponents[] = {
    {"wcc", kUndirectedParameters, kComponentResults, {}, false, run_components, bytes_with<component_needs>},
    {"scc",
     kUndirectedParameters,
     kComponentResults,
     {},
     false,
     run_strong_components,
     bytes_with<strong_component_needs>},
    {"forest", kForestParameters, kForestResults, {}, true, run_forest, bytes_with<forest_needs>},
};

}  // namespace

query::Procedures components() {
  return kComponents;
}

}  // namespace quadrille::server
