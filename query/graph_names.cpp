#include "query/graph_names.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

Schema on_first(VariableId variable) {
  Schema schema;
  schema.columns.push_back({variable});
  schema.distribution = Distribution::first();
  return schema;
}

void add_names(const RunView& run, std::vector<Huri>& names) {
  for (std::uint64_t row = 0; row < run.rows();) {
    Huri graph;
    run.read(quadrille::ColumnIndex{0}, {row, row + 1}, std::span(&graph, 1));
    names.push_back(graph);
    row = run.find(QuadPrefix{graph}).end;
  }
}

}  // namespace

GraphNames::GraphNames(VariableId variable, std::shared_ptr<const std::vector<Huri>> allowed)
    : Operator(on_first(variable), false), allowed_(std::move(allowed)) {}

std::vector<Huri> names_of_graphs(Context& context, const std::vector<Huri>* allowed) {
  std::vector<Huri> names;
  for (std::uint32_t shard = 0; shard < context.snapshot.shards(); ++shard) {
    add_names(context.snapshot.run(Permutation::gspo, ShardId{shard}), names);
    context.check();
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (allowed) {
    std::erase_if(names, [&](Huri name) { return !std::binary_search(allowed->begin(), allowed->end(), name); });
  }
  return names;
}

void GraphNames::do_open(Context& context) {
  if (context.team.is_first()) names_ = names_of_graphs(context, allowed_.get());
}

bool GraphNames::do_next(Context&, Table& out) {
  if (std::exchange(done_, true)) return false;
  out.resize(names_.size());
  std::copy(names_.begin(), names_.end(), out.column(0).begin());
  return true;
}

}  // namespace quadrille::query
