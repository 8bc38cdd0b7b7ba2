#pragma once

// BindJoinRows keeps the left side of a join, so that the right side is evaluated only for the values that its rows
// bind: services are asked only for these, patterns are looked up for them, and paths start from them.
//
//   HashJoin
//     BindJoinInput ------------> BindJoinRows <---- Service: the different values of the shared variables
//     ... Service ...            |    <---- BindJoinValues: some columns of the rows, a part of the right side's joins
//                              child
//
// The rows stay on their images. The first operator that is opened fills it: the same one on every image.

#include <memory>

#include "query/operators/operator.hpp"

namespace quadrille::query {

class BindJoinRows {
 public:
  explicit BindJoinRows(OperatorPtr child);

  // The columns of the child and of add_endpoint().
  const Schema& schema() const { return schema_; }
  const Operator& child() const { return *child_; }

  // Call before fill(). Adds a hidden column `hidden` that equals `endpoint`, but is bound in every row: where
  // `endpoint` is unbound, to a value that is no service's name. A join on it keeps a row without endpoint from
  // meeting the answers for another row.
  void add_endpoint(VariableId endpoint, VariableId hidden);

  // Collective if the child is anywhere. Opens the child and reads it to its end; does nothing the second time.
  void fill(Context& context);
  const Table& rows() const { return *rows_; }

  static Huri no_endpoint();

 private:
  OperatorPtr child_;
  Schema schema_;
  std::vector<VariableId> endpoints_;  // their hidden columns follow those of the child
  std::unique_ptr<Table> rows_;
};

class BindJoinInput : public Operator {
 public:
  explicit BindJoinInput(std::shared_ptr<BindJoinRows> rows);
  std::string describe() const override { return "BindJoinInput"; }
  std::vector<const Operator*> children() const override { return {&rows_->child()}; }

 protected:
  // Some columns of the rows.
  BindJoinInput(std::shared_ptr<BindJoinRows> rows, Schema schema);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  const std::shared_ptr<BindJoinRows> rows_;
  std::vector<std::size_t> columns_;  // of the rows, to return
  std::size_t next_row_ = 0;
};

// BindJoinValues returns some columns of the same rows, with repetitions, for the right side.
class BindJoinValues final : public BindJoinInput {
 public:
  BindJoinValues(const std::shared_ptr<BindJoinRows>& rows, const std::vector<VariableId>& variables);
  std::string describe() const override { return "BindJoinValues"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override { return {}; }  // shown where all of them are read

  // Distributed as the rows, if by one of the variables; not sorted.
  static Schema schema_of(const Schema& rows, const std::vector<VariableId>& variables);
};

}  // namespace quadrille::query
