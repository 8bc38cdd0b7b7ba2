#include "query/operators/graph_names.hpp"

#include <algorithm>
#include <cstring>

#include "base/copy_bytes.hpp"
#include "base/sort_different.hpp"
#include "quadstore/merged_batch.hpp"

namespace quadrille::query {

namespace {

// Skips from name to name.
void add_names(const MergedRun& run, const HuriRange& range, std::vector<Huri>& names) {
  MergedBatch first;
  for (MergedRows rest = run.find_range({}, range.first, range.last); !rest.empty();) {
    first.take(rest, 1);
    Huri graph;
    first.read(quadrille::ColumnIndex{0}, std::span(&graph, 1));
    names.push_back(graph);
    rest = run.find_range({}, Huri(graph.bits() + 1), range.last);  // no HURI is the last word
  }
}

// Local. `add` appends the names in one shard.
template <class Add>
std::vector<Huri> names_of_shards(Context& context, Add&& add) {
  std::vector<Huri> names;
  const ShardSpan shards = context.readable_shards();
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    add(ShardId{shard}, names);
    context.check();
  }
  sort_different(names);
  return names;
}

// Collective where not all shards are open here.
std::vector<Huri> of_all_images(Context& context, std::vector<Huri> names) {
  if (context.data.is_whole()) return names;
  const std::string_view mine(reinterpret_cast<const char*>(names.data()), names.size() * sizeof(Huri));
  const std::vector<std::string> all = context.team.all_gather_bytes(mine);
  names.clear();
  for (const std::string& theirs : all) {
    const std::size_t before = names.size();
    names.resize(before + theirs.size() / sizeof(Huri));
    copy_bytes(names.data() + before, theirs.data(), theirs.size());
  }
  sort_different(names);
  return names;
}

}  // namespace

Schema GraphNames::schema_of(VariableId variable) {
  Schema schema;
  schema.columns.push_back({variable});
  schema.distribution = Distribution::first();
  return schema;
}

GraphNames::GraphNames(VariableId variable, GraphListPtr allowed, bool together)
    : Operator(schema_of(variable), together), allowed_(std::move(allowed)) {}

std::vector<Huri> names_of_graphs(Context& context, const GraphView& data, std::span<const HuriRange> ranges) {
  return of_all_images(context, names_of_shards(context, [&](ShardId shard, std::vector<Huri>& names) {
                         const MergedRun run = data.run(Permutation::gspo, shard, {});
                         for (const HuriRange& range : ranges) add_names(run, range, names);
                       }));
}

std::vector<Huri> names_of_graphs(Context& context, const GraphList* allowed) {
  constexpr Huri kFirst{0}, kLast{~std::uint64_t{0}};
  const HuriRange every{kFirst, kLast};
  const GraphView& data = context.data;
  if (!allowed) return names_of_graphs(context, data, {&every, 1});
  return of_all_images(context, names_of_shards(context, [&](ShardId shard, std::vector<Huri>& names) {
                         for (const Huri name : *allowed) {
                           if (data.run(Permutation::gspo, shard, {name}).count({name}) > 0) names.push_back(name);
                         }
                       }));
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
