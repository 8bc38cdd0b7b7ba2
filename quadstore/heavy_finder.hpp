#pragma once

// Functions that find heavy objects (heavy_objects.hpp), before rows are sent to their shards.
// There are three steps; the caller makes the second, because it is collective:
//
//   1  local       candidates = heavy_candidates(my rows, images)       by a sample; misses no heavy object in practice
//   2  collective  the union of all images' candidates, sorted
//   3  local       counts = count_objects(my rows, union)               to be summed over the images; the objects above
//                  HeavyObjects::threshold(rows, images) are heavy
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

// Objects that may have more than 1/(16 x images) of these rows, ascending. An object that is heavy among the rows of
// all images is heavy among the rows of at least one. Reads about a million rows, whatever their number.
std::vector<Huri> heavy_candidates(std::span<const TripleRow> triples, std::span<const QuadRow> quads,
                                   std::uint32_t images);

// The number of rows with each of these objects; `objects` ascends. About 2 ns a row.
std::vector<std::uint64_t> count_objects(std::span<const TripleRow> triples, std::span<const QuadRow> quads,
                                         std::span<const Huri> objects);

// The rows of every heavy object in one shard, by predicate, from its ops and opsg. The entries of all shards together
// make the final table: HeavyObjects(all entries).
using RunOf = std::function<const RunView&(Permutation)>;
std::vector<HeavyEntry> count_heavy_rows(const RunOf& run_of, std::span<const Huri> heavy);

}  // namespace quadrille
