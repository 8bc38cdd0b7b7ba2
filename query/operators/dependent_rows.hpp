#pragma once

// DependentRows is a table that several places of one plan read: the solutions outside of an EXISTS whose pattern is
// evaluated with them (query/plan/rewrite/decorrelate_exists.cpp), or the left side of an OPTIONAL whose condition
// contains an EXISTS.
//
//   DependentJoin        open(): drains `outer` into the DependentRows, opens `body`; next(): the rows of `body`
//     outer
//     body                   contains, at any depth, any number of
//       DependentScan    the rows, numbered; or their bindings of some variables: each different binding once, with
//                            the same numbers
//
// A number stands for one different binding of `variables`, on one image. Local, apart from `outer` and `body`.

#include <memory>

#include "query/operators/operator.hpp"
#include "query/table/row_set.hpp"

namespace quadrille::query {

class DependentRows {
 public:
  // Rows of `schema`. Rows with the same binding of `variables` have the same number. `number`: the variable of
  // numbers.
  DependentRows(const Schema& schema, std::vector<VariableId> variables, VariableId number, double estimated_rows);

  // Local. Drains an opened operator with this schema; collective if the operator is.
  void fill(Context& context, Operator& outer);

  // That of the rows, and their number as the last column.
  static Schema schema_of(const Schema& rows, VariableId number);

  const Schema& schema() const { return schema_; }  // that of the rows, and their number as the last column
  const std::vector<VariableId>& variables() const { return variables_; }
  VariableId number() const { return number_; }
  double estimated_rows() const { return estimated_rows_; }
  const Table& rows() const { return *rows_; }          // columns as in schema()
  const Table& bindings() const { return *bindings_; }  // variables(), then the number

 private:
  Schema schema_;
  const std::vector<VariableId> variables_;
  const VariableId number_;
  const double estimated_rows_;
  std::unique_ptr<Table> rows_, bindings_;
};

class DependentScan final : public Operator {
 public:
  // Returns all rows with all their columns.
  explicit DependentScan(std::shared_ptr<const DependentRows> rows);
  // Returns each number once, with its values of `variables`, which are some of rows->variables().
  DependentScan(std::shared_ptr<const DependentRows> rows, const std::vector<VariableId>& variables);
  std::string describe() const override { return "DependentScan"; }
  Details details(const PlanWords& words) const override;

  // Of the bindings: distributed as the rows, if by one of the variables; not sorted.
  static Schema schema_of(const DependentRows& rows, const std::vector<VariableId>& variables);

 private:
  void do_open(Context&) override { next_ = 0; }
  bool do_next(Context& context, Table& out) override;

  std::shared_ptr<const DependentRows> rows_;
  const bool whole_;
  std::vector<std::size_t> columns_;  // of the table that is read, by output column
  std::size_t next_ = 0;
};

class DependentJoin final : public Operator {
 public:
  DependentJoin(OperatorPtr outer, std::shared_ptr<DependentRows> rows, OperatorPtr body);
  std::string describe() const override { return "DependentJoin"; }
  std::vector<const Operator*> children() const override { return {outer_.get(), body_.get()}; }

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override { return body_->next(context, out); }

  OperatorPtr outer_;
  std::shared_ptr<DependentRows> rows_;
  OperatorPtr body_;
};

}  // namespace quadrille::query
