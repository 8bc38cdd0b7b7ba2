#pragma once

// Rows of one key that come together, as the order of what is read has it (Schema::sorted_by): where each key begins.
// So GROUP BY and DISTINCT need remember one key alone, and hand on what has ended.
//
//   sorted_by (?x, ?c)   key {?x}      rows of one ?x together
//                        key {?c, ?x}  rows of one pair together
//                        key {?c}      not
//
// Local. 1 ns a row and column.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// How GROUP BY and DISTINCT find rows of one key: tests have one way judge the other.
enum class Grouping : std::uint8_t { by_order, by_hash };  // by_order: where rows come so; else by hash, too

// The columns of `schema`, in their order in sorted_by, by which rows of one key come together; nullopt: they do not,
// or there are none. `key`: in any order, each as often as it likes; what the schema does not have is unbound in all
// rows and does not count.
std::optional<std::vector<std::size_t>> run_columns(const Schema& schema, std::span<const VariableId> key);

class KeyRuns {
 public:
  // `columns` are those of run_columns(); `shards` of the data.
  KeyRuns(std::vector<std::size_t> columns, std::uint32_t shards) : columns_(std::move(columns)), shards_(shards) {}

  // The rows of this chunk, which follows those of the calls before, at which another key begins than that of the row
  // before them; until the next call.
  const std::vector<std::uint32_t>& find(const Table& rows);

 private:
  bool ascends(const Table& rows, std::uint32_t row) const;

  const std::vector<std::size_t> columns_;
  const std::uint32_t shards_;
  std::vector<Huri> last_;  // key of the last row; empty: there was none
  std::vector<std::uint8_t> differs_;
  std::vector<std::uint32_t> begins_;
};

}  // namespace quadrille::query
