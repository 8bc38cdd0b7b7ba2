#pragma once

// Functions that count the rows of heavy objects (heavy_objects.hpp). They are found before rows are sent to their
// shards, in steps (loader/build/find_heavy_objects.hpp):
//
//   1  local       FrequentObjects of my rows (frequent_objects.hpp)
//   2  collective  candidates: the objects that may be heavy among the rows of all images
//   3  local       counts = count_objects(my rows, candidates)
//   4  collective  the sums of the counts; the objects above HeavyObjects::threshold(rows, shards) are heavy
//
// The rows may still contain duplicates, so these counts only select objects. The exact numbers of rows for each
// predicate come from the built shards (count_heavy_rows, in BuiltShard).

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/run.hpp"

namespace quadrille {

// The number of rows with each of these objects; `objects` ascends. About 2 ns a row.
std::vector<std::uint64_t> count_objects(std::span<const TripleRow> triples, std::span<const QuadRow> quads,
                                         std::span<const Huri> objects);

// The rows of every heavy object in one shard that `view` shows, by predicate, from its ops and opsg. The entries of
// all shards together make the final table: HeavyObjects(all entries).
using RunOf = std::function<const RunView&(Permutation)>;
std::vector<HeavyEntry> count_heavy_rows(const RunOf& run_of, View view, std::span<const Huri> heavy);

}  // namespace quadrille
