#pragma once

// The values of a pattern's slot in the rows of a table: a column, or a term. Local.

#include <span>

#include "query/table/quad_pattern.hpp"
#include "query/table/schema.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class SlotValues {
 public:
  // A variable is a column of the table.
  SlotValues(const Slot& slot, const Schema& schema, const Table& table) : constant_(slot.term) {
    if (slot.variable) values_ = table.column(*schema.column_of(*slot.variable));
  }
  Huri at(std::size_t row) const { return values_.empty() ? constant_ : values_[row]; }

 private:
  Huri constant_;
  std::span<const Huri> values_;
};

}  // namespace quadrille::query
