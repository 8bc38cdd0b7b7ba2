#pragma once

// AggregateArguments computes the arguments of the aggregates of a GROUP BY for the rows of a table, chunk by chunk.
//
//   arguments.begin(chunk);
//   for each aggregate with an argument: arguments.values(place)   one value a row
//   arguments.end();                                               their memory can be reused
//
// Local inside a group (every image calls it equally often).

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "parser/algebra.hpp"
#include "query/operators/conditions.hpp"

namespace quadrille::query {

class AggregateArguments {
 public:
  // `outputs` must outlive the object.
  AggregateArguments(Context& context, const std::vector<ColumnInfo>& columns,
                     const std::vector<parser::Group::Output>& outputs);

  // False for COUNT(*).
  bool has(std::size_t place) const { return evaluators_[place] != nullptr; }
  void begin(const Table& rows) { view_.emplace(rows, solutions_); }
  // Valid until the next call.
  std::span<const Value> values(std::size_t place);
  void end();

  // For values that are computed elsewhere.
  Evaluation& evaluation() { return evaluation_; }

 private:
  const std::vector<parser::Group::Output>& outputs_;
  Evaluation evaluation_;
  std::vector<std::unique_ptr<Evaluator>> evaluators_;  // by output; nullptr for COUNT(*)
  std::optional<BatchView> view_;
  std::vector<Value> values_;
  std::uint64_t solutions_ = 0;
};

}  // namespace quadrille::query
