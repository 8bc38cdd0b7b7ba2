#pragma once

// How a pattern is looked up for the rows of a table where each image reads its own shards alone: through which path,
// and to which image the rows must go first, so that each finds its matches there.
//
//   the shard is fixed by       the rows go to
//   a subject that they bind    the owner of the shard of their subject
//   an object that they bind    the owner of the shard of their object; rows of a heavy object lie by subject, so those
//                               go to every image, and each finds the matches in its shards: good for inner joins alone
//   a constant, or nothing      one image, or every image: such a pattern is scanned and hash joined instead

#include <optional>
#include <span>

#include "query/index/access_path.hpp"
#include "query/table/schema.hpp"

namespace quadrille::query {

struct LookUp {
  AccessPath path;
  VariableId at = 0;              // a row belongs to the owner of the shard of this
  bool heavy_everywhere = false;  // and on every image where it is a heavy object

  // Whether rows that are spread like this are there already.
  bool fits(const Distribution& distribution) const {
    return !heavy_everywhere && distribution == Distribution::by(at);
  }
};

// Local. The best of them for many rows that bind `bound`: the longest prefix, then rows that need not move. nullopt:
// there is none. `inner`: a row may be looked up on several images.
std::optional<LookUp> look_up_by_owner(const Snapshot& snapshot, const QuadPattern& pattern,
                                       std::span<const VariableId> bound, std::span<const VariableId> wanted,
                                       const Distribution& rows, bool inner);

// Local. The best of them for asking whether rows that bind `bound` have a match (semi_join.hpp): nothing is handed on,
// and a constant object may be heavy. Rows are not moved, so how they are spread does not count. nullopt: there is
// none.
std::optional<LookUp> test_by_owner(const Snapshot& snapshot, const QuadPattern& pattern,
                                    std::span<const VariableId> bound);

// When rows are tested by their owners instead of being moved to them: tests have one way judge the other.
enum class SemiJoins : std::uint8_t { where_they_pay, always, never };

}  // namespace quadrille::query
