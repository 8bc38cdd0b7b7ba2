#pragma once

// Which of many quads a snapshot has: what an update asks to make its changes effective. Local; looks into spo and spog
// of the subjects' shards, which are open here.
//
// Any order is answered right; quads that ascend by shard of the subject, then by whether the graph is the default one,
// then by (subject, predicate, object, graph) cost 0.1 us each in large batches, others up to 2 us.

#include <span>
#include <vector>

#include "quadstore/quad.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

std::vector<bool> contains(const Snapshot& snapshot, std::span<const Quad> quads);

}  // namespace quadrille
