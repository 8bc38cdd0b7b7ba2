#pragma once

// Checks that the tables of the optimizer agree with the quads of a snapshot. Collective, as steps of a DatabaseCheck:
// each image counts in its own shards.
//
//   statistics      rows of each predicate: exact; distinct subjects and objects: exact in a base without updates,
//                   otherwise estimates (statistics_change.hpp), which are not checked
//   heavy objects   rows of each, and of each with each of its predicates: exact

#include <string>

#include "loader/check/check_report.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// `name`: the snapshot's name in the names of steps: "the base".
void check_tables(DatabaseCheck& check, const std::string& name, const Snapshot& snapshot);

}  // namespace quadrille
