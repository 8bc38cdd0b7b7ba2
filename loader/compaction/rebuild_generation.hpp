#pragma once

// Rebuild makes the next generation from a version of the current one: the terms of updates join the vocabulary, and
// all terms get new numbers. The server keeps using the current generation meanwhile.
//
//   used terms       the terms in the quads of the snapshot                 used_terms.hpp
//   inserted terms   the used terms of updates, sorted, and their places    inserted_terms.hpp
//   renumbering      old HURI -> new HURI, on every image                   renumbering.hpp
//   vocabulary       old and inserted terms, merged into files              rebuilt_vocabulary.hpp
//   shards           the snapshot's rows, renumbered, indexed as in a build rebuilt_shards.hpp
//
// The new generation keeps exactly the terms that a quad of the snapshot has. So it equals what a build makes from a
// dump of the snapshot with as many shards: the same shards, statistics and heavy objects, byte for byte,
// and the same terms with the same ranks. There are two differences: blank nodes keep their counters, and the
// vocabulary is divided into parts at other terms.
//
// Only the shards and vocabulary parts of this group's images need to be open in the old generation. The caller
// switches: it carries over the quads of later versions (see renumbering.hpp), writes the manifest and opens the new
// generation, or removes it (generation_files.hpp). Each step's header states its memory; memory_bytes makes Index run
// in passes.

#include <cstdint>
#include <limits>
#include <optional>

#include "dictionary/dictionary.hpp"
#include "loader/compaction/generation_rules.hpp"
#include "loader/compaction/pace.hpp"
#include "loader/compaction/renumbering.hpp"
#include "pgas/team.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// The input of a rebuild.
struct RebuildInput {
  const Snapshot& snapshot;                   // pinned by the caller; this image's own shards are open
  const Dictionary& dictionary;               // of its generation, with the delta vocabulary
  std::uint64_t delta_size = 0;               // delta->size(delta->image()) at the version, or later; 0 without updates
  std::uint64_t next_blank = 0;               // counters below it had been given out; the same on all images
  std::optional<GenerationRules> rules = {};  // nullopt: those of the snapshot's generation
};

struct RebuildOptions : CompactionOptions {
  std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();  // of rows, on each image
  std::uint64_t window_terms = 1 << 15;  // across groups: terms in transit to an image; the same on all
  std::uint32_t shards = 0;              // of the new generation; 0: as many as the old one has; the same on all
};

struct RebuiltGeneration {
  Manifest manifest;  // with its files, which are synced; not written to disk
  Renumbering renumbering;
};

// Collective over a team of all images, outside of Team::run. All images return the same manifest, or throw the same
// error (ErrorKind::cancelled, memory, io, ...) after removing the new generation's folder.
RebuiltGeneration rebuild_generation(pgas::Team& team, const RebuildInput& input, const RebuildOptions& options = {});

}  // namespace quadrille
