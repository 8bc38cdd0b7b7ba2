#pragma once

// StoredTriples are the triple terms of a base: a row of the runs spot and tspo for each (permutation.hpp). A HURI is
// the shard and the number of the row in tspo (sharding.hpp), so its components are one read away; the HURI of
// components is one search in spot.
//
// Behind them a merge adds the rows of triple terms of updates, whose HURIs stay volatile.
//
// Every image reads the rows of all shards: those of shards that the generation has not opened here are mapped once
// more.

#include <deque>
#include <vector>

#include "dictionary/triple_terms.hpp"
#include "quadstore/run.hpp"
#include "quadstore/shard_file.hpp"

namespace quadrille {

class Generation;

class StoredTriples final : public TripleTerms {
 public:
  StoredTriples() = default;  // none
  // The generation may move, but must not end before this. Fails with ErrorKind::io if a shard's file cannot be read.
  explicit StoredTriples(const Generation& generation);

  bool holds(Huri triple) const override;
  TripleComponents components(Huri triple) const override;
  Huri find(const TripleComponents& components) const override;

 private:
  std::deque<ShardFile> others_;                        // of the shards that are not open
  std::vector<const RunView*> by_number_, by_subject_;  // tspo and spot, by shard
};

}  // namespace quadrille
