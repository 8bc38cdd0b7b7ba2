// Triangles and clustering coefficients.

#include "analytics/triangles.hpp"

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

constexpr Parameter kTriangleParameters[] = {
    kDirection,
    kParallel,  // which change nothing
    {.name = "mode", .type = ParameterType::integer, .initial = "0", .least = 0, .most = 4}};
constexpr ProcedureAlias kTriangleAliases[] = {
    {"http://cray.com/graphAlgorithm.vertex_triangle_counting", "mode", "vertex through"}};
constexpr Result kTriangleResults[] = {kVertex,
                                       {.name = "through", .type = ResultType::integer},
                                       {.name = "coefficient"},
                                       {.name = "mean", .of_run = true},
                                       {.name = "triangles", .type = ResultType::integer, .of_run = true}};

GraphNeeds triangle_needs(const ProcedureCall&) {
  return {.lists = {.out = true, .in = false},
          .undirected = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_triangle_bytes(size);
          }};
}

void run_triangles(query::ProcedureRun& run) {
  if (const double mode = run.call().value("mode").number; mode != 0) {
    fail(ErrorKind::unsupported, "mode {} of triangles is not supported; mode 0 counts each triangle once", mode);
  }
  CalledGraph called(run, triangle_needs(run.call()));
  const auto found = analytics::triangles(called.workers(), called.graph());
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("through", [&](std::size_t row) {
      return query::integer_result(static_cast<std::int64_t>(found.through[slots[row]]));
    });
    run.set("coefficient", [&](std::size_t row) { return query::number_result(found.coefficient[slots[row]]); });
    run.set("mean", [&](std::size_t) { return query::number_result(found.mean_coefficient); });
    run.set("triangles", [&](std::size_t) { return query::integer_result(static_cast<std::int64_t>(found.total)); });
  });
}

constexpr Procedure kTriangles[] = {
    {"triangles", kTriangleParameters, kTriangleResults, kTriangleAliases, false, run_triangles,
     bytes_with<triangle_needs>},
};

}  // namespace

query::Procedures triangles() {
  return kTriangles;
}

}  // namespace quadrille::server
