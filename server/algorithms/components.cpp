// Connected components.

#include "analytics/components.hpp"

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
constexpr Result kComponentResults[] = {kVertex,
                                        {.name = "component", .type = ResultType::vertex},
                                        {.name = "components", .type = ResultType::integer, .of_run = true}};

GraphNeeds component_needs(const ProcedureCall&) {
  return {.lists = {.out = true, .in = false},
          .undirected = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_components_bytes(size);
          }};
}

void run_components(query::ProcedureRun& run) {
  CalledGraph called(run, component_needs(run.call()));
  const auto found = analytics::connected_components(called.workers(), called.graph());
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("component", [&](std::size_t row) { return called.order().term_of(found.component[slots[row]]); });
    run.set("components",
            [&](std::size_t) { return query::integer_result(static_cast<std::int64_t>(found.components)); });
  });
}

constexpr Procedure kComponents[] = {
    {"wcc", kUndirectedParameters, kComponentResults, {}, false, run_components, bytes_with<component_needs>},
};

}  // namespace

query::Procedures components() {
  return kComponents;
}

}  // namespace quadrille::server
