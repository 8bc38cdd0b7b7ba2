#pragma once

// Finds the heavy objects (quadstore/heavy_objects.hpp): those with more rows than HeavyObjects::threshold(rows,
// shards) and more than kFewRows, of all graphs together, duplicates counted. The steps are those of
// quadstore/heavy_finder.hpp. Candidates are counted exactly, so the result does not depend on the number of images.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

inline constexpr std::uint64_t kFewRows = 1024;  // an object with fewer rows does not overload a shard

// Visits all rows of this image, chunk by chunk, in the same way each time.
using RowVisit = std::function<void(std::span<const TripleRow>, std::span<const QuadRow>)>;
using RowChunks = std::function<void(const RowVisit&)>;

// Collective. Takes the number of this image's rows, and visits them twice. Returns ascending HURIs; the same on all
// images.
std::vector<Huri> find_heavy_objects(pgas::Team& team, std::uint64_t rows, const RowChunks& chunks,
                                     std::uint32_t shards);

}  // namespace quadrille
