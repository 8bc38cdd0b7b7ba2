#pragma once

// Whether the vocabulary is one: keys ascend strictly, within the parts and from part to part; every 32nd (the first of
// each block, by which others are found) is found again under its rank, and is a term of its kind; the manifest's
// numbers are right. Collective, as a step of a DatabaseCheck: each image looks at its own parts, those with the
// numbers of its shards.
//
// Cost: about 0.1 us a term.

#include "loader/check/check_report.hpp"
#include "loader/database/database.hpp"

namespace quadrille {

void check_vocabulary(DatabaseCheck& check, const Database& database);

}  // namespace quadrille
