#pragma once

// StatedTriples finds which of some triples are stated in the default graph, where no image has all shards open: each
// triple is looked up by the member that owns its subject's shard. Readers of inferred triples alone need it, if rows
// are stored by the representatives of equal terms (meant_terms.hpp): a row is in the shard of the representative, the
// stated triple in that of its own subject.
//
// Buffers are in the query's arena and are reused from batch to batch: memory of the largest batch.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

class StatedTriples {
 public:
  // All of them outlive it.
  StatedTriples(pgas::Team& team, pgas::QueryArena& arena, const Snapshot& snapshot);

  // Collective: each member asks for its own triples, which may be none. For each 1 if it is stated, else 0. Two
  // exchanges; a look-up for each triple (membership.hpp).
  std::pmr::vector<std::uint8_t> find(std::span<const Quad> triples);
  // Likewise. Removes those that are stated.
  void leave_out(std::vector<Quad>& triples);

 private:
  int owner(const Quad& triple) const;
  void look_up(std::span<const Huri> terms);

  pgas::Team& team_;
  pgas::QueryArena& arena_;
  const Snapshot& snapshot_;
  std::pmr::vector<Huri> questions_;  // three for each triple, by owner
  std::pmr::vector<std::uint8_t> answers_;
  std::pmr::vector<pgas::Block> question_blocks_, answer_blocks_;
};

}  // namespace quadrille
