#pragma once

// DESCRIBE: the concise bounded description of each resource (SPARQL 1.1 Query, 16.4, leaves the form to us): its
// triples as subject, and those of the blank nodes that they lead to. Columns: subject, predicate, object; each triple
// once. The team's first member reads the shards of all images of its group.

#include <unordered_set>

#include "query/operator.hpp"
#include "query/quad_pattern.hpp"

namespace quadrille::query {

class DescribeTriples final : public Operator {
 public:
  // `resources`: a plan whose values, on the first member, are described; may be null.
  DescribeTriples(OperatorPtr resources, std::vector<Term> described, GraphScope scope);
  std::string describe() const override { return "DescribeTriples"; }
  std::vector<const Operator*> children() const override;

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  void want(Huri resource);
  void append_triples(Context& context, Huri subject, Table& out);

  OperatorPtr resources_;
  const std::vector<Term> described_;
  const GraphScope scope_;
  std::unordered_set<Huri> wanted_;
  std::vector<Huri> queue_;
  std::size_t next_ = 0;
};

}  // namespace quadrille::query
