#pragma once

// A GraphNames returns the names of the graphs that hold a quad, each once, on the team's first member: the solutions
// of GRAPH ?g {}. It skips from graph to graph in gspo: one search for each graph and shard. Local where all shards
// are open here; else collective, and each image reads its own shards.

#include <span>

#include "dictionary/value_ranges.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

// Collective where not all shards are open here. Returns the names in the ranges, ascending. `data` shows all graphs.
std::vector<Huri> names_of_graphs(Context& context, const GraphView& data, std::span<const HuriRange> ranges);
// The same for those of `allowed`; nullptr: for all, which the context's view shows.
std::vector<Huri> names_of_graphs(Context& context, const GraphList* allowed);

class GraphNames final : public Operator {
 public:
  // Returns only those of `allowed` (ascending), if given. `together`: not all shards are open.
  GraphNames(VariableId variable, GraphListPtr allowed, bool together);
  std::string describe() const override { return "GraphNames"; }
  Details details(const PlanWords& words) const override;

  // On the first image; not sorted.
  static Schema schema_of(VariableId variable);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  GraphListPtr allowed_;
  std::vector<Huri> names_;
  bool done_ = false;
};

}  // namespace quadrille::query
