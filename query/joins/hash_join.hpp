#pragma once

// Joins by a hash table over the right side; the left streams through. One algorithm for the joins of the algebra
// (SPARQL 1.1 Query, 18.5) and for EXISTS:
//
//   kind    rows                                                           columns
//   inner   pairs that are compatible and fulfil the conditions            left, right
//   left    those, and left rows that have none, right side unbound        left, right
//   semi    left rows that have such a pair                                left
//   anti    left rows that have none                                       left
//   minus   left rows with no compatible right row that shares a binding   left
//   mark    every left row, and whether it has such a pair                 left, `mark` (a boolean)
//
// The planner has put Exchanges where they are needed: a left row meets all its partners on its own image. Or it reads
// them where they are, in the part of the image that owns its key (JoinDetails::parts_by).
// Collective if the left is; open() drains the right.

#include <memory>
#include <vector>

#include "query/operators/conditions.hpp"
#include "query/operators/operator.hpp"
#include "query/table/build_side.hpp"
#include "query/table/first_rows.hpp"
#include "query/table/join_shape.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

enum class JoinKind : std::uint8_t { inner, left, semi, anti, minus, mark };

struct JoinDetails {
  std::vector<parser::Expression> conditions;
  VariableId mark = 0;  // mark: its column
  VariableSet shared;   // minus: the variables of both patterns; the planner's own do not count
  // The right side stays in parts (BuildSide): a row of it is with the owner of this variable, which both sides bind.
  std::optional<VariableId> parts_by = std::nullopt;
};

class HashJoin final : public Pipe {
 public:
  HashJoin(JoinKind kind, OperatorPtr left, OperatorPtr right, JoinDetails details = {});
  std::string describe() const override { return "HashJoin"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override { return {child_.get(), right_.get()}; }

 private:
  static Schema schema_of(JoinKind kind, const Operator& left, const JoinShape& shape, VariableId mark);

  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  std::size_t part_of(std::uint32_t row) const { return first_rows_.parts().empty() ? 0 : first_rows_.parts()[row]; }
  void collect_pairs(Context& context, std::size_t limit);
  void take_pairs(Table& out);
  void finish_rows(Table& out, std::uint32_t end);
  void append_marked(Table& out) const;

  const JoinKind kind_;
  OperatorPtr right_;
  const JoinDetails details_;
  JoinShape shape_;
  std::optional<BuildSide> build_;
  std::unique_ptr<Conditions> conditions_;
  std::unique_ptr<Table> candidates_;

  Table* input_ = nullptr;
  std::uint64_t pairs_tried_ = 0;
  std::size_t place_ = 0;             // in first_rows_: the next row to pair
  std::uint32_t right_row_ = kNoRow;  // its next partner, if it has been begun
  bool row_begun_ = false;
  std::uint32_t finished_ = 0;  // rows of the input whose fate is known and told
  std::vector<std::size_t> left_keys_;
  std::size_t parts_key_ = 0;  // of the keys: parts_by
  FirstRows first_rows_;       // of the input: which rows have partners
  std::vector<Huri> values_;   // of the row that is begun
  std::vector<bool> matched_;  // by row of the input
  std::vector<std::uint32_t> left_rows_, right_rows_;
};

}  // namespace quadrille::query
