#pragma once

// check_closure() recomputes what follows from the stated quads of a generation by its rules, and compares it with the
// rows that are stored as following (`quadrille check --closure`). Each difference is a damage:
//
//   missing   a quad follows, but no row says so
//   surplus   a row is stored as following, but its quad does not follow
//
// Blank nodes that rules make have other numbers each time. So quads with such blank nodes are compared without them,
// by their number and a sum of hashes.

#include "loader/check/check_report.hpp"
#include "pgas/team.hpp"
#include "server/engine/served_generation.hpp"

namespace quadrille::server {

// Collective, outside Team::run(); one step of the check. Cost: that of the inference of a build.
void check_closure(DatabaseCheck& check, ServedGeneration& generation);

}  // namespace quadrille::server
