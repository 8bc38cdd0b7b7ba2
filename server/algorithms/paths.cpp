// Paths between pairs of vertices.

#include <algorithm>
#include <limits>
#include <optional>

#include "analytics/loopless_paths.hpp"
#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"
#include "server/algorithms/step_rows.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::LooplessPaths;
using analytics::ProjectionOptions;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureCall;
using query::ProcedureInputs;
using query::ProcedureRun;
using query::Result;
using query::ResultType;

constexpr Parameter kPathsParameters[] = {
    kStart,
    {.name = "end", .type = ParameterType::vertices, .together = "ends"},
    {.name = "k", .type = ParameterType::integer, .least = 0, .most = kMostCount},
    {.name = "mode", .type = ParameterType::word, .initial = "shortest", .words = "shortest allShortest simple"},
    {.name = "longest", .least = 0},
    {.name = "cartesian", .type = ParameterType::boolean, .initial = "true"},
    kDirection,
    {.name = "parallel", .type = ParameterType::word, .initial = "minimum", .words = "minimum separate"}};
constexpr Result kPathsResults[] = {{.name = "path", .type = ResultType::integer},
                                    {.name = "step", .type = ResultType::integer},
                                    {.name = "source", .type = ResultType::vertex},
                                    {.name = "target", .type = ResultType::vertex},
                                    {.name = "length", .is_exact = true},
                                    {.name = "edge", .type = ResultType::vertex, .maybe_unbound = true}};

GraphNeeds paths_needs(const ProcedureCall& call) {
  const auto& outputs = call.outputs();
  const bool has_columns =
      std::any_of(outputs.begin(), outputs.end(), [](const auto& one) { return one.edge_column.has_value(); });
  return {.weights = true,
          .keeps_edges = has_columns,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions& options) {
            return analytics::estimate_loopless_path_bytes(size, options.weighted);
          }};
}

// The starts and ends of a call, as pairs; the n-th run has the pairs from firsts[n] on.
struct PairsOfRuns {
  std::vector<analytics::PathPair> pairs;
  std::vector<std::size_t> firsts;
};

// The terms of two parameters, in the order of the query; nothing if one has other values, or more.
std::optional<std::vector<analytics::PathPair>> side_by_side(const ProcedureRun& run, const CalledGraph& called) {
  const std::span<const Huri> starts = run.terms("start"), ends = run.terms("end");
  for (const ProcedureCall::Input& input : run.call().inputs()) {
    const std::string_view name = run.call().procedure().parameters[input.parameter].name;
    if (name == "start" || name == "end") return {};
  }
  if (run.call().value("cartesian").flag || starts.size() != ends.size()) return {};
  std::vector<analytics::PathPair> pairs;
  for (std::size_t place = 0; place < starts.size(); ++place) {
    pairs.push_back({called.order().key_of(starts[place]), called.order().key_of(ends[place])});
  }
  return pairs;
}

PairsOfRuns pairs_of(const ProcedureRun& run, const CalledGraph& called) {
  PairsOfRuns all;
  if (auto pairs = side_by_side(run, called)) return {std::move(*pairs), {0}};
  for (const ProcedureInputs& inputs : run.inputs()) {
    all.firsts.push_back(all.pairs.size());
    std::vector<Huri> ends = called.keys(inputs, "end");
    if (!run.call().value("end").is_given) ends = {kUnbound};
    for (const Huri start : called.keys(inputs, "start")) {
      for (const Huri end : ends) all.pairs.push_back({start, end});
    }
  }
  return all;
}

// A row of the answer.
struct StepOfPath {
  const LooplessPaths::Path* path;
  std::uint32_t number;  // of the step
  Huri source;           // a key
  analytics::PathStep step;
};

// The steps of the paths of pairs [first, end) that this image has found; `next` is the first of these paths.
std::vector<StepOfPath> steps_of(const LooplessPaths& found, std::span<const analytics::PathPair> pairs,
                                 std::size_t end, std::size_t& next) {
  std::vector<StepOfPath> steps;
  for (; next < found.paths.size() && found.paths[next].pair < end; ++next) {
    const LooplessPaths::Path& path = found.paths[next];
    Huri source = pairs[path.pair].start;
    std::uint32_t number = 0;
    for (const analytics::PathStep& step : found.steps_of(path)) {
      steps.push_back({&path, number++, source, step});
      source = step.to;
    }
  }
  return steps;
}

void set_step_columns(ProcedureRun& run, const CalledGraph& called, const std::vector<StepOfPath>& steps,
                      bool weighted) {
  const auto integer = [](std::uint64_t value) { return query::integer_result(static_cast<std::int64_t>(value)); };
  run.set("path", [&](std::size_t row) { return integer(steps[row].path->number); });
  run.set("step", [&](std::size_t row) { return integer(steps[row].number); });
  run.set("source", [&](std::size_t row) { return called.order().term_of(steps[row].source); });
  run.set("target", [&](std::size_t row) { return called.order().term_of(steps[row].step.to); });
  run.set("length", [&](std::size_t row) {
    return weighted ? run.exact_number(steps[row].path->length) : integer(steps[row].path->steps);
  });
}

void set_edge_columns(ProcedureRun& run, const StepRows& rows, const std::vector<StepOfPath>& steps) {
  for (std::size_t place = 0; place < run.edges().columns.size(); ++place) {
    const std::span<Huri> cells = run.column("edge", place);
    for (std::size_t row = 0; row < cells.size(); ++row) {
      cells[row] = rows.columns_of({steps[row].source, steps[row].step.to}, steps[row].step.ordinal)[place];
    }
  }
}

analytics::LooplessPathOptions path_options_of(const ProcedureCall& call) {
  analytics::LooplessPathOptions options;
  const std::string& mode = call.value("mode").word;
  const ProcedureCall::Value &k = call.value("k"), &longest = call.value("longest");
  options.shortest = mode == "allShortest";
  options.most = mode == "shortest" ? 1 : analytics::LooplessPathOptions::kAll;
  if (k.is_given) options.most = static_cast<std::uint64_t>(k.number);
  if (longest.is_given) options.longest = longest.number;
  if (mode != "simple" && !call.value("end").is_given) {
    fail(ErrorKind::user,
         "paths needs an end: write algo:end and a term, a column of a pattern of the block, or a variable that a "
         "pattern beside it binds; only with algo:mode \"simple\" is every vertex an end");
  }
  return options;
}

void run_paths(ProcedureRun& run) {
  analytics::LooplessPathOptions options = path_options_of(run.call());
  const GraphNeeds needs = paths_needs(run.call());
  CalledGraph called(run, needs);
  called.expect_vertices("start"), called.expect_vertices("end");
  const PairsOfRuns all = pairs_of(run, called);
  options.pairs = all.pairs;
  const LooplessPaths found = analytics::loopless_paths(called.workers(), called.graph(), options);
  const bool weighted = run.context().team.any(called.graph().has_weights());
  std::optional<StepRows> rows;
  if (needs.keeps_edges) {
    std::vector<StepRows::Ends> ends;
    std::size_t first = 0;
    for (const StepOfPath& step : steps_of(found, all.pairs, all.pairs.size(), first)) {
      ends.emplace_back(step.source, step.step.to);
    }
    rows.emplace(run, std::move(ends));
  }
  std::size_t next = 0;
  for (std::size_t number = 0; number < all.firsts.size(); ++number) {
    const std::size_t end = number + 1 < all.firsts.size() ? all.firsts[number + 1] : all.pairs.size();
    const std::vector<StepOfPath> steps = steps_of(found, all.pairs, end, next);
    run.add_rows(run.inputs()[number], steps.size());
    set_step_columns(run, called, steps, weighted);
    if (rows) set_edge_columns(run, *rows, steps);
  }
}

constexpr Procedure kPaths[] = {
    {"paths", kPathsParameters, kPathsResults, {}, true, run_paths, bytes_with<paths_needs>},
};

}  // namespace

query::Procedures paths() {
  return kPaths;
}

}  // namespace quadrille::server
