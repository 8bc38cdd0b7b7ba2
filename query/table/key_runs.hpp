#pragma once

// KeyRuns finds where each key begins in rows whose equal keys are adjacent, because of the order in which they are
// read (Schema::sorted_by). GROUP BY and DISTINCT then keep only one key in memory and return each key's result when
// its rows end.
//
//   sorted_by (?x, ?c)   key {?x}      rows of one ?x together
//                        key {?c, ?x}  rows of one pair together
//                        key {?c}      not
//
// Local. 1 ns a row and column.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// The method by which GROUP BY and DISTINCT find rows of one key; tests compare the two.
enum class Grouping : std::uint8_t { by_order, by_hash };  // by_order: where the sort order allows it, else by hash

// The columns of `schema`, in the order of sorted_by, that make rows of one key adjacent; nullopt if no such columns
// exist. `key` may be in any order and repeat variables. Variables that the schema does not have are unbound in all
// rows and are ignored.
std::optional<std::vector<std::size_t>> run_columns(const Schema& schema, std::span<const VariableId> key);

class KeyRuns {
 public:
  // `columns`: those of run_columns(). `shards`: number of shards of the data.
  KeyRuns(std::vector<std::size_t> columns, std::uint32_t shards) : columns_(std::move(columns)), shards_(shards) {}

  // The rows of this chunk whose key differs from that of the row before. The chunk follows those of earlier calls.
  // Valid until the next call.
  const std::vector<std::uint32_t>& find(const Table& rows);

 private:
  bool ascends(const Table& rows, std::uint32_t row) const;

  const std::vector<std::size_t> columns_;
  const std::uint32_t shards_;
  std::vector<Huri> last_;  // key of the last row; empty before the first row
  std::vector<std::uint8_t> differs_;
  std::vector<std::uint32_t> begins_;
};

}  // namespace quadrille::query
