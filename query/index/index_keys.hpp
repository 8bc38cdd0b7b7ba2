#pragma once

// What an index join looks up for a row: the values of the prefix of its access path, constants and columns of the row,
// and the shards that may have rows with them.
//
//   path     pso, prefix (:teaches, ?x), left columns ?y ?x
//   row      y7 x3        ->  prefix (:teaches, x3), in the shard of x3
//
// Local. Columns are bound in every row.

#include <optional>
#include <span>
#include <vector>

#include "query/index/access_path.hpp"
#include "query/index/key_order.hpp"
#include "query/table/context.hpp"
#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class IndexKeys {
 public:
  // `left`: the schema of the rows, which has the variables of the path's prefix and residual.
  IndexKeys(const AccessPath& path, const Schema& left);

  // A constant prefix and one key behind it: then the rows of a shard that are asked for ascend by the key.
  bool is_one_key() const;
  // Of that: the prefix, and the keys of rows.
  QuadPrefix constants() const;
  std::span<const Huri> keys(const Table& rows) const { return rows.column(*prefix_.back().column); }
  // Whether nothing is behind the key: then it is there or not.
  bool is_whole_row() const { return static_cast<int>(prefix_.size()) == column_count(path_.permutation); }
  // Of one key: whether sets of bits tell of it (ClassBitmaps), since it is a whole row of a base without changes.
  bool may_have_set(const Context& context) const;

  // The columns that the keys come from, in their order.
  std::vector<std::span<const Huri>> columns(const Table& rows) const;

  // The prefix for a row, until the next call.
  std::span<const Huri> prefix(const Table& rows, std::uint32_t row);
  // What the columns behind the prefix must equal, in the order of the path's residual; until the next call.
  std::span<const Huri> residual(const Table& rows, std::uint32_t row);

  // The shards that this image may read and that may have matches for a row.
  ShardSpan shards_for(const Context& context, const Table& rows, std::uint32_t row);
  // For each row the only shard that may have matches, or KeyOrder::kNowhere if it is not one. There are rows.
  void find_shards(const Context& context, const Table& rows, std::vector<std::uint32_t>& shard_of_row);
  // Orders some of the rows so that a searcher goes through each shard once: by the first shard that may hold the key,
  // then by key.
  void order_by_shard(const Context& context, const Table& rows, std::vector<std::uint32_t>& some);

 private:
  struct Source {
    std::optional<std::size_t> column;  // of the rows; else the constant
    Huri term;
    Huri value(const Table& rows, std::size_t row) const { return column ? rows.column(*column)[row] : term; }
  };
  const Source* source_of(Position position) const;

  const AccessPath& path_;
  std::vector<Source> prefix_, residual_;
  std::vector<Huri> key_, bound_;
};

}  // namespace quadrille::query
