#pragma once

// The changes of a commit in one shard -> a level (delta_level.hpp).
//
//   by_subject   rows whose subject's shard it is        -> spo pso  spog psog gspo
//   by_object    rows that lie here by their object      -> ops pos  opsg posg gpos
//                (HeavyObjects::object_shard)
//
// Changes are effective: an inserted row is not visible in the state before, a deleted one is; whether that is so is
// for the caller to find out (membership.hpp), on the side of the subject. Of one list no row stands twice. A row that
// is deleted and inserted again (in this order, the order of an update) is no change and may stand in both lists.

#include <functional>
#include <memory_resource>
#include <vector>

#include "quadstore/delta_level.hpp"
#include "quadstore/heavy_finder.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

struct DeltaRows {
  std::vector<TripleRow> deleted_triples, inserted_triples;  // of the default graph
  std::vector<QuadRow> deleted_quads, inserted_quads;        // of named graphs

  bool empty() const {
    return deleted_triples.empty() && inserted_triples.empty() && deleted_quads.empty() && inserted_quads.empty();
  }
};

struct ShardChanges {
  DeltaRows by_subject, by_object;

  bool empty() const { return by_subject.empty() && by_object.empty(); }
};

// Local. `run_of`: the shard's runs in the generation's base. The lists are sorted and lose what is no change. Nothing
// is left: nullptr. Cost: a sort of each side, a pass by one column and an ascending search a permutation; rows that
// come by subject need no sort on that side.
DeltaLevelPtr build_level(const RunOf& run_of, ShardChanges changes, std::pmr::memory_resource& memory);

}  // namespace quadrille
