#pragma once

// An IndexJoin looks the rows of its left input up in the index, one batch for each chunk. It suits a left side that
// is small compared with the pattern. Rows of a chunk are looked up shard by shard in the order of their keys, so that
// a searcher visits each shard once and unpacks each block once. If the path is a constant prefix and one key, and
// many rows of a chunk are in one shard, they are merged with the shard's run (MergeJoin), which costs a tenth of a
// search each. Tests of keys, most often of classes, use a class bitmap once it exists (ClassBitmaps); values of keys
// come from an adjacency index once it exists (AdjacencyIndex). Where all shards are open an image reads them itself,
// so rows may be on any image. Else it reads its own shards: the planner has sent each row to the image of its matches
// (look_up.hpp). Local.
//
//   kind   inner: a row for every match;  left: also one with the pattern's variables unbound if there is no match;
//          semi, anti: rows with or without a match

#include <optional>

#include "quadstore/class_bitmaps.hpp"
#include "quadstore/run_searcher.hpp"
#include "query/index/access_path.hpp"
#include "query/index/adjacency_lookup.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/merge_join.hpp"
#include "query/index/row_reader.hpp"
#include "query/joins/hash_join.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class IndexJoin final : public Pipe {
 public:
  // Variables in path.prefix and path.residual are columns of `left` that are bound in every row.
  IndexJoin(JoinKind kind, OperatorPtr left, AccessPath path);
  std::string describe() const override { return "IndexJoin"; }
  Details details(const PlanWords& words) const override;

 private:
  static Schema schema_of(JoinKind kind, const Operator& left, const AccessPath& path);
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  bool wants_many() const override { return !bitmap_ && !adjacency_; }  // neighbours in the index are found together
  bool merges() const { return !reader_.checks() && keys_.is_one_key(); }
  bool one_is_enough() const { return kind_ == JoinKind::semi || kind_ == JoinKind::anti; }

  // True if the join only keeps or drops rows by their keys, and a bitmap can be used.
  bool only_tests_keys(const Context& context) const;
  void keep_members(Table& input);
  // The shards for which an adjacency index may be used; nullopt if it cannot.
  std::optional<ShardSpan> adjacency_shards(const Context& context) const;
  void ask_for_adjacency(Context& context, std::size_t rows);
  void emit_from_lists(Context& context, Table& out);
  void count_searches(Context& context);

  void take_matches();

  // For rows that are looked up one by one.
  void begin_row(Context& context, std::uint32_t row);
  void find(Context& context, std::uint32_t row, std::size_t limit);
  void look_up(Context& context, std::uint32_t row, std::size_t limit);

  void write(Table& out);

  const JoinKind kind_;
  const AccessPath path_;
  RowReader reader_;
  IndexKeys keys_;
  MergeJoin merge_;
  Table* input_ = nullptr;

  bool only_tests_keys_ = false;
  std::shared_ptr<const ClassBitmap> bitmap_;    // nullptr: there is none
  static constexpr std::size_t kManyRows = 256;  // of a chunk: enough to use an adjacency index
  bool asked_for_adjacency_ = false;
  std::optional<ShardSpan> adjacency_shards_;  // shards that the adjacency index may cover
  std::optional<AdjacencyLookup> adjacency_;   // nullopt: there is none
  std::uint64_t counted_blocks_ = 0;           // of merge_: those already counted as spent

  std::vector<std::uint32_t> order_;         // rows of the input to be looked up, by shard and key
  std::size_t next_ = 0;                     // place in order_
  std::uint32_t shard_ = 0, end_shard_ = 0;  // of the current row's lookup, for keys that many shards may hold
  std::optional<RunSearcher> searcher_;
  std::uint32_t searched_shard_ = 0;  // the shard of searcher_
  MergedRows rest_;                   // matches of the current row that are still to be read
  bool row_begun_ = false, matched_ = false;

  std::unique_ptr<Table> found_;          // the path's outputs
  std::vector<std::uint32_t> left_rows_;  // by row of found_: its row of the input
  std::vector<std::uint32_t> alone_;      // rows of the input without a match (left, anti) or with (semi)
};

}  // namespace quadrille::query
