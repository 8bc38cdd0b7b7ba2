#pragma once

// Which keys have a match in the shards that this image owns: what the owner of shards does for others who ask
// (semi_join.hpp). By a set of bits where there is one (ClassBitmaps), by merging many keys with a run (MergeJoin),
// else by a search each. Changes of the database are seen.
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
  // Variables in path.prefix and path.residual are columns of `keys`, bound in every row. Both stay.
  SemiJoinMatcher(const AccessPath& path, const Schema& keys);

  // Once, before the first test.
  void open(Context& context);
  // met[i]: whether row i of `keys` has a match.
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
  bool may_have_set_ = false;
  std::shared_ptr<const ClassBitmap> set_;  // if there is one
  std::uint64_t told_blocks_ = 0;           // of merge_: counted as spent
  std::optional<RunSearcher> searcher_;
  std::uint32_t searched_shard_ = 0;            // searcher_'s
  std::vector<std::uint32_t> others_, merged_;  // rows to be searched; rows that have met one, merged
  std::unique_ptr<Table> found_;                // what the reader hands on, to be counted
};

}  // namespace quadrille::query
