#pragma once

// A HashJoin joins two inputs by a hash table over the right one; the left is streamed. One algorithm serves the joins
// of the algebra (SPARQL 1.1 Query, 18.5) and EXISTS:
//
//   kind    rows                                                           columns
//   inner   pairs that are compatible and fulfil the conditions            left, right
//   left    these, and left rows without such a pair, right side unbound   left, right
//   semi    left rows with such a pair                                     left
//   anti    left rows without such a pair                                  left
//   minus   left rows with no compatible right row that shares a binding   left
//   mark    every left row, and whether it has such a pair                 left, `mark` (a boolean)
//
// The planner adds Exchanges where needed, so that a left row meets all its partners on its own image, or reads them
// in the part of the image that owns its key (JoinDetails::parts_by).
// Collective if the left is; open() drains the right.

#include <memory>
#include <string_view>
#include <vector>

#include "query/joins/candidate_pairs.hpp"
#include "query/operators/conditions.hpp"
#include "query/operators/operator.hpp"
#include "query/table/build_side.hpp"
#include "query/table/join_shape.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

enum class JoinKind : std::uint8_t { inner, left, semi, anti, minus, mark };

// For EXPLAIN: "inner", "left", ...
std::string_view name(JoinKind kind);

struct JoinDetails {
  std::vector<parser::Expression> conditions;
  VariableId mark = 0;  // for kind mark: its column
  VariableSet shared;   // for kind minus: the variables of both patterns, without the planner's own
  // The right side stays in parts (BuildSide): each row is on the owner of its value of this variable, which both
  // sides bind.
  std::optional<VariableId> parts_by = std::nullopt;
};

class HashJoin final : public Pipe {
 public:
  HashJoin(JoinKind kind, OperatorPtr left, OperatorPtr right, JoinDetails details = {});
  std::string describe() const override { return "HashJoin"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override { return {child_.get(), right_.get()}; }
  std::optional<VariableId> parts_by() const { return details_.parts_by; }

  // Distributed and sorted as the left. Kind left is not sorted, since rows without partners are at the end of their
  // chunk. A variable that the left may leave unbound can get a value from the right, so it ends both.
  static Schema schema_of(JoinKind kind, const Schema& left, const Schema& right, VariableId mark);

 private:
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  void collect_pairs(Context& context);
  void take_pairs(Table& out);
  void finish_rows(Table& out, std::uint32_t end);
  void append_marked(Table& out) const;

  const JoinKind kind_;
  OperatorPtr right_;
  const JoinDetails details_;
  JoinShape shape_;
  std::optional<BuildSide> build_;
  std::optional<CandidatePairs> pairs_;
  std::unique_ptr<Conditions> conditions_;
  std::unique_ptr<Table> candidates_;

  Table* input_ = nullptr;
  std::vector<bool> matched_;             // by row of the input
  std::uint32_t finished_ = 0;            // number of input rows that are complete and returned
  std::vector<std::uint32_t> finishing_;  // rows to return now
};

}  // namespace quadrille::query
