// The most influential vertices.

#include "analytics/influence.hpp"

#include <array>

#include "base/error.hpp"
#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"

namespace quadrille::server {

namespace {

using analytics::GraphSize;
using analytics::InfluenceModel;
using analytics::ProjectionOptions;
using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureCall;
using query::Result;
using query::ResultType;

constexpr Parameter kInfluenceParameters[] = {
    {.name = "k", .type = ParameterType::integer, .initial = "10", .least = 1, .most = kMostCount},
    {.name = "epsilon", .initial = "0.13", .least = 0, .most = 1, .excludes_most = true},
    {.name = "model", .type = ParameterType::word, .initial = "IC", .words = "IC LT"},
    {.name = "probability", .initial = "0.1", .least = 0, .most = 1},
    kSeed,
    kDirection,
    kParallel};
constexpr Result kInfluenceResults[] = {kVertex, {.name = "place", .type = ResultType::integer}, {.name = "spread"}};

analytics::InfluenceOptions influence_options(const ProcedureCall& call) {
  analytics::InfluenceOptions options;
  options.seeds = static_cast<std::uint64_t>(call.value("k").number);
  options.epsilon = call.value("epsilon").number;
  if (call.value("model").word == "LT") options.model = InfluenceModel::linear_threshold;
  options.probability = call.value("probability").number;
  options.seed = static_cast<std::uint64_t>(call.value("seed").number);
  return options;
}

// The samples are not known before: the run itself checks that there is memory for them.
GraphNeeds influence_needs(const ProcedureCall&) {
  return {.lists = {.out = false, .in = true},
          .weights = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions&) {
            return analytics::estimate_influence_bytes(size, {});
          }};
}

// Collective. Names the edge by its terms.
[[noreturn]] void fail_for(const analytics::BadWeight& bad, query::ProcedureRun& run, const CalledGraph& called) {
  const std::array<Huri, 2> ends = {called.order().term_of(bad.source()), called.order().term_of(bad.target())};
  const std::vector<std::string> names = query::texts_of(run.context(), ends);
  fail(ErrorKind::user,
       "influence: the edge from {} to {} has the weight {}, but weights are probabilities, at most 1; divide them by "
       "the greatest, or, if the weights of several edges have been summed, use algo:parallel \"maximum\" or "
       "\"separate\"; algo:model \"LT\" takes any weights",
       names[0], names[1], bad.weight());
}

// A row for each chosen vertex, on the first image.
void run_influence(query::ProcedureRun& run) {
  const analytics::InfluenceOptions options = influence_options(run.call());
  if (!(options.epsilon > 0)) {
    fail(ErrorKind::user, "epsilon of influence must be above 0, for example 0.13, not {}", options.epsilon);
  }
  CalledGraph called(run, influence_needs(run.call()));
  analytics::InfluenceResult found;
  try {
    found = analytics::influence(called.workers(), called.graph(), options);
  } catch (const analytics::BadWeight& bad) {
    fail_for(bad, run, called);
  }
  const std::size_t rows = called.workers().team().is_first() ? found.seeds.size() : 0;
  run.add_rows(run.inputs().front(), rows);
  run.set("vertex", [&](std::size_t row) { return called.order().term_of(found.seeds[row].vertex); });
  run.set("place", [](std::size_t row) { return query::integer_result(static_cast<std::int64_t>(row) + 1); });
  run.set("spread", [&](std::size_t row) { return query::number_result(found.seeds[row].spread); });
}

constexpr Procedure kInfluences[] = {
    {"influence", kInfluenceParameters, kInfluenceResults, {}, true, run_influence, bytes_with<influence_needs>},
};

}  // namespace

query::Procedures influences() {
  return kInfluences;
}

}  // namespace quadrille::server
