#pragma once

// contains() tests which of many quads a snapshot shows, and marks_of() returns their marks, whatever its view; updates
// use them to find effective changes. Local; reads spo and spog of the subjects' shards, which are open here.
//
// Quads may have any order. If they ascend by shard of the subject, then default graph before named graphs, then by
// (subject, predicate, object, graph), each costs 0.1 us in large batches; else up to 2 us.

#include <span>
#include <vector>

#include "quadstore/marks.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

std::vector<bool> contains(const Snapshot& snapshot, std::span<const Quad> quads);

// Marks::none for quads that are not there.
std::vector<Marks> marks_of(const Snapshot& snapshot, std::span<const Quad> quads);

}  // namespace quadrille
