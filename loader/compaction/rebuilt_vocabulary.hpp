#pragma once

// Writes the vocabulary of the next generation: the old terms that are kept, between them those that are inserted.
//
//   new terms, in order of kind and rank  | part 0 | part 1 | ... |      as many as shards, of equal size
//   owner of a part, window by window     old terms of the window: read where they lie, or packed by the members of
//                                         another group that have them
//                                         inserted ones: likewise, from the owners of their ranges
//                                         -> VocabularyBuilder -> the part's file
//
// A vocabulary has the same terms and ranks as that which a build of the same quads makes; where it is cut into parts
// hangs on its terms alone and not on the images.
//
// In one group a window is a part and nothing is packed or copied. Across groups it has window_terms terms, one
// exchange each, which bounds the memory: a window, packed at both ends, and as records.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "dictionary/dictionary.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/compaction/inserted_terms.hpp"
#include "loader/compaction/renumbering.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

// Collective. `dictionary`: of the old generation. The folder DIR/generation-G is there. `arena` outlives Team::run.
// The files that this image has written, synced. On return nobody reads the inserted terms of another image any more.
std::vector<ManifestFile> rebuild_vocabulary(ShardedWork& work, const Dictionary& dictionary,
                                             const Renumbering::RankMaps& ranks, const InsertedTerms& inserted,
                                             std::uint64_t window_terms, pgas::QueryArena& arena,
                                             const std::filesystem::path& folder, std::uint64_t generation);

}  // namespace quadrille
