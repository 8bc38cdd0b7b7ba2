#pragma once

// ValueRows collects the different values of the inputs of a call.

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/copy_bytes.hpp"
#include "base/sort_different.hpp"
#include "query/table/context.hpp"
#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// Different rows of values of some images, ascending.
class ValueRows {
 public:
  explicit ValueRows(std::size_t width) : width_(width) {}

  // Adds the rows of a table in which these columns are bound.
  void add(const Context& context, const Table& table, const Schema& schema, const std::vector<VariableId>& variables) {
    std::vector<std::span<const Huri>> columns;
    for (const VariableId variable : variables) columns.push_back(table.column(*schema.column_of(variable)));
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (row % kRowsOfACheck == 0) context.check();
      if (std::any_of(columns.begin(), columns.end(), [&](const auto& column) { return column[row].is_unbound(); }) ||
          is_last(columns, row)) {
        continue;
      }
      for (const std::span<const Huri> column : columns) cells_.push_back(column[row]);
    }
    if (cells_.size() < many_) return;
    keep_different();
    many_ = std::max(many_, 2 * cells_.size());
  }
  // Collective. Those of all images, row by row.
  std::vector<Huri> unite(Context& context) {
    keep_different();
    const std::string bytes(reinterpret_cast<const char*>(cells_.data()), cells_.size() * sizeof(Huri));
    cells_.clear();
    for (const std::string& theirs : context.team.all_gather_bytes(bytes)) {
      const std::size_t before = cells_.size();
      cells_.resize(before + theirs.size() / sizeof(Huri));
      copy_bytes(cells_.data() + before, theirs.data(), theirs.size());
    }
    context.check();
    keep_different();
    context.check();
    return std::move(cells_);
  }

 private:
  static constexpr std::size_t kRowsOfACheck = 1 << 16;

  // True if the row is the one that was added last: inputs are often sorted.
  bool is_last(const std::vector<std::span<const Huri>>& columns, std::size_t row) const {
    if (cells_.empty()) return false;
    const Huri* const last = cells_.data() + cells_.size() - width_;
    for (std::size_t cell = 0; cell < width_; ++cell) {
      if (last[cell] != columns[cell][row]) return false;
    }
    return true;
  }
  void keep_different() {
    if (width_ == 1) return sort_different(cells_);
    const auto row_at = [&](std::size_t row) { return std::span(cells_).subspan(row * width_, width_); };
    std::vector<std::size_t> rows(cells_.size() / width_);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return std::ranges::lexicographical_compare(row_at(a), row_at(b)); });
    std::vector<Huri> kept;
    for (std::size_t place = 0; place < rows.size(); ++place) {
      const std::span<Huri> row = row_at(rows[place]);
      if (place == 0 || !std::ranges::equal(row, row_at(rows[place - 1])))
        kept.insert(kept.end(), row.begin(), row.end());
    }
    cells_ = std::move(kept);
  }

  const std::size_t width_;
  std::size_t many_ = 1 << 16;  // cells after which repetitions are dropped
  std::vector<Huri> cells_;
};

}  // namespace quadrille::query
