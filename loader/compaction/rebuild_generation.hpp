#pragma once

// Rebuild: the next generation, made from a version of this one, with the terms of updates in the vocabulary and all
// terms numbered anew, while the server goes on with this one.
//
//   used terms       which terms the quads of the snapshot have             used_terms.hpp
//   inserted terms   those of updates, sorted, and where they come          inserted_terms.hpp
//   renumbering      old HURI -> new HURI, on every image                   renumbering.hpp
//   vocabulary       old and inserted terms, merged into files              rebuilt_vocabulary.hpp
//   shards           the snapshot's rows, renumbered, indexed as in a build rebuilt_shards.hpp
//
// What is kept: exactly the terms that a quad of the snapshot has. So the new generation is what a build of a dump of
// the snapshot makes with as many shards: the same shards, statistics and heavy objects, byte for byte, and the same
// terms under the same ranks. Two things differ: blank nodes keep their counters, and the vocabulary is cut into parts
// at other terms.
//
// The old generation needs only the shards and vocabulary parts of this group's images open. Nothing is switched: the
// caller carries over the quads of later versions (renumbering.hpp says how), writes the manifest, and opens it, or
// gives it up (generation_files.hpp).
// Memory is said where it is taken; with memory_bytes, rows are indexed in passes.

#include <cstdint>
#include <limits>

#include "dictionary/dictionary.hpp"
#include "loader/compaction/pace.hpp"
#include "loader/compaction/renumbering.hpp"
#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// What is rebuilt.
struct RebuildInput {
  const Snapshot& snapshot;      // pinned by the caller; this image's own shards are open
  const Dictionary& dictionary;  // of its generation, with the delta vocabulary
  std::uint64_t delta_size = 0;  // delta->size(delta->image()) when the version was there, or later; 0 without updates
  std::uint64_t next_blank = 0;  // counters below it were given out then; the same on all images
};

struct RebuildOptions : CompactionOptions {
  std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();  // of rows, on each image
  std::uint64_t window_terms = 1 << 15;  // across groups: terms on their way to an image at a time; the same on all
};

struct RebuiltGeneration {
  Manifest manifest;  // with its files, all of them synced; not written
  Renumbering renumbering;
};

// Collective over a team of all images, outside of Team::run. All images return the same, or throw the same error
// (ErrorKind::cancelled, memory, io, ...) and nothing is left of the new generation's folder.
RebuiltGeneration rebuild_generation(pgas::Team& team, const RebuildInput& input, const RebuildOptions& options = {});

}  // namespace quadrille
