#pragma once

// A Batch is the input of expressions: some rows of a table of HURIs.
//
//   columns[0] | h h h h h h |     rows = 6; selection = {1, 4}: only those two rows are evaluated
//   columns[1] | h h h h h h |     results are at the row's own number: out[1], out[4]; the rest of out does not change
//
// Local values; the spans belong to the caller.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "parser/expression.hpp"

namespace quadrille::query {

using RowNumber = std::uint32_t;
using ColumnIndex = std::uint32_t;

// The column of each variable, by VariableId; nullopt, or beyond the end: never bound.
using VariableColumns = std::vector<std::optional<ColumnIndex>>;

struct Batch {
  std::size_t rows = 0;
  std::span<const std::span<const Huri>> columns;       // each of `rows` HURIs
  std::optional<std::span<const RowNumber>> selection;  // ascending; nullopt: all rows
  std::uint64_t first_solution = 0;  // number of row 0 among this image's solutions: two expressions that are evaluated
                                     // for the same solution see the same number, so that BNODE("x") agrees
};

// The rows of a batch that a step works on.
class Rows {
 public:
  explicit Rows(std::size_t count) : count_(count) {}
  explicit Rows(std::span<const RowNumber> selected) : selected_(selected), count_(selected.size()), sparse_(true) {}
  explicit Rows(const Batch& batch) : Rows(batch.rows) {
    if (batch.selection) *this = Rows(*batch.selection);
  }

  std::size_t count() const { return count_; }

  template <class Function>
  void for_each(Function&& function) const {
    if (sparse_) {
      for (const RowNumber row : selected_) function(row);
    } else {
      for (std::size_t row = 0; row < count_; ++row) function(static_cast<RowNumber>(row));
    }
  }

 private:
  std::span<const RowNumber> selected_;
  std::size_t count_ = 0;
  bool sparse_ = false;
};

// The value of a condition (SPARQL 1.1 Query, 17.2): an error is neither yes nor no.
enum class Truth : std::uint8_t { no, yes, error };

constexpr Truth truth(bool value) {
  return value ? Truth::yes : Truth::no;
}
constexpr Truth negate(Truth value) {
  return value == Truth::error ? Truth::error : truth(value == Truth::no);
}

}  // namespace quadrille::query
