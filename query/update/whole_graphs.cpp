#include "query/update/whole_graphs.hpp"

#include <algorithm>
#include <array>

#include "quadstore/merged_batch.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint64_t kBatchRows = 16384;

// The rows of a run in its columns' order.
void append_rows(const Context& context, MergedRows rows, int columns, const std::array<Huri Quad::*, 4>& places,
                 std::vector<Quad>& out) {
  MergedBatch batch;
  std::vector<Huri> values;
  while (!rows.empty()) {
    context.check();
    batch.take(rows, std::min(rows.size(), kBatchRows));
    const std::size_t begin = out.size();
    out.resize(begin + batch.size());
    values.resize(batch.size());
    for (int column = 0; column < columns; ++column) {
      batch.read(quadrille::ColumnIndex(static_cast<std::uint8_t>(column)), values);
      for (std::size_t row = 0; row < values.size(); ++row) {
        out[begin + row].*places[static_cast<std::size_t>(column)] = values[row];
      }
    }
  }
}

void append_shards(const Context& context, Permutation permutation, const QuadPrefix& prefix,
                   const std::array<Huri Quad::*, 4>& places, std::vector<Quad>& out) {
  const ShardSpan own = context.own_shards();
  for (std::uint32_t shard = own.begin; shard < own.end; ++shard) {
    const MergedRun run = context.snapshot.run(permutation, ShardId{shard});
    append_rows(context, run.find(prefix), run.columns(), places, out);
  }
}

}  // namespace

void append_graph(const Context& context, Huri graph, std::vector<Quad>& out) {
  if (graph == kDefaultGraph) {
    append_shards(context, Permutation::spo, {}, {&Quad::subject, &Quad::predicate, &Quad::object, &Quad::graph}, out);
  } else if (!graph.is_unbound()) {
    append_shards(context, Permutation::gspo, {graph}, {&Quad::graph, &Quad::subject, &Quad::predicate, &Quad::object},
                  out);
  }
}

void append_named_graphs(const Context& context, std::vector<Quad>& out) {
  append_shards(context, Permutation::spog, {}, {&Quad::subject, &Quad::predicate, &Quad::object, &Quad::graph}, out);
}

bool has_quads(Context& context, Huri graph) {
  bool found = false;
  const bool is_default = graph == kDefaultGraph;
  const ShardSpan own = graph.is_unbound() ? ShardSpan{} : context.own_shards();
  for (std::uint32_t shard = own.begin; shard < own.end && !found; ++shard) {
    const MergedRun run = context.snapshot.run(is_default ? Permutation::spo : Permutation::gspo, ShardId{shard});
    found = run.count(is_default ? QuadPrefix{} : QuadPrefix{graph}) > 0;
  }
  return context.team.any(found);
}

}  // namespace quadrille::query
