#pragma once

// DescribeTriples returns the concise bounded description of each resource (SPARQL 1.1 Query, 16.4, leaves the form
// open): the triples with the resource as subject, and those of the blank nodes that they lead to. Columns: subject,
// predicate, object; each triple once. The team's first member keeps the list of resources still to be described. It
// reads the shards itself where all are open; else it asks their owners about many resources at a time (EdgeBatch).

#include <unordered_set>

#include "query/index/edge_batch.hpp"
#include "query/operators/operator.hpp"
#include "query/table/quad_pattern.hpp"

namespace quadrille::query {

class DescribeTriples final : public Operator {
 public:
  // `together`: not all shards are open; then collective. `resources`: a plan whose values on the first member are
  // described; may be null.
  DescribeTriples(OperatorPtr resources, std::vector<Term> described, GraphScope scope, bool together);
  std::string describe() const override { return "DescribeTriples"; }
  Details details(const PlanWords& words) const override;
  std::vector<const Operator*> children() const override;

  // On the first image; not sorted.
  static Schema schema_of();

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;
  bool next_alone(Context& context, Table& out);
  bool next_together(Context& context, Table& out);
  void want(Context& context, Huri resource);
  void append_triples(Context& context, Huri subject, Table& out);
  void append_edges(Context& context, Huri subject, Table& out);

  OperatorPtr resources_;
  const std::vector<Term> described_;
  const GraphScope scope_;
  std::unordered_set<Huri> wanted_;
  std::unique_ptr<Table> found_;  // triples of one resource
  std::unique_ptr<EdgeLookup> lookup_;
  std::vector<Huri> queue_;
  std::size_t next_ = 0;
  const bool together_;
  static constexpr std::size_t kBatchResources = 1024;
  std::unique_ptr<EdgeBatch> edges_;
};

}  // namespace quadrille::query
