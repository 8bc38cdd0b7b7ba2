// Communities by modularity.

#include "analytics/communities.hpp"

#include "server/algorithms/called_graph.hpp"
#include "server/algorithms/families.hpp"
#include "server/algorithms/shared_columns.hpp"

namespace quadrille::server {

namespace {

using analytics::CommunitiesResult;
using analytics::CommunityOptions;
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

constexpr double kMostLevels = 1000;

constexpr Parameter kCommunityParameters[] = {
    {.name = "resolution", .initial = "1", .least = 0},
    {.name = "threshold", .initial = "1e-6", .least = 0},
    {.name = "levels", .type = ParameterType::integer, .initial = "1000", .least = 1, .most = kMostLevels},
    kSeed,
    // Of CGE's PLM: steps of label propagation before. It changes nothing.
    {.name = "initial", .type = ParameterType::integer, .initial = "0", .least = 0},
    kDirection,  // which changes nothing
    kParallel};
constexpr ProcedureAlias kLouvainAliases[] = {
    {"http://cray.com/graphAlgorithm.community_detection_PLM", "levels initial", "vertex community", "levels=20"}};
constexpr Result kCommunityResults[] = {kVertex,
                                        {.name = "community", .type = ResultType::vertex},
                                        {.name = "level", .type = ResultType::integer},
                                        {.name = "modularity", .of_run = true},
                                        {.name = "communities", .type = ResultType::integer, .of_run = true},
                                        kIterations};

template <bool kIsLeiden>
GraphNeeds community_needs(const ProcedureCall&) {
  return {.lists = {.out = true, .in = false},
          .undirected = true,
          .weights = true,
          .kernel_bytes = [](const GraphSize& size, const ProjectionOptions& graph) {
            return analytics::estimate_community_bytes(size, graph.weighted, kIsLeiden);
          }};
}

// Rows of one level.
void add_level(query::ProcedureRun& run, CalledGraph& called, const CommunitiesResult& found, std::size_t place,
               int level) {
  called.add_rows(run.inputs().front(), every_vertex, [&](const std::vector<Slot>& slots) {
    called.set_vertices("vertex", slots);
    run.set("community", [&](std::size_t row) { return called.order().term_of(found.community[place][slots[row]]); });
    run.set("level", [&](std::size_t) { return query::integer_result(level); });
    run.set("modularity", [&](std::size_t) { return query::number_result(found.modularity); });
    run.set("communities",
            [&](std::size_t) { return query::integer_result(static_cast<std::int64_t>(found.communities)); });
    run.set("iterations", [&](std::size_t) { return query::integer_result(found.iterations); });
  });
}

template <bool kIsLeiden>
void run_communities(query::ProcedureRun& run) {
  const ProcedureCall& call = run.call();
  CalledGraph called(run, community_needs<kIsLeiden>(call));
  CommunityOptions options;
  options.resolution = call.value("resolution").number;
  options.threshold = call.value("threshold").number;
  options.levels = static_cast<int>(call.value("levels").number);
  options.seed = static_cast<std::uint64_t>(call.value("seed").number);
  options.all_levels = run.wants("level");
  const CommunitiesResult found = kIsLeiden ? analytics::leiden(called.workers(), called.graph(), options)
                                            : analytics::louvain(called.workers(), called.graph(), options);
  if (!options.all_levels) return add_level(run, called, found, 0, found.levels);
  for (int level = 1; level <= found.levels; ++level) {
    add_level(run, called, found, static_cast<std::size_t>(level - 1), level);
  }
}

constexpr Procedure kCommunities[] = {
    {"louvain", kCommunityParameters, kCommunityResults, kLouvainAliases, true, run_communities<false>,
     bytes_with<community_needs<false>>},
    {"leiden",
     kCommunityParameters,
     kCommunityResults,
     {},
     true,
     run_communities<true>,
     bytes_with<community_needs<true>>},
};

}  // namespace

query::Procedures communities() {
  return kCommunities;
}

}  // namespace quadrille::server
