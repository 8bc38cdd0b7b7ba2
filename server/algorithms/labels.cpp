// Label propagation.

#include "analytics/label_propagation.hpp"
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

constexpr Parameter kLabelParameters[] = {
    {.name = "steps", .type = ParameterType::integer, .initial = "10", .least = 1, .most = 1e9}, kDirection, kParallel};
constexpr Result kLabelResults[] = {kVertex,
                                    {.name = "community", .type = ResultType::vertex},
                                    kIterations,
                                    {.name = "converged", .type = ResultType::boolean, .of_run = true}};
constexpr ProcedureAlias kLabelAliases[] = {
    {"http://cray.com/graphAlgorithm.community_detection_LP", "steps", "vertex community", "steps=20"}};

GraphNeeds label_needs(const ProcedureCall&) {
  return {.kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
    return analytics::estimate_label_bytes(size);
  }};
}

void run_label_propagation(query::ProcedureRun& run) {
  CalledGraph called(run, label_needs(run.call()));
  const auto steps = static_cast<int>(run.call().value("steps").number);
  const auto found = analytics::label_propagation(called.workers(), called.graph(), {steps});
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("community", [&](std::size_t row) { return called.order().term_of(found.label[slots[row]]); });
    run.set("iterations", [&](std::size_t) { return query::integer_result(found.steps); });
    run.set("converged", [&](std::size_t) { return query::boolean_result(found.converged); });
  });
}

constexpr Procedure kLabels[] = {
    {"labelpropagation", kLabelParameters, kLabelResults, kLabelAliases, false, run_label_propagation,
     bytes_with<label_needs>},
};

}  // namespace

query::Procedures labels() {
  return kLabels;
}

}  // namespace quadrille::server
