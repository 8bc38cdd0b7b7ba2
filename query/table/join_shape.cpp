#include "query/table/join_shape.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "query/table/build_side.hpp"

namespace quadrille::query {

JoinShape::JoinShape(const Schema& left, const Schema& right) {
  right_only.reserve(right.columns.size());
  columns.reserve(left.columns.size() + right.columns.size());
  columns = left.columns;
  for (std::size_t column = 0; column < right.columns.size(); ++column) {
    const ColumnInfo& info = right.columns[column];
    const auto match = left.column_of(info.variable);
    if (!match) {
      right_only.push_back(column);
      columns.push_back(info);
      if (info.texts == Texts::of_chunk) columns.back().texts = Texts::elsewhere;  // the right side is kept
      continue;
    }
    ColumnInfo& joined = columns[*match];
    if (joined.maybe_unbound || info.maybe_unbound) {
      loose.emplace_back(*match, column);
      joined.maybe_unbound = joined.maybe_unbound && info.maybe_unbound;
      joined.maybe_local = joined.maybe_local || info.maybe_local;
      joined.was_local = joined.was_local || info.was_local;
      if (info.texts != Texts::for_good) joined.texts = Texts::elsewhere;
    } else {
      keys.emplace_back(*match, column);
    }
  }
}

void JoinShape::tighten(const Schema& left, const Table& right) {
  std::vector<Pair> still_loose;
  for (const Pair& pair : loose) {
    const auto values = right.column(pair.second);
    const bool is_key = !left.columns[pair.first].maybe_unbound &&
                        std::none_of(values.begin(), values.end(), [](Huri value) { return value.is_unbound(); });
    (is_key ? keys : still_loose).push_back(pair);
  }
  loose = std::move(still_loose);
}

std::vector<std::size_t> JoinShape::left_keys() const {
  std::vector<std::size_t> columns_of_left;
  for (const auto& [l, r] : keys) columns_of_left.push_back(l);
  return columns_of_left;
}

std::vector<std::size_t> JoinShape::right_keys() const {
  std::vector<std::size_t> columns_of_right;
  for (const auto& [l, r] : keys) columns_of_right.push_back(r);
  return columns_of_right;
}

void JoinShape::left_values(const Table& left, std::size_t row, std::span<Huri> values) const {
  for (std::size_t key = 0; key < keys.size(); ++key) values[key] = left.column(keys[key].first)[row];
}

bool JoinShape::compatible(const Table& left, std::size_t left_row, const Table& right, std::size_t right_row) const {
  for (const auto& [l, r] : loose) {
    const Huri a = left.column(l)[left_row], b = right.column(r)[right_row];
    if (!a.is_unbound() && !b.is_unbound() && a != b) return false;
  }
  return true;
}

bool JoinShape::share_a_binding(const VariableSet& variables, const Table& left, std::size_t left_row,
                                const Table& right, std::size_t right_row) const {
  for (const auto& [l, r] : keys) {
    if (variables.has(columns[l].variable)) return true;
  }
  for (const auto& [l, r] : loose) {
    const bool is_bound = !left.column(l)[left_row].is_unbound() && !right.column(r)[right_row].is_unbound();
    if (is_bound && variables.has(columns[l].variable)) return true;
  }
  return false;
}

void JoinShape::gather_left(const Table& left, std::span<const std::uint32_t> left_rows, Table& out) const {
  const std::size_t before = out.rows();
  out.resize(before + left_rows.size());
  for (std::size_t column = 0; column < left.width(); ++column) {
    const auto from = left.column(column);
    Huri* to = out.column(column).data() + before;
    for (const std::uint32_t row : left_rows) *to++ = from[row];
  }
}

void JoinShape::gather(const Table& left, std::span<const std::uint32_t> left_rows, const Table& right,
                       std::span<const std::uint32_t> right_rows, Table& out) const {
  const std::size_t before = out.rows();
  gather_left(left, left_rows, out);
  for (std::size_t place = 0; place < right_only.size(); ++place) {
    const auto from = right.column(right_only[place]);
    Huri* to = out.column(left.width() + place).data() + before;
    for (const std::uint32_t row : right_rows) *to++ = row == kNoRow ? kUnbound : from[row];
  }
  for (const auto& [l, r] : loose) {
    const auto from = right.column(r);
    Huri* to = out.column(l).data() + before;
    for (std::size_t place = 0; place < right_rows.size(); ++place) {
      if (right_rows[place] != kNoRow && to[place].is_unbound()) to[place] = from[right_rows[place]];
    }
  }
}

void JoinShape::gather(const Table& left, std::span<const std::uint32_t> left_rows, const BuildSide& right,
                       std::span<const std::uint16_t> part_of_row, std::span<const std::uint32_t> right_rows,
                       Table& out) const {
  if (right.parts() == 1) return gather(left, left_rows, right.table(0), right_rows, out);
  QUADRILLE_ASSERT(loose.empty(), "a right side in parts has keys alone");
  const std::size_t before = out.rows();
  gather_left(left, left_rows, out);
  std::vector<const Huri*> from(right.parts());
  for (std::size_t place = 0; place < right_only.size(); ++place) {
    for (std::size_t part = 0; part < from.size(); ++part)
      from[part] = right.table(part).column(right_only[place]).data();
    Huri* to = out.column(left.width() + place).data() + before;
    for (std::size_t pair = 0; pair < right_rows.size(); ++pair) {
      *to++ = right_rows[pair] == kNoRow ? kUnbound : from[part_of_row[left_rows[pair]]][right_rows[pair]];
    }
  }
}

}  // namespace quadrille::query
