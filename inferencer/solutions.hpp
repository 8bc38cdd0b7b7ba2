#pragma once

// Solutions is a table of bindings that wait for what can only be done with many at once: a column for each variable.
//
// Local; one thread.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "inferencer/fact_index.hpp"

namespace quadrille::inferencer {

class Solutions {
 public:
  explicit Solutions(std::size_t variables = 0) : columns_(variables) {}

  std::size_t size() const { return rows_; }
  bool empty() const { return rows_ == 0; }
  std::size_t variables() const { return columns_.size(); }
  std::size_t used_bytes() const { return rows_ * columns_.size() * sizeof(Huri); }

  void add(std::span<const Huri> bindings) {
    for (std::size_t variable = 0; variable < columns_.size(); ++variable)
      columns_[variable].push_back(bindings[variable]);
    ++rows_;
  }
  // Of a row.
  Bindings bindings(std::size_t row) const {
    Bindings values;
    for (const std::vector<Huri>& column : columns_) values.push_back(column[row]);
    return values;
  }
  Huri value(const Slot& slot, std::size_t row) const {
    return slot.is_variable() ? columns_[slot.number()][row] : slot.constant();
  }
  std::span<Huri> column(std::uint32_t variable) { return columns_[variable]; }
  std::span<const Huri> column(std::uint32_t variable) const { return columns_[variable]; }

  // Keeps the rows for which keep(row) is true.
  template <class Keep>
  void filter(const Keep& keep) {
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < rows_; ++row)
      if (keep(row)) kept.push_back(row);
    if (kept.size() == rows_) return;
    for (std::vector<Huri>& column : columns_) {
      for (std::size_t place = 0; place < kept.size(); ++place) column[place] = column[kept[place]];
      column.resize(kept.size());
    }
    rows_ = kept.size();
  }
  void clear() {
    for (std::vector<Huri>& column : columns_) column.clear();
    rows_ = 0;
  }

 private:
  std::vector<std::vector<Huri>> columns_;
  std::size_t rows_ = 0;
};

}  // namespace quadrille::inferencer
