#pragma once

// ValueRows collects the different values of the inputs of a call.

#include <algorithm>
#include <string>
#include <vector>

#include "base/copy_bytes.hpp"
#include "base/sort_different.hpp"
#include "query/table/context.hpp"
#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

// Different values of rows of some images, ascending.
class ValueRows {
 public:
  explicit ValueRows(std::size_t width) : width_(width) {}

  // Adds the rows of a table in which these columns are bound.
  void add(const Table& table, const Schema& schema, const std::vector<VariableId>& variables) {
    std::vector<Huri> row(width_);
    for (std::size_t place = 0; place < table.rows(); ++place) {
      for (std::size_t cell = 0; cell < width_; ++cell) {
        row[cell] = table.column(*schema.column_of(variables[cell]))[place];
      }
      if (std::none_of(row.begin(), row.end(), [](Huri huri) { return huri.is_unbound(); })) rows_.push_back(row);
    }
    if (rows_.size() < many_) return;
    sort_different(rows_);
    many_ = std::max(many_, 2 * rows_.size());
  }
  // Collective: those of all images.
  std::vector<std::vector<Huri>> unite(Context& context) {
    sort_different(rows_);
    std::string bytes;
    for (const auto& row : rows_) bytes.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(Huri));
    std::vector<std::vector<Huri>> all;
    for (const std::string& theirs : context.team.all_gather_bytes(bytes)) {
      for (std::size_t at = 0; at < theirs.size(); at += width_ * sizeof(Huri)) {
        all.emplace_back(width_);
        copy_bytes(all.back().data(), theirs.data() + at, width_ * sizeof(Huri));
      }
    }
    sort_different(all);
    return all;
  }

 private:
  const std::size_t width_;
  std::size_t many_ = 1 << 16;  // rows after which repetitions are dropped
  std::vector<std::vector<Huri>> rows_;
};

}  // namespace quadrille::query
