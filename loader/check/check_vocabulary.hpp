#pragma once

// Checks the vocabulary: keys ascend strictly, within the parts and from part to part; every 32nd key (the first of
// each block, which look-ups use) is found under its rank and is a term of its kind; the manifest's numbers are right.
// Collective, as a step of a DatabaseCheck: each image checks its own parts, those with the numbers of its shards.
//
// Cost: about 0.1 us a term.

#include "loader/check/check_report.hpp"
#include "loader/database/database.hpp"

namespace quadrille {

void check_vocabulary(DatabaseCheck& check, const Database& database);

}  // namespace quadrille
