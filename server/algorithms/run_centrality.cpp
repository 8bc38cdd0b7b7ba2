// Components, ranks, betweenness and triangles.

#include "analytics/betweenness.hpp"
#include "analytics/components.hpp"
#include "analytics/page_rank.hpp"
#include "analytics/triangles.hpp"
#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/runs.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::ProjectionOptions;
using analytics::Slot;

bool every_vertex(Slot) {
  return true;
}

}  // namespace

void run_components(query::ProcedureRun& run) {
  CalledGraph called(run, {.lists = {.out = true, .in = false},
                           .undirected = true,
                           .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
                             return analytics::estimate_components_bytes(size);
                           }});
  const auto found = analytics::connected_components(called.workers(), called.graph());
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("component", [&](std::size_t row) { return called.order().term_of(found.component[slots[row]]); });
    run.set("components",
            [&](std::size_t) { return query::integer_result(static_cast<std::int64_t>(found.components)); });
  });
}

void run_page_rank(query::ProcedureRun& run) {
  const query::ProcedureCall& call = run.call();
  const double tolerance = call.value("tolerance").number;
  CalledGraph called(run, {.weights = true, .kernel_bytes = [&](const GraphSize& size, const ProjectionOptions&) {
                             return analytics::estimate_page_rank_bytes(size, tolerance);
                           }});
  called.expect_vertices("personal");
  for (const query::ProcedureInputs& inputs : run.inputs()) {
    analytics::PageRankOptions options;
    options.damping = call.value("damping").number;
    options.tolerance = tolerance;
    options.most_iterations = static_cast<int>(call.value("iterations").number);
    const std::vector<Huri> personal = called.keys(inputs, "personal");
    options.personal = personal;
    const auto found = analytics::page_rank(called.workers(), called.graph(), options);
    called.add_rows(inputs, every_vertex, [&](const std::vector<Slot>& slots) {
      called.set_vertices("vertex", slots);
      run.set("score", [&](std::size_t row) { return query::number_result(found.score[slots[row]]); });
      run.set("iterations", [&](std::size_t) { return query::integer_result(found.iterations); });
      run.set("residual", [&](std::size_t) { return query::number_result(found.residual); });
      run.set("converged", [&](std::size_t) { return query::boolean_result(found.converged); });
    });
    called.free(found.score);
  }
}

void run_betweenness(query::ProcedureRun& run) {
  const query::ProcedureCall::Value& sources = run.call().value("sources");
  const bool is_count = sources.is_given && sources.word == "integer";
  if (is_count ? sources.number < 1 : !(sources.number > 0 && sources.number <= 1)) {
    fail(ErrorKind::user, "sources of betweenness must be a count of at least 1, or a share in (0.0, 1.0], not {}",
         sources.number);
  }
  CalledGraph called(run, {.weights = true, .kernel_bytes = [&](const GraphSize& size, const ProjectionOptions& graph) {
                             const auto all = static_cast<double>(size.vertices);
                             const double searched = is_count ? sources.number : sources.number * all;
                             return analytics::estimate_betweenness_bytes(size, graph.weighted,
                                                                          static_cast<std::uint64_t>(searched));
                           }});
  analytics::BetweennessOptions options;
  if (is_count) {
    options.count = static_cast<std::uint64_t>(sources.number);
  } else {
    options.share = sources.number;
  }
  options.seed = static_cast<std::uint64_t>(run.call().value("seed").number);
  options.normalised = run.call().value("normalised").flag;
  const auto found = analytics::betweenness(called.workers(), called.graph(), options);
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("score", [&](std::size_t row) { return query::number_result(found.score[slots[row]]); });
    run.set("bound", [&](std::size_t) { return query::number_result(found.error_bound); });
  });
}

void run_triangles(query::ProcedureRun& run) {
  if (const double mode = run.call().value("mode").number; mode != 0) {
    fail(ErrorKind::unsupported, "mode {} of triangles is not supported; mode 0 counts each triangle once", mode);
  }
  const int images = run.context().team.group_size();
  CalledGraph called(run, {.lists = {.out = true, .in = false},
                           .undirected = true,
                           .kernel_bytes = [images](const GraphSize& size, const ProjectionOptions&) {
                             return analytics::estimate_triangle_bytes(size, images);
                           }});
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

}  // namespace quadrille::server
