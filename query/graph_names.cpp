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

void GraphNames::do_open(Context& context) {
  if (!context.team.is_first()) return;
  for (std::uint32_t shard = 0; shard < context.snapshot.shards(); ++shard) {
    add_names(context.snapshot.run(Permutation::gspo, ShardId{shard}), names_);
    context.check();
  }
  std::sort(names_.begin(), names_.end());
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  if (!allowed_) return;
  std::erase_if(names_, [&](Huri name) { return !std::binary_search(allowed_->begin(), allowed_->end(), name); });
}

bool GraphNames::do_next(Context&, Table& out) {
  if (std::exchange(done_, true)) return false;
  out.resize(names_.size());
  std::copy(names_.begin(), names_.end(), out.column(0).begin());
  return true;
}

}  // namespace quadrille::query
