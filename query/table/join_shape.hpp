#pragma once

// A JoinShape describes which columns two tables share and which columns their join has. A variable that every row of
// both sides binds is a key: its values must be equal. A variable that a row may leave unbound is compatible if either
// side leaves it unbound (SPARQL 1.1 Query, 18.1.3), so it is compared row by row.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "query/table/schema.hpp"
#include "query/table/table.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

class BuildSide;

struct JoinShape {
  using Pair = std::pair<std::size_t, std::size_t>;  // column on the left, column on the right

  std::vector<Pair> keys;
  std::vector<Pair> loose;              // shared, maybe unbound on one side
  std::vector<std::size_t> right_only;  // columns of the right that the left does not have
  std::vector<ColumnInfo> columns;      // of the join: those of the left, then right_only

  JoinShape(const Schema& left, const Schema& right);

  // Turns loose variables into keys if every row of `right` binds them and the left always does. The columns do not
  // change.
  void tighten(const Schema& left, const Table& right);

  std::vector<std::size_t> left_keys() const;
  std::vector<std::size_t> right_keys() const;
  // The key values of a row of the left.
  void left_values(const Table& left, std::size_t row, std::span<Huri> values) const;
  // True if the loose variables of two rows agree.
  bool compatible(const Table& left, std::size_t left_row, const Table& right, std::size_t right_row) const;
  // True if two rows bind a common variable of `variables` (MINUS, 18.5).
  bool share_a_binding(const VariableSet& variables, const Table& left, std::size_t left_row, const Table& right,
                       std::size_t right_row) const;

  // Appends the joined rows to `out`; kNoRow on the right leaves its columns unbound.
  void gather(const Table& left, std::span<const std::uint32_t> left_rows, const Table& right,
              std::span<const std::uint32_t> right_rows, Table& out) const;
  // The same for a right side in parts: the partner of a left row is in part `part_of_row`. Needs a shape without
  // loose variables.
  void gather(const Table& left, std::span<const std::uint32_t> left_rows, const BuildSide& right,
              std::span<const std::uint16_t> part_of_row, std::span<const std::uint32_t> right_rows, Table& out) const;

 private:
  void gather_left(const Table& left, std::span<const std::uint32_t> left_rows, Table& out) const;
};

}  // namespace quadrille::query
