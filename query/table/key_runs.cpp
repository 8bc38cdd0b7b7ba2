#include "query/table/key_runs.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::query {

std::optional<std::vector<std::size_t>> run_columns(const Schema& schema, std::span<const VariableId> key) {
  std::vector<VariableId> missing;
  for (const VariableId variable : key) {
    const bool known = std::find(missing.begin(), missing.end(), variable) != missing.end();
    if (!known && schema.has(variable)) missing.push_back(variable);
  }
  if (missing.empty()) return std::nullopt;
  std::vector<std::size_t> columns;
  for (const VariableId variable : schema.sorted_by) {
    const auto column = schema.column_of(variable);
    const auto found = std::find(missing.begin(), missing.end(), variable);
    if (!column || found == missing.end()) return std::nullopt;
    columns.push_back(*column);
    missing.erase(found);
    if (missing.empty()) return columns;
  }
  return std::nullopt;
}

const std::vector<std::uint32_t>& KeyRuns::find(const Table& rows) {
  begins_.clear();
  const std::size_t count = rows.rows();
  if (count == 0) return begins_;
  differs_.assign(count, 0);
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    const std::span<const Huri> values = rows.column(columns_[place]);
    if (last_.empty() || last_[place] != values.front()) differs_.front() = 1;
    for (std::size_t row = 1; row < count; ++row) differs_[row] |= values[row] != values[row - 1];
  }
  for (std::uint32_t row = 0; row < count; ++row) {
    if (!differs_[row]) continue;
    QUADRILLE_ASSERT(ascends(rows, row), "rows come in the order that their schema says");
    begins_.push_back(row);
  }
  last_.clear();
  for (const std::size_t column : columns_) last_.push_back(rows.column(column).back());
  return begins_;
}

// True if the key at `row` sorts after that of the row before.
bool KeyRuns::ascends(const Table& rows, std::uint32_t row) const {
  if (row == 0 && last_.empty()) return true;
  const auto before = [&](std::size_t place) {
    return row == 0 ? last_[place] : rows.column(columns_[place])[row - 1];
  };
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    const Huri from = before(place), to = rows.column(columns_[place])[row];
    if (from != to) return place == 0 ? ShardOrder(shards_)(from, to) : from < to;
  }
  return true;
}

}  // namespace quadrille::query
