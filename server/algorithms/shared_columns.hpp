#pragma once

// Parameters and results that several algorithms have.

#include "query/procedures/procedure.hpp"

namespace quadrille::server {

inline constexpr double kMostCount = 9007199254740992;  // 2^53

inline constexpr query::Parameter kDirection{
    .name = "direction", .type = query::ParameterType::word, .initial = "out", .words = "out in both"};
inline constexpr query::Parameter kParallel{
    .name = "parallel", .type = query::ParameterType::word, .initial = "sum", .words = "sum minimum maximum separate"};
inline constexpr query::Parameter kStart{
    .name = "start", .type = query::ParameterType::vertices, .is_required = true, .together = "starts"};
inline constexpr query::Parameter kSeed{
    .name = "seed", .type = query::ParameterType::integer, .initial = "0", .least = 0, .most = kMostCount};

inline constexpr query::Result kVertex{.name = "vertex", .type = query::ResultType::vertex};
inline constexpr query::Result kParent{.name = "parent", .type = query::ResultType::vertex, .maybe_unbound = true};
inline constexpr query::Result kScore{.name = "score"};
inline constexpr query::Result kIterations{.name = "iterations", .type = query::ResultType::integer, .of_run = true};

}  // namespace quadrille::server
