#pragma once

// Sorts the used terms of updates over all images; a rebuild inserts them into the vocabulary.
//
//   own tables -> used ones as records -> sorted here -> merged by ranges (rank_pieces.hpp), which images own by number
//   owner of a range: finds for each of its terms the old rank before which it comes -> sent to all
//
// Memory, shared: two records and 32 bytes a term while they are sorted, then one record and 16.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/compaction/born_terms.hpp"
#include "loader/compaction/used_terms.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

struct InsertedTerms {
  std::span<const SortedTerm> own;  // of this image's ranges; in shared memory, with their records
  std::vector<KindCounts> first;  // by member: the terms of each kind that the members before it own; one more for all
  std::array<std::vector<std::uint64_t>, kHuriKinds> points;  // of all, by kind and rank within it (rank_map.hpp)
  // The used terms of this image's tables: their places, and their ranks among the inserted ones of their kind.
  std::vector<std::uint64_t> places;
  std::span<const Huri> ranks;
};

// Collective. `dictionary`: of the old generation. window_terms: the number of terms in a request. `arena` outlives
// Team::run.
InsertedTerms sort_inserted_terms(ShardedWork& work, const BornTerms& born, const UsedTerms& used,
                                  const Dictionary& dictionary, std::uint64_t window_terms, pgas::QueryArena& arena);

}  // namespace quadrille
