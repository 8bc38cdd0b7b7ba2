#pragma once

// Which objects are heavy (quadstore/heavy_objects.hpp): those with more rows than HeavyObjects::threshold(rows,
// shards) and more than kFewRows, of all graphs together, duplicates counted.
//
// A random sample names candidates: an object at the threshold is expected 64 times in it and taken from 16 times on,
// so one is missed with a probability below 10^-10. Candidates are then counted exactly, so the outcome does not depend
// on how many images there are.

#include <cstdint>
#include <vector>

#include "dictionary/huri.hpp"
#include "loader/build_context.hpp"
#include "loader/row_log.hpp"

namespace quadrille {

inline constexpr std::uint64_t kFewRows = 1024;  // an object with fewer rows is no burden to any shard

// Collective. Ascending; the same on all images.
std::vector<Huri> find_heavy_objects(BuildContext& context, QuadLog& log);

}  // namespace quadrille
