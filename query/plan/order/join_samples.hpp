#pragma once

// JoinSamples estimates how many rows of a pattern match a row of another one, by looking up a few rows. It is used
// for joins where statistics of single predicates may mislead, because subjects that have one property often have, or
// do not have, another.
//
//   ?x :advisor ?y  (400,000 rows)   16 of them, spread over the shards: their ?x
//   ?x :teaches ?z                   rows with that ?x: 0 0 3 0 ... -> 0.2 a row, where the statistics say 1.8
//
// Local, where all shards are open; the same on all images. Cost: about 40 us for each pair of patterns.

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "query/plan/order/join_order.hpp"
#include "query/table/graph_view.hpp"

namespace quadrille::query {

class JoinSamples {
 public:
  JoinSamples(const GraphView& data, const std::vector<JoinPart>& parts) : data_(data), parts_(parts) {}

  // Rows of part `to` for each row of part `from`, which share `variable`. nullopt: one of them is not a pattern that
  // can be sampled, or too few samples match a row.
  std::optional<double> rows_met(std::size_t from, VariableId variable, std::size_t to);

 private:
  std::vector<Huri> values_of(const QuadPattern& pattern, VariableId variable) const;

  GraphView data_;
  const std::vector<JoinPart>& parts_;
  std::map<std::pair<std::size_t, VariableId>, std::vector<Huri>> values_;
  std::map<std::tuple<std::size_t, VariableId, std::size_t>, std::optional<double>> known_;
};

}  // namespace quadrille::query
