#pragma once

// The triple terms of a rebuild: the used ones are numbered again, with those of updates among them
// (loader/build/rank_triples.hpp).

#include <array>
#include <span>
#include <vector>

#include "loader/compaction/rebuild_work.hpp"
#include "loader/compaction/renumbering.hpp"
#include "loader/compaction/used_terms.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// Collective. The numbers of rows of the base's table, by shard. `shards`: of this image.
TriplePlaces triple_places(pgas::Team& team, const Snapshot& snapshot, std::span<const ShardId> shards);

// Collective, after UsedTerms::agree(). Marks the components of used triple terms of updates, also those that are used
// by other triple terms alone. (UsedTerms marks those of the base's triple terms.)
void mark_components(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards, UsedTerms& used);

// Collective. The used triple terms: their HURIs in the old and in the new generation, of all images.
// `renumbering`: of all other terms.
std::vector<std::array<Huri, 2>> renumber_triples(ShardedWork& work, const Snapshot& snapshot,
                                                  std::span<const ShardId> shards, const UsedTerms& used,
                                                  const Renumbering& renumbering);

}  // namespace quadrille
