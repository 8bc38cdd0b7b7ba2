#pragma once

// Where new terms come in a base's vocabulary: for each the rank of the first term of its kind that is greater.
// In one group every image searches for itself; across groups a batch at a time is asked of members that have the parts
// (dictionary/term_exchange.hpp).

#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/sort_terms.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

// Collective. Of terms that the vocabulary does not have; as many on each image as it likes. batch_terms: asked for at
// a time, the same on all images. `arena` outlives Team::run.
std::vector<std::uint64_t> find_insertion_points(ShardedWork& work, const Dictionary& dictionary,
                                                 std::span<const SortedTerm> terms, std::uint64_t batch_terms,
                                                 pgas::QueryArena& arena);

}  // namespace quadrille
