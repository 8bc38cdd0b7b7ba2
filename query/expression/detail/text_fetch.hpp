#pragma once

// A TextFetch holds the texts of the terms in a batch. Each is read once, even if several nodes or many rows need it.
//
//   read(rows, values, kinds):  values without text, of these kinds  ->  one TermReader::read of those not yet known
//
// Collective where the reader is: every read() calls it once, even if nothing is missing.
// Cost besides the reader's: a hash probe for each value.

#include <span>
#include <vector>

#include "base/number_table.hpp"
#include "query/expression/batch.hpp"
#include "query/expression/evaluation_context.hpp"
#include "query/expression/kind_set.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query::detail {

// The number of a stored blank node is its label.
inline bool must_be_read(const Value& value, KindSet kinds) {
  const Huri huri = value.huri();
  return !value.has_text() && !huri.is_unbound() && kinds.has(huri.kind()) && (!huri.is_blank() || huri.is_volatile());
}

class TextFetch {
 public:
  // Forgets the texts: the arena may have been released since the last batch.
  void start_batch();
  // Reads the texts of those selected values that need them.
  void read(EvaluationContext& context, const Rows& rows, std::span<Value> values, KindSet kinds);

 private:
  std::uint32_t place_of(Huri huri);  // place in read_, also of a HURI that is not there yet

  NumberTable places_;  // of huris_
  std::vector<Huri> huris_;
  std::vector<Value> read_;  // of huris_, as far as they are read
  std::vector<TermView> terms_;
  std::vector<std::pair<RowNumber, std::uint32_t>> wanted_;  // row, place
};

}  // namespace quadrille::query::detail
