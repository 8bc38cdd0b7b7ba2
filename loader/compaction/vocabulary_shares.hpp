#pragma once

// Finds the ranks of a vocabulary that each image of a team holds: parts are distributed over images like shards.

#include <vector>

#include "dictionary/vocabulary.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/compaction/vocabulary_window.hpp"

namespace quadrille {

// Collective. Returns the ranks by member. `vocabulary`: of this group, with the parts of its members or all. Fails
// with ErrorKind::io if the number of parts is not the number of shards.
std::vector<KindRanges> ranks_of_members(ShardedWork& work, const Vocabulary& vocabulary);

// Local. The total number of terms by kind.
KindCounts terms_of(const std::vector<KindRanges>& ranks);

}  // namespace quadrille
