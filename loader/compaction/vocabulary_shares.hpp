#pragma once

// Which ranks of a vocabulary lie in the parts of each image of a team: parts lie on images as shards do.

#include <vector>

#include "dictionary/vocabulary.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/compaction/vocabulary_window.hpp"

namespace quadrille {

// Collective. By member. `vocabulary`: of this group, with the parts of its members. Fails with ErrorKind::io if there
// are not as many parts as shards.
std::vector<KindRanges> ranks_of_members(ShardedWork& work, const Vocabulary& vocabulary);

// Local. How many terms there are in all.
KindCounts terms_of(const std::vector<KindRanges>& ranks);

}  // namespace quadrille
