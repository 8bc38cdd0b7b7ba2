#pragma once

// Writes the vocabulary of the next generation: the kept old terms, merged with the inserted ones.
//
//   new terms, in order of kind and rank  | part 0 | part 1 | ... |      as many as shards, of equal size
//   owner of a part, window by window     old terms of the window: read in place, or packed by the members of another
//                                         group that have them
//                                         inserted terms: likewise, from the owners of their ranges
//                                         -> VocabularyBuilder -> the part's file
//
// The vocabulary has the same terms and ranks as that of a build of the same quads. Its division into parts depends
// only on its terms, not on the images.
//
// In one group a window is a part, and nothing is packed or copied. Across groups a window has window_terms terms and
// takes one exchange. This bounds the memory: a window, packed at both ends, and as records.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "loader/compaction/inserted_terms.hpp"
#include "loader/compaction/rebuild_work.hpp"
#include "loader/compaction/renumbering.hpp"
#include "loader/compaction/vocabulary_window.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Collective. `dictionary`: of the old generation; `held`: its ranks, by the member that has them. The folder
// DIR/generation-G exists. `arena` outlives Team::run. Returns the files that this image has written and synced. On
// return no other image reads this image's inserted terms any more.
std::vector<ManifestFile> rebuild_vocabulary(RebuildWork& work, const Dictionary& dictionary,
                                             std::vector<KindRanges> held, const Renumbering::RankMaps& ranks,
                                             const InsertedTerms& inserted, std::uint64_t window_terms,
                                             pgas::QueryArena& arena, const std::filesystem::path& folder,
                                             std::uint64_t generation);

}  // namespace quadrille
