#pragma once

// Finds where new terms belong in a base's vocabulary: for each term the rank of the first greater term of its kind. In
// one group every image searches by itself. Across groups, the members that have the parts answer requests in batches
// (dictionary/term_exchange.hpp).

#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/sort_terms.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

// Collective. Takes terms that the vocabulary does not have; each image can pass any number. batch_terms: the number of
// terms in a request, the same on all images. `arena` outlives Team::run.
std::vector<std::uint64_t> find_insertion_points(ShardedWork& work, const Dictionary& dictionary,
                                                 std::span<const SortedTerm> terms, std::uint64_t batch_terms,
                                                 pgas::QueryArena& arena);

}  // namespace quadrille
