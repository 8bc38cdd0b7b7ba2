#pragma once

// The exact numbers of rows of heavy objects, by predicate, in one shard.

#include <vector>

#include "quadstore/heavy_objects.hpp"
#include "quadstore/shard_file.hpp"

namespace quadrille {

// Local. Appends an entry for every heavy object and predicate that stand together in the shard.
void count_heavy_rows(const ShardFile& shard, const HeavyObjects& heavy, std::vector<HeavyEntry>& entries);

}  // namespace quadrille
