#include "server/algorithms/algorithms.hpp"

#include "server/algorithms/runs.hpp"

namespace quadrille::server {

namespace {

using query::Parameter;
using query::ParameterType;
using query::Procedure;
using query::ProcedureAlias;
using query::Result;
using query::ResultType;

constexpr double kMostCount = 9007199254740992;  // 2^53

constexpr Parameter kDirection{
    .name = "direction", .type = ParameterType::word, .initial = "out", .words = "out in both"};
constexpr Parameter kParallel{
    .name = "parallel", .type = ParameterType::word, .initial = "sum", .words = "sum minimum maximum separate"};
constexpr Parameter kStart{.name = "start", .type = ParameterType::vertices, .is_required = true, .together = "starts"};

constexpr Result kVertex{.name = "vertex", .type = ResultType::vertex};
constexpr Result kParent{.name = "parent", .type = ResultType::vertex, .maybe_unbound = true};
constexpr Result kScore{.name = "score"};
constexpr Result kIterations{.name = "iterations", .type = ResultType::integer, .of_run = true};

constexpr Parameter kSearchParameters[] = {
    kStart, {.name = "depth", .type = ParameterType::integer, .least = 0, .most = kMostCount}, kDirection, kParallel};
constexpr Result kSearchResults[] = {kVertex, {.name = "depth", .type = ResultType::integer}, kParent, kIterations};

constexpr Parameter kPathParameters[] = {
    kStart, {.name = "delta", .initial = "0", .least = 1e-300, .most = 1e300}, kDirection, kParallel};
constexpr Result kPathResults[] = {kVertex, {.name = "distance", .is_exact = true}, kParent, kIterations};

constexpr Parameter kUndirectedParameters[] = {kDirection, kParallel};  // which change nothing
constexpr Result kComponentResults[] = {kVertex,
                                        {.name = "component", .type = ResultType::vertex},
                                        {.name = "components", .type = ResultType::integer, .of_run = true}};

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
    {.name = "seed", .type = ParameterType::integer, .initial = "0", .least = 0, .most = kMostCount},
    {.name = "normalised", .type = ParameterType::boolean, .initial = "false"},
    kDirection,
    kParallel};
constexpr Result kBetweennessResults[] = {kVertex, kScore, {.name = "bound", .of_run = true}};
constexpr ProcedureAlias kBetweennessAliases[] = {
    {"http://cray.com/graphAlgorithm.betweenness_centrality", "sources normalised", "vertex score", "normalised=true"}};

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

constexpr Procedure kAlgorithms[] = {
    {"bfs", kSearchParameters, kSearchResults, {}, false, run_breadth_first_search},
    {"sssp", kPathParameters, kPathResults, {}, true, run_shortest_paths},
    {"wcc", kUndirectedParameters, kComponentResults, {}, false, run_components},
    {"pagerank", kRankParameters, kRankResults, kRankAliases, true, run_page_rank},
    {"betweenness", kBetweennessParameters, kBetweennessResults, kBetweennessAliases, true, run_betweenness},
    {"triangles", kTriangleParameters, kTriangleResults, kTriangleAliases, false, run_triangles},
};

}  // namespace

query::Procedures algorithms() {
  return kAlgorithms;
}

}  // namespace quadrille::server
