#pragma once

// Which objects are heavy (quadstore/heavy_objects.hpp): those with more rows than HeavyObjects::threshold(rows,
// shards) and more than kFewRows, of all graphs together, duplicates counted. The steps are those of
// quadstore/heavy_finder.hpp; candidates are counted exactly, so the outcome does not depend on how many images there
// are.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "pgas/team.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

inline constexpr std::uint64_t kFewRows = 1024;  // an object with fewer rows is no burden to any shard

// Visits all rows of this image, chunk by chunk, each time the same.
using RowVisit = std::function<void(std::span<const TripleRow>, std::span<const QuadRow>)>;
using RowChunks = std::function<void(const RowVisit&)>;

// Collective. The rows of this image, so many, which are visited twice. Ascending; the same on all images.
std::vector<Huri> find_heavy_objects(pgas::Team& team, std::uint64_t rows, const RowChunks& chunks,
                                     std::uint32_t shards);

}  // namespace quadrille
