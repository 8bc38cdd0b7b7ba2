#pragma once

// A Union returns all rows of several children, one child after the other (SPARQL 1.1 Query, 18.5, Union). It has the
// columns of all children; columns that a child does not have are unbound. Collective if a child is: then all images
// move to the next child together.

#include "query/operators/operator.hpp"

namespace quadrille::query {

class Union final : public Operator {
 public:
  explicit Union(std::vector<OperatorPtr> children);
  std::string describe() const override { return "Union"; }
  std::vector<const Operator*> children() const override;

  // All variables of the children; distributed as they are if all are alike; not sorted.
  static Schema schema_of(const std::vector<const Schema*>& children);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  std::vector<OperatorPtr> children_;
  std::size_t current_ = 0;
  std::unique_ptr<Table> input_;
};

}  // namespace quadrille::query
