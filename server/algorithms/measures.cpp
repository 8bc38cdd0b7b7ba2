// Measures of single vertices: degree and closeness.

#include "analytics/closeness.hpp"
#include "analytics/degree.hpp"
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
using query::ProcedureCall;
using query::Result;

constexpr Result kValue{.name = "value"};

constexpr Parameter kDegreeParameters[] = {
    {.name = "normalised", .type = ParameterType::boolean, .initial = "false"}, kDirection, kParallel};
constexpr Result kDegreeResults[] = {kVertex, kValue};

constexpr Parameter kClosenessParameters[] = {{.name = "harmonic", .type = ParameterType::boolean, .initial = "false"},
                                              {.name = "samples", .initial = "1", .least = 0, .most = kMostCount},
                                              kSeed,
                                              {.name = "normalised", .type = ParameterType::boolean},
                                              kDirection,
                                              kParallel};
constexpr Result kClosenessResults[] = {kVertex, kValue, {.name = "bound", .of_run = true}};

// The number of samples is a count if it is written as an integer, else a share of the vertices.
bool is_sample_count(const ProcedureCall& call) {
  const ProcedureCall::Value& samples = call.value("samples");
  return samples.is_given && samples.word == "integer";
}

GraphNeeds degree_needs(const ProcedureCall&) {
  return {.lists = {.out = true, .in = false},
          .weights = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_degree_bytes(size);
          }};
}

GraphNeeds closeness_needs(const ProcedureCall& call) {
  return {.weights = true,
          .kernel_bytes = [is_count = is_sample_count(call), number = call.value("samples").number](
                              const GraphSize& size, const ProjectionOptions& graph) {
            const double searched = is_count ? number : number * static_cast<double>(size.vertices);
            return analytics::estimate_closeness_bytes(size, graph.weighted, static_cast<std::uint64_t>(searched));
          }};
}

// Degrees are integers, unless they are sums of weights or divided.
void run_degree(query::ProcedureRun& run) {
  CalledGraph called(run, degree_needs(run.call()));
  const bool normalised = run.call().value("normalised").flag;
  const bool is_integer = !normalised && !called.workers().team().any(called.graph().has_weights());
  const auto found = analytics::degrees(called.workers(), called.graph(), {.normalised = normalised});
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("value", [&](std::size_t row) {
      const double value = found[slots[row]];
      return is_integer ? query::integer_result(static_cast<std::int64_t>(value)) : query::number_result(value);
    });
  });
}

void run_closeness(query::ProcedureRun& run) {
  const ProcedureCall& call = run.call();
  const double samples = call.value("samples").number;
  const bool is_count = is_sample_count(call);
  if (is_count ? samples < 1 : !(samples > 0 && samples <= 1)) {
    fail(ErrorKind::user, "samples of closeness must be a count of at least 1, or a share in (0.0, 1.0], not {}",
         samples);
  }
  CalledGraph called(run, closeness_needs(call));
  analytics::ClosenessOptions options;
  options.harmonic = call.value("harmonic").flag;
  const ProcedureCall::Value& normalised = call.value("normalised");
  options.normalised = normalised.is_given ? normalised.flag : !options.harmonic;
  if (is_count) {
    options.count = static_cast<std::uint64_t>(samples);
  } else {
    options.share = samples;
  }
  options.seed = static_cast<std::uint64_t>(call.value("seed").number);
  const auto found = analytics::closeness(called.workers(), called.graph(), options);
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("value", [&](std::size_t row) { return query::number_result(found.score[slots[row]]); });
    run.set("bound", [&](std::size_t) { return query::number_result(found.error_bound); });
  });
}

constexpr Procedure kMeasures[] = {
    {"degree", kDegreeParameters, kDegreeResults, {}, true, run_degree, bytes_with<degree_needs>},
    {"closeness", kClosenessParameters, kClosenessResults, {}, true, run_closeness, bytes_with<closeness_needs>},
};

}  // namespace

query::Procedures measures() {
  return kMeasures;
}

}  // namespace quadrille::server
