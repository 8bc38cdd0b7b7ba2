#pragma once

// A SemiJoinMatcher tests which keys have a match in the shards that this image owns, for other images
// (semi_join.hpp). It uses a class bitmap if there is one (ClassBitmaps), a merge of many keys with a run (MergeJoin),
// or a search for each key. It sees changes of the database.
//
//   path   pos, prefix (rdf:type, :Student, ?x), keys x1 x7 x9  ->  1 0 1
//
// Local.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "quadstore/class_bitmaps.hpp"
#include "quadstore/run_searcher.hpp"
#include "query/index/access_path.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/merge_join.hpp"
#include "query/index/row_reader.hpp"

namespace quadrille::query {

class SemiJoinMatcher {
 public:
  // Variables in path.prefix and path.residual are columns of `keys`, bound in every row. Both arguments must stay.
  SemiJoinMatcher(const AccessPath& path, const Schema& keys);

  // Called once, before the first test().
  void open(Context& context);
  // Sets met[i] to 1 if row i of `keys` has a match.
  void test(Context& context, const Table& keys, std::vector<std::uint8_t>& met);

 private:
  bool merges() const { return !reader_.checks() && keys_.is_one_key(); }
  void merge(Context& context, const Table& keys, std::vector<std::uint8_t>& met);
  bool search(Context& context, const Table& keys, std::uint32_t row);
  bool find(Context& context, ShardId shard, const QuadPrefix& prefix, std::span<const Huri> bound);
  void count_searches(Context& context);

  const AccessPath& path_;
  RowReader reader_;
  IndexKeys keys_;
  MergeJoin merge_;
  bool may_have_bitmap_ = false;
  std::shared_ptr<const ClassBitmap> bitmap_;  // nullptr: there is none
  std::uint64_t counted_blocks_ = 0;           // of merge_: those already counted as spent
  std::optional<RunSearcher> searcher_;
  std::uint32_t searched_shard_ = 0;            // the shard of searcher_
  std::vector<std::uint32_t> others_, merged_;  // rows to be searched; merged rows that have a match
  std::unique_ptr<Table> found_;                // rows returned by the reader, to be counted
};

}  // namespace quadrille::query
