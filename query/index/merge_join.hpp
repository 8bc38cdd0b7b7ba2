#pragma once

// A MergeJoin merges the rows of a chunk with the runs of the shards, for an index join. It takes rows with one key
// after constants, where many of them are in one shard of the base. The other rows are left to be looked up one by
// one.
//
//   chunk of 16,000 rows  ->  stretches by shard, each ascending (KeyOrder)  ->  RunMerger: pairs, block by block
//
// Local. Each join has its own; begin() is called for each chunk.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "quadstore/run_merger.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/key_order.hpp"

namespace quadrille::query {

class MergeJoin {
 public:
  static constexpr std::uint32_t kFewRows = 8;  // of a chunk in a shard; so few are searched one by one

  // `alone_with_match`: take_alone() returns rows that have a match (true) or none (false); nullopt: it is not used.
  // `one_is_enough`: at most one match for each row.
  MergeJoin(Permutation permutation, std::optional<bool> alone_with_match, bool one_is_enough)
      : permutation_(permutation), alone_with_match_(alone_with_match), one_is_enough_(one_is_enough) {}

  // `rows` must stay until the next begin(). Appends to `others` the rows that must be looked up.
  void begin(Context& context, IndexKeys& keys, const Table& rows, std::vector<std::uint32_t>& others);
  // Removes all rows.
  void clear();

  // Finds the next matches, up to `limit`; false if there are no more.
  bool next(Context& context, IndexKeys& keys, std::size_t limit);
  // Appends the row of each of these matches.
  void append_rows(std::vector<std::uint32_t>& rows) const;
  std::size_t matches() const { return merger_->keys().size(); }
  void read(quadrille::ColumnIndex column, Huri* out) { merger_->read(column, out); }
  // True if there may be more matches.
  bool has_more() const { return stretch_ < order_.stretches().size(); }

  // Appends the rows whose matches are all known by now, as the constructor asks; continues where the last call
  // stopped.
  void take_alone(std::vector<std::uint32_t>& rows);

  std::uint64_t unpacked_blocks() const { return merger_ ? merger_->unpacked_blocks() : 0; }  // so far

 private:
  void count_rows(std::uint32_t shards);
  void open_stretch(Context& context, IndexKeys& keys, const KeyOrder::Stretch& stretch);
  void finish_stretch(const KeyOrder::Stretch& stretch);

  const Permutation permutation_;
  const std::optional<bool> alone_with_match_;
  const bool one_is_enough_;
  KeyOrder order_;
  std::vector<std::uint32_t> shard_of_row_;  // its only shard, if its key is merged there; else kNowhere
  std::vector<std::uint32_t> rows_in_shard_;
  std::size_t stretch_ = 0;  // of order_
  bool stretch_open_ = false;
  std::unique_ptr<RunMerger> merger_;
  std::uint32_t merged_shard_ = KeyOrder::kNowhere;  // the shard of merger_
  std::vector<std::uint8_t> met_;                    // by place in the stretch: its row has a match
  std::vector<std::uint32_t> alone_;
};

}  // namespace quadrille::query
