#pragma once

// Merge writes the next generation's files, with the quads of a snapshot as its base. HURIs, shards, heavy objects and
// vocabulary stay the same. So levels of changes made meanwhile fit the new base after their rows have been placed in
// it again, and plans and results stay valid.
//
//   generation g, levels up to version v                generation g+1
//   shard-0003.runs + levels             --- merge -->  shard-0003.runs       each image its own shards, row by row
//   shard-0004.runs, no levels           --- link --->  shard-0004.runs       hard links: no space, no time
//                                                                             (an earlier format is written again)
//   vocabulary-0000.terms                --- link --->  vocabulary-0000.terms
//   delta vocabulary, in memory          --- write -->  delta-terms-0003.terms
//   statistics, heavy objects of v       --- write -->  statistics (counted anew, exact), heavy objects
//
// The new files have no effect until a manifest names them: merge_generation() writes files and returns the manifest.
// The caller switches with Manifest::write(), or removes the files with give_up_generation(). Commits can continue
// until then.
//
// Memory on an image: one compressed run of a shard twice (merge_shard.hpp), one part of the delta vocabulary. Cost:
// the changed shards are encoded again, and take as much disk space again until the old generation is removed.

#include <cstdint>
#include <optional>

#include "dictionary/delta_vocabulary.hpp"
#include "loader/compaction/generation_rules.hpp"
#include "loader/compaction/pace.hpp"
#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

struct MergeInput {
  const Snapshot& snapshot;                   // pinned by the caller; this image's own shards are open
  const DeltaVocabulary* delta = nullptr;     // of the generation; null if it has none
  std::uint64_t delta_size = 0;               // delta->size(delta->image()) at the version, or later
  std::uint64_t next_blank = 0;               // counters below it had been given out; the same on all images
  std::optional<GenerationRules> rules = {};  // nullopt: those of the snapshot's generation
};

// Collective over a team of all images of the job, in a lane of its own; not inside of Team::run(). The snapshot's
// generation defines the database folder, to which the new files are written and synced. Returns the next generation's
// manifest, the same on all images: generation + 1, version, numbers of quads, next_blank, files. At an error, or if
// is_cancelled() on one image, all images throw the same error and no file is left.
Manifest merge_generation(pgas::Team& team, const MergeInput& input, const CompactionOptions& options = {});

}  // namespace quadrille
