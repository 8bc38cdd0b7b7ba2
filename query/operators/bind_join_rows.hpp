#pragma once

// The left side of a join, kept so that the right side is evaluated only for what its rows bind: services are asked for
// that alone, patterns are looked up for it, paths start from it.
//
//   HashJoin
//     KeptRows ------------> BindJoinRows <---- Service: the different values of the shared variables
//     ... Service ...            |    <---- LeftValues: some columns of the rows, a part of the right side's joins
//                              child
//
// The rows stay on the images where they are. Whoever opens first fills it: the same one on every image.

#include <memory>
#include <optional>

#include "query/operators/operator.hpp"

namespace quadrille::query {

class BindJoinRows {
 public:
  explicit BindJoinRows(OperatorPtr child);

  // The child's columns, and those that add_endpoint() has added.
  const Schema& schema() const { return schema_; }
  const Operator& child() const { return *child_; }
  // The child again, where nobody wants what is kept.
  OperatorPtr release() { return std::move(child_); }

  // Before it is filled. A hidden column `hidden` that is `endpoint`, but bound in every row: to something that no
  // service is called where `endpoint` is not. Joined by it, a row without endpoint meets nothing that was said for
  // another one's. The same column as before for the same endpoint.
  VariableId add_endpoint(VariableId endpoint, VariableId hidden);

  // Collective if the child is anywhere. Opens the child and reads it to its end; nothing the second time.
  void fill(Context& context);
  const Table& rows() const { return *rows_; }

  static Huri no_endpoint();

 private:
  struct Endpoint {
    VariableId variable, hidden;
  };
  OperatorPtr child_;
  Schema schema_;
  std::vector<Endpoint> endpoints_;
  std::unique_ptr<Table> rows_;
};

class KeptRows : public Operator {
 public:
  explicit KeptRows(std::shared_ptr<BindJoinRows> rows);
  std::string describe() const override { return "KeptRows"; }
  std::vector<const Operator*> children() const override { return {&rows_->child()}; }

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  const std::shared_ptr<BindJoinRows> rows_;
  std::size_t next_row_ = 0;

 protected:
  std::vector<std::size_t> columns_;  // of the rows, to hand on
};

// Some columns of the same rows, for the right side; with repetitions.
class LeftValues final : public KeptRows {
 public:
  LeftValues(std::shared_ptr<BindJoinRows> rows, const std::vector<VariableId>& variables);
  std::string describe() const override { return "LeftValues"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override { return {}; }  // shown where all of them are read
};

}  // namespace quadrille::query
