// Ranks and betweenness.

#include "analytics/betweenness.hpp"
#include "analytics/page_rank.hpp"
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

constexpr Parameter kRankParameters[] = {
    {.name = "damping", .initial = "0.85", .least = 0, .most = 1, .excludes_most = true},
    {.name = "tolerance", .initial = "1e-6", .least = 0},
    {.name = "iterations", .type = ParameterType::integer, .initial = "100", .least = 1, .most = 1e9},
    {.name = "personal", .type = ParameterType::vertices, .together = "personals"},
    kDirection,
    kParallel};
constexpr Result kRankResults[] = {kVertex,
                                   kScore,
                                   kIterations,
                                   {.name = "residual", .of_run = true},
                                   {.name = "converged", .type = ResultType::boolean, .of_run = true}};
constexpr ProcedureAlias kRankAliases[] = {
    {"http://cray.com/graphAlgorithm.pagerank", "tolerance damping", "vertex score"}};

constexpr Parameter kBetweennessParameters[] = {
    {.name = "sources", .initial = "1", .least = 0, .most = kMostCount},
    kSeed,
    {.name = "normalised", .type = ParameterType::boolean, .initial = "false"},
    kDirection,
    kParallel};
constexpr Result kBetweennessResults[] = {kVertex, kScore, {.name = "bound", .of_run = true}};
constexpr ProcedureAlias kBetweennessAliases[] = {
    {"http://cray.com/graphAlgorithm.betweenness_centrality", "sources normalised", "vertex score", "normalised=true"}};

GraphNeeds rank_needs(const ProcedureCall& call) {
  const double tolerance = call.value("tolerance").number;
  return {.lists = {.out = false, .in = true, .out_degrees = true},
          .weighted_lists = analytics::NeededLists{},
          .weights = true,
          .kernel_bytes = [tolerance](const GraphSize& size, const ProjectionOptions& graph) {
            return analytics::estimate_page_rank_bytes(size, graph, tolerance);
          }};
}

GraphNeeds betweenness_needs(const ProcedureCall& call) {
  const ProcedureCall::Value& sources = call.value("sources");
  const bool is_count = sources.is_given && sources.word == "integer";
  return {.weights = true,
          .kernel_bytes = [is_count, number = sources.number](const GraphSize& size, const ProjectionOptions& graph) {
            const double searched = is_count ? number : number * static_cast<double>(size.vertices);
            return analytics::estimate_betweenness_bytes(size, graph.weighted, static_cast<std::uint64_t>(searched));
          }};
}

void run_page_rank(query::ProcedureRun& run) {
  const query::ProcedureCall& call = run.call();
  CalledGraph called(run, rank_needs(call));
  called.expect_vertices("personal");
  for (const query::ProcedureInputs& inputs : run.inputs()) {
    analytics::PageRankOptions options;
    options.damping = call.value("damping").number;
    options.tolerance = call.value("tolerance").number;
    options.most_iterations = static_cast<int>(call.value("iterations").number);
    options.even_start = call.value("iterations").is_given;
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
  CalledGraph called(run, betweenness_needs(run.call()));
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

constexpr Procedure kCentralities[] = {
    {"pagerank", kRankParameters, kRankResults, kRankAliases, true, run_page_rank, bytes_with<rank_needs>},
    {"betweenness", kBetweennessParameters, kBetweennessResults, kBetweennessAliases, true, run_betweenness,
     bytes_with<betweenness_needs>},
};

}  // namespace

query::Procedures centralities() {
  return kCentralities;
}

}  // namespace quadrille::server
