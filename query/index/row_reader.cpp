#include "query/index/row_reader.hpp"

#include <algorithm>
#include <numeric>

namespace quadrille::query {

RowReader::RowReader(const AccessPath& path) : path_(path), checks_(checks_rows(path)) {
  const auto need = [&](quadrille::ColumnIndex column) { needed_[static_cast<std::size_t>(index(column))] = true; };
  for (const auto& [column, slot] : path.residual) need(column);
  for (const auto& [first, second] : path.equal) need(first), need(second);
  if (path.allowed_graphs) need(*column_of(path.permutation, Position::graph));
  if (path.merge_graphs) needed_ = {true, true, true, needed_[3]};
  if (checks_) {
    for (const auto& [column, variable] : path.outputs) need(column);
  }
}

void RowReader::read(MergedRows& rows, std::uint64_t count, std::span<const Huri> bound, Table& out) {
  if (count == 0) return;
  if (only_counts()) {
    rows.count_off(count);
    return out.resize(out.rows() + count);
  }
  batch_.take(rows, count);
  const std::size_t before = out.rows(), first_output = out.width() - path_.outputs.size();
  if (!checks_) {
    out.resize(before + count);
    for (std::size_t place = 0; place < path_.outputs.size(); ++place) {
      batch_.read(path_.outputs[place].first, out.column(first_output + place).subspan(before));
    }
    return;
  }
  for (std::size_t column = 0; column < kMaxColumns; ++column) {
    if (!needed_[column]) continue;
    columns_[column].resize(count);
    batch_.read(static_cast<quadrille::ColumnIndex>(column), columns_[column]);
  }
  check_rows(bound, count);
  out.resize(before + picked_.size());
  for (std::size_t place = 0; place < path_.outputs.size(); ++place) {
    const auto& from = columns_[static_cast<std::size_t>(index(path_.outputs[place].first))];
    const auto to = out.column(first_output + place).subspan(before);
    for (std::size_t row = 0; row < picked_.size(); ++row) to[row] = from[picked_[row]];
  }
}

void RowReader::drop_unequal(std::span<const Huri> values, Huri wanted) {
  std::erase_if(picked_, [&](std::uint32_t row) { return values[row] != wanted; });
}

void RowReader::check_rows(std::span<const Huri> bound, std::size_t rows) {
  picked_.resize(rows);
  std::iota(picked_.begin(), picked_.end(), 0);
  const auto values = [&](quadrille::ColumnIndex column) -> std::span<const Huri> {
    return columns_[static_cast<std::size_t>(index(column))];
  };
  for (std::size_t place = 0; place < path_.residual.size(); ++place) {
    const auto& [column, slot] = path_.residual[place];
    drop_unequal(values(column), slot.variable ? bound[place] : slot.term);
  }
  for (const auto& [first, second] : path_.equal) {
    const auto a = values(first), b = values(second);
    std::erase_if(picked_, [&](std::uint32_t row) { return a[row] != b[row]; });
  }
  if (path_.allowed_graphs) {
    const auto graphs = values(*column_of(path_.permutation, Position::graph));
    std::erase_if(picked_, [&](std::uint32_t row) { return !path_.allowed_graphs->contains(graphs[row]); });
  }
  if (path_.merge_graphs) {
    std::erase_if(picked_, [&](std::uint32_t row) {
      const std::array<Huri, 3> triple{columns_[0][row], columns_[1][row], columns_[2][row]};
      if (last_ == triple) return true;
      last_ = triple;
      return false;
    });
  }
}

}  // namespace quadrille::query
