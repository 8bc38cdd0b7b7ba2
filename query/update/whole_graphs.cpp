#include "query/update/whole_graphs.hpp"

#include <algorithm>
#include <array>

#include "quadstore/merged_batch.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint64_t kBatchRows = 16384;

using Places = std::array<Huri Quad::*, 4>;
constexpr Places kBySubject{&Quad::subject, &Quad::predicate, &Quad::object, &Quad::graph};
constexpr Places kByGraph{&Quad::graph, &Quad::subject, &Quad::predicate, &Quad::object};

// Appends the rows of a run in its column order.
void append_rows(const std::function<void()>& check, MergedRows rows, int columns, const Places& places,
                 std::vector<Quad>& out) {
  MergedBatch batch;
  std::vector<Huri> values;
  while (!rows.empty()) {
    check();
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

// For one shard: the rows of the default graph or those of all named graphs, by subject.
void append_shard(const Context& context, Permutation permutation, ShardId shard, std::vector<Quad>& out) {
  const MergedRun run = context.data.run(permutation, shard, {});
  append_rows([&] { context.check(); }, run.find({}), run.columns(), kBySubject, out);
}

// The quads in only one of two lists in OwnerOrder, and the number in both.
struct Difference {
  std::vector<Quad> only_first, only_second;
  std::uint64_t both = 0;
};

Difference difference(std::span<const Quad> first, std::span<const Quad> second, std::uint32_t shards) {
  Difference found;
  const OwnerOrder before(shards);
  auto a = first.begin(), b = second.begin();
  while (a != first.end() && b != second.end()) {
    if (*a == *b) {
      ++found.both, ++a, ++b;
    } else if (before(*a, *b)) {
      found.only_first.push_back(*a++);
    } else {
      found.only_second.push_back(*b++);
    }
  }
  found.only_first.insert(found.only_first.end(), a, first.end());
  found.only_second.insert(found.only_second.end(), b, second.end());
  return found;
}

void append_shown_graphs(const Context& context, std::vector<Quad>& out) {
  const GraphView& data = context.data;
  append_graph(context, kDefaultGraph, out);
  if (data.shows_all_named()) {
    append_named_graphs(context, out);
  } else {
    for (const Huri graph : *data.named()) append_graph(context, graph, out);
  }
  sort_unique(out, data.shards());
}

}  // namespace

void append_graph(const GraphView& data, ShardSpan own, Huri graph, const std::function<void()>& check,
                  std::vector<Quad>& out) {
  if (graph.is_unbound() || !data.shows(graph)) return;
  const bool is_default = graph == kDefaultGraph;
  for (std::uint32_t shard = own.begin; shard < own.end; ++shard) {
    const MergedRun run = data.run(is_default ? Permutation::spo : Permutation::gspo, ShardId{shard}, {graph});
    append_rows(check, run.find(is_default ? QuadPrefix{} : QuadPrefix{graph}), run.columns(),
                is_default ? kBySubject : kByGraph, out);
  }
}

void append_graph(const Context& context, Huri graph, std::vector<Quad>& out) {
  append_graph(
      context.data, context.own_shards(), graph, [&] { context.check(); }, out);
}

void append_all_graphs(const Context& context, std::vector<Quad>& out) {
  const GraphView& data = context.data;
  if (!data.shows_all()) return append_shown_graphs(context, out);
  const ShardSpan own = context.own_shards();
  for (std::uint32_t shard = own.begin; shard < own.end; ++shard) {
    append_shard(context, Permutation::spo, ShardId{shard}, out);
    append_shard(context, Permutation::spog, ShardId{shard}, out);
  }
}

void append_named_graphs(const Context& context, std::vector<Quad>& out) {
  const ShardSpan own = context.own_shards();
  for (std::uint32_t shard = own.begin; shard < own.end; ++shard)
    append_shard(context, Permutation::spog, ShardId{shard}, out);
}

std::uint64_t count_graph(const GraphView& data, ShardSpan shards, Huri graph) {
  if (!data.shows(graph)) return 0;
  std::uint64_t rows = 0;
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    rows += data.run(Permutation::gspo, ShardId{shard}, {graph}).count({graph});
  }
  return rows;
}

QuadChanges clear_graph(Context& context, Huri graph) {
  QuadChanges changes;
  changes.are_effective = true;
  const std::uint64_t rows = graph.is_unbound() ? 0 : count_graph(context.data, context.own_shards(), graph);
  const std::uint64_t all = context.team.sum(rows);
  if (all == 0) return changes;
  const GraphStatistics* const named = context.data.statistics(true);
  if (named && all == named->rows()) {
    changes.clears.named_graphs = true;
  } else {
    changes.clears_graphs = {graph};
    changes.cleared = rows;
  }
  return changes;
}

QuadChanges replace_graphs(Context& context, GraphKinds graphs, Huri graph, std::vector<Quad> quads) {
  std::vector<Quad> before;
  if (graphs.both()) {
    append_all_graphs(context, before);
  } else {
    append_graph(context, graphs.default_graph ? kDefaultGraph : graph, before);
  }
  QuadChanges changes;
  changes.are_effective = true;
  if (context.team.sum(before.size()) == 0) {
    changes.inserts = std::move(quads);
    return changes;
  }
  Difference changed = difference(before, quads, context.data.shards());
  const std::uint64_t removed = context.team.sum(changed.only_first.size()), kept = context.team.sum(changed.both);
  if (removed > kept) {
    changes = graphs.any() ? changes : clear_graph(context, graph);
    changes.clears = changes.clears | graphs;
    changes.stay = changed.both;
    changes.inserts = std::move(quads);
  } else {
    changes.deletes = std::move(changed.only_first);
    changes.inserts = std::move(changed.only_second);
  }
  return changes;
}

QuadChanges differences(const Context& context, const std::vector<Quad>& before, const std::vector<Quad>& after) {
  Difference changed = difference(before, after, context.data.shards());
  QuadChanges changes;
  changes.are_effective = true;
  changes.deletes = std::move(changed.only_first);
  changes.inserts = std::move(changed.only_second);
  return changes;
}

bool has_quads(Context& context, Huri graph) {
  bool found = false;
  const bool is_default = graph == kDefaultGraph;
  const bool is_shown = !graph.is_unbound() && context.data.shows(graph);
  const ShardSpan own = is_shown ? context.own_shards() : ShardSpan{};
  for (std::uint32_t shard = own.begin; shard < own.end && !found; ++shard) {
    const MergedRun run = context.data.run(is_default ? Permutation::spo : Permutation::gspo, ShardId{shard}, {graph});
    found = run.count(is_default ? QuadPrefix{} : QuadPrefix{graph}) > 0;
  }
  return context.team.any(found);
}

}  // namespace quadrille::query
