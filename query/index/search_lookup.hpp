#pragma once

// A SearchLookup searches the index for each row of a batch. It serves every access path, and sees changes of the
// database. Rows are searched shard by shard in the order of their keys, so that a searcher visits each shard once and
// unpacks each block once. Local. Cost: that of RunSearcher; a level of changes adds some 30 ns a search.

#include <optional>
#include <span>
#include <utility>

#include "quadstore/run_searcher.hpp"
#include "query/index/index_keys.hpp"
#include "query/index/lookup.hpp"
#include "query/index/row_reader.hpp"

namespace quadrille::query {

class SearchLookup final : public Lookup {
 public:
  SearchLookup(const AccessPath& path, IndexKeys& keys) : path_(path), keys_(keys), reader_(path) {}

  void begin(Context& context, const Table& input) override;
  bool next(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out) override;
  void pick(Context& context, bool matched, std::vector<std::uint32_t>& rows) override;
  bool wants_many() const override { return true; }
  std::uint64_t take_work() override { return std::exchange(searches_, 0); }

  // For a MergeLookup: a batch of some rows of `input`; a next() that appends, until there are `limit` matches in all;
  // and a pick() that sets met[row] to 1 for rows with a match.
  void begin_some(Context& context, const Table& input, std::vector<std::uint32_t> some);
  bool append(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out);
  void mark(Context& context, std::span<std::uint8_t> met);

 private:
  bool go_to_next_row(Context& context);
  bool go_on(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out);
  void find(Context& context, ShardId shard, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out);
  void read_rest(Context& context, std::size_t limit, std::vector<std::uint32_t>& rows, Table& out);

  const AccessPath& path_;
  IndexKeys& keys_;
  RowReader reader_;
  const Table* input_ = nullptr;
  std::vector<std::uint32_t> order_;  // rows of the input, by shard and key
  std::size_t next_ = 0;              // place in order_; the current row is the one before
  ShardSpan shards_;                  // that may have more matches of the current row
  MergedRows rest_;                   // matches of the current row that are still to be read
  std::optional<RunSearcher> searcher_;
  std::uint64_t searches_ = 0;
};

}  // namespace quadrille::query
