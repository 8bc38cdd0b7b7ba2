#pragma once

// Finds the heavy objects (quadstore/heavy_objects.hpp): those with more rows than HeavyObjects::threshold(rows,
// shards) and more than kFewRows, of all graphs together, duplicates counted.
//
//   rows -> FrequentObjects, one of each image -> added up by owners -> candidates -> counted -> added up -> heavy
//
// The frequent objects of each image miss no candidate, and candidates are counted exactly. So the result depends
// neither on the number of images nor on that of chunks.
//
// Each image sends and receives at most 1 KB a shard, however many images and chunks there are.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

inline constexpr std::uint64_t kFewRows = 1024;  // an object with fewer rows does not overload a shard

// Visits all rows of this image, chunk by chunk, in the same way each time.
using RowVisit = std::function<void(std::span<const TripleRow>, std::span<const QuadRow>)>;
using RowChunks = std::function<void(const RowVisit&)>;

// Collective. Takes the number of this image's rows, and visits them twice. `arena` outlives Team::run. Returns
// ascending HURIs; the same on all images.
std::vector<Huri> find_heavy_objects(pgas::Team& team, pgas::QueryArena& arena, std::uint64_t rows,
                                     const RowChunks& chunks, std::uint32_t shards);

}  // namespace quadrille
