// Core numbers.

#include "analytics/core_numbers.hpp"
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
using query::ProcedureCall;
using query::Result;
using query::ResultType;

constexpr Parameter kCoreParameters[] = {kDirection, kParallel};  // which change nothing
constexpr Result kCoreResults[] = {kVertex,
                                   {.name = "core", .type = ResultType::integer},
                                   {.name = "greatest", .type = ResultType::integer, .of_run = true}};

GraphNeeds core_needs(const ProcedureCall&) {
  return {.lists = {.out = true, .in = false},
          .undirected = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_core_bytes(size);
          }};
}

void run_core_numbers(query::ProcedureRun& run) {
  CalledGraph called(run, core_needs(run.call()));
  const auto found = analytics::core_numbers(called.workers(), called.graph());
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("core", [&](std::size_t row) { return query::integer_result(found.core[slots[row]]); });
    run.set("greatest", [&](std::size_t) { return query::integer_result(found.greatest); });
  });
}

constexpr Procedure kCores[] = {
    {"kcore", kCoreParameters, kCoreResults, {}, false, run_core_numbers, bytes_with<core_needs>},
};

}  // namespace

query::Procedures cores() {
  return kCores;
}

}  // namespace quadrille::server
