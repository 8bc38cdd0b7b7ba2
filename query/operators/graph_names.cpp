#include "query/operators/graph_names.hpp"

#include <algorithm>
#include <cstring>

#include "base/copy_bytes.hpp"
#include "base/sort_different.hpp"
#include "quadstore/merged_batch.hpp"

namespace quadrille::query {

namespace {

void add_names(const MergedRun& run, std::vector<Huri>& names) {
  constexpr Huri kLast{~std::uint64_t{0}};
  MergedBatch first;
  for (MergedRows rest = run.find({}); !rest.empty();) {
    first.take(rest, 1);
    Huri graph;
    first.read(quadrille::ColumnIndex{0}, std::span(&graph, 1));
    names.push_back(graph);
    rest = run.find_range({}, Huri(graph.bits() + 1), kLast);  // no HURI is the last word
  }
}

}  // namespace

Schema GraphNames::schema_of(VariableId variable) {
  Schema schema;
  schema.columns.push_back({variable});
  schema.distribution = Distribution::first();
  return schema;
}

GraphNames::GraphNames(VariableId variable, std::shared_ptr<const std::vector<Huri>> allowed, bool together)
    : Operator(schema_of(variable), together), allowed_(std::move(allowed)) {}

std::vector<Huri> names_of_graphs(Context& context, const std::vector<Huri>* allowed) {
  std::vector<Huri> names;
  const ShardSpan shards = context.readable_shards();
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    add_names(context.snapshot.run(Permutation::gspo, ShardId{shard}), names);
    context.check();
  }
  sort_different(names);
  if (!context.snapshot.is_whole()) {
    const std::string_view mine(reinterpret_cast<const char*>(names.data()), names.size() * sizeof(Huri));
    const std::vector<std::string> all = context.team.all_gather_bytes(mine);
    names.clear();
    for (const std::string& theirs : all) {
      const std::size_t before = names.size();
      names.resize(before + theirs.size() / sizeof(Huri));
      copy_bytes(names.data() + before, theirs.data(), theirs.size());
    }
    sort_different(names);
  }
  if (allowed) {
    std::erase_if(names, [&](Huri name) { return !std::binary_search(allowed->begin(), allowed->end(), name); });
  }
  return names;
}

Details GraphNames::details(const PlanWords& words) const {
  return {{"variable", words.variable(schema_.columns.front().variable)}};
}

void GraphNames::do_open(Context& context) {
  if (collective() || context.team.is_first()) names_ = names_of_graphs(context, allowed_.get());
  if (!context.team.is_first()) names_.clear();
}

bool GraphNames::do_next(Context&, Table& out) {
  if (std::exchange(done_, true)) return false;
  out.resize(names_.size());
  std::copy(names_.begin(), names_.end(), out.column(0).begin());
  return true;
}

}  // namespace quadrille::query
