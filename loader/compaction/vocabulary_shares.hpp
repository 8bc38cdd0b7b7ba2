#pragma once

// Finds the ranks of a vocabulary that each image of a team holds: parts are distributed over images like shards.

#include <vector>

#include "dictionary/vocabulary.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/compaction/vocabulary_window.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// Collective. Returns the ranks by member. `vocabulary`: of this group, with the parts of its members or all of the
// database's `parts`, which are as many as its shards. Fails with ErrorKind::io if it has another number.
std::vector<KindRanges> ranks_of_members(pgas::Team& team, const Vocabulary& vocabulary, std::uint32_t parts);

// Local. The total number of terms by kind.
KindCounts terms_of(const std::vector<KindRanges>& ranks);

}  // namespace quadrille
