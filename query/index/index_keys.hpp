#pragma once

// IndexKeys computes the key that is looked up for a row (Lookup): the values of the prefix of its access path, which
// are constants and columns of the row, and the shards that may have matching rows.
//
//   path     pso, prefix (:teaches, ?x), left columns ?y ?x
//   row      y7 x3        ->  prefix (:teaches, x3), in the shard of x3
//
// Local. The columns are bound in every row.

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
  // `left`: the schema of the rows, which has all variables of the path's prefix and residual.
  IndexKeys(const AccessPath& path, const Schema& left);

  // True if the prefix is constants and then one key: then matching rows of a shard ascend by the key.
  bool is_one_key() const;
  // For one key: the constants, and the keys of rows.
  QuadPrefix constants() const;
  std::span<const Huri> keys(const Table& rows) const { return rows.column(*prefix_.back().column); }
  // True if the key is the last column of the index: then it is either present or not.
  bool is_whole_row() const { return static_cast<int>(prefix_.size()) == column_count(path_.permutation); }

  // The prefix for a row; valid until the next call.
  std::span<const Huri> prefix(const Table& rows, std::uint32_t row);
  // The values that columns after the prefix must equal, in the order of the path's residual; valid until the next
  // call.
  std::span<const Huri> residual(const Table& rows, std::uint32_t row);

  // The shards that this image may read and that may have matches for a row.
  ShardSpan shards_for(const Context& context, const Table& rows, std::uint32_t row);
  // For each row the only shard that may have matches, or KeyOrder::kNowhere if there is not exactly one. Needs at
  // least one row.
  void find_shards(const Context& context, const Table& rows, std::vector<std::uint32_t>& shard_of_row);
  // Sorts some of the rows so that a searcher visits each shard once: by the first shard that may hold the key, then
  // by key.
  void order_by_shard(const Context& context, const Table& rows, std::vector<std::uint32_t>& some);

 private:
  struct Source {
    std::optional<std::size_t> column;  // of the rows; nullopt: a constant
    Huri term;
    Huri value(const Table& rows, std::size_t row) const { return column ? rows.column(*column)[row] : term; }
  };
  const Source* source_of(Position position) const;
  // The columns that the keys come from, in key order.
  std::vector<std::span<const Huri>> columns(const Table& rows) const;

  const AccessPath& path_;
  std::vector<Source> prefix_, residual_;
  std::vector<Huri> key_, bound_;
};

}  // namespace quadrille::query
