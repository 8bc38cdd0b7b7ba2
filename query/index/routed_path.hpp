#pragma once

// A RoutedPath describes how a pattern is looked up for the rows of a table where each image reads its own shards
// alone: the access path, and the image that each row must be sent to so that it finds its matches there.
//
//   the shard is fixed by       the rows go to
//   a subject that they bind    the owner of the shard of their subject
//   an object that they bind    the owner of the shard of their object; those of a heavy object
//                               go to every image, since its rows are sharded by subject, and each finds the matches
//                               in its shards: good for inner joins alone
//   a triple term whose         the owner of the shard of its row; those of a volatile triple term go to every image,
//   components are wanted       since its HURI does not tell its shard
//   a constant, or nothing      one image, or every image: such a pattern is scanned and hash joined instead

#include <optional>
#include <span>

#include "query/index/access_path.hpp"
#include "query/table/schema.hpp"

namespace quadrille::query {

struct RoutedPath {
  AccessPath path;
  VariableId at = 0;              // a row belongs to the owner of the shard of this variable's value
  bool heavy_everywhere = false;  // rows with a heavy object or a volatile triple term belong to every image

  // True if rows with this distribution need not move.
  bool fits(const Distribution& distribution) const {
    return !heavy_everywhere && distribution == Distribution::by(at);
  }
};

// Local. The best lookup for many rows that bind `bound`: the longest prefix, then one whose rows need not move;
// nullopt if there is none. `inner`: a row may be looked up on several images.
std::optional<RoutedPath> look_up_by_owner(const GraphView& data, const QuadPattern& pattern,
                                           std::span<const VariableId> bound, std::span<const VariableId> wanted,
                                           const Distribution& rows, bool inner);

// Local. The best lookup for testing if rows that bind `bound` have a match (semi_join.hpp): no column is returned,
// and a constant object may be heavy. Rows are not moved, so their distribution does not matter. nullopt if there is
// none.
std::optional<RoutedPath> test_by_owner(const GraphView& data, const QuadPattern& pattern,
                                        std::span<const VariableId> bound);

}  // namespace quadrille::query
