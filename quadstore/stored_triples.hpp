#pragma once

// StoredTriples are the triple terms of a base: a row of the runs spot and tspo for each (permutation.hpp). A HURI is
// the shard and the number of the row in tspo (sharding.hpp), so its components are one read away; the HURI of
// components is one search in spot.

#include <vector>

#include "dictionary/triple_terms.hpp"
#include "quadstore/run.hpp"

namespace quadrille {

class Generation;

class StoredTriples final : public TripleTerms {
 public:
  StoredTriples() = default;  // none
  // Of the shards that are open. The generation may move, but must not end before this.
  explicit StoredTriples(const Generation& generation);

  bool holds(Huri triple) const override;
  TripleComponents components(Huri triple) const override;
  Huri find(const TripleComponents& components) const override;

 private:
  std::vector<const RunView*> by_number_, by_subject_;  // tspo and spot, by shard; nullptr: not open
};

}  // namespace quadrille
