#include "query/update/closure.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/copy_bytes.hpp"
#include "quadstore/membership.hpp"
#include "quadstore/merged_batch.hpp"
#include "query/update/whole_graphs.hpp"

namespace quadrille::query {

namespace {

constexpr std::uint64_t kRowsAtOnce = 1 << 16;

// The rows of the default graph with the mark `stated` alone, of this image's own subjects.
std::vector<Quad> hidden_rows(const StateContext& context) {
  const Snapshot stated = context.snapshot.in(View::stated);
  const auto rows_in = [&](View view) { return context.snapshot.in(view).statistics().default_graph.rows(); };
  std::vector<Quad> hidden;
  if (rows_in(View::all) == rows_in(View::closure)) return hidden;
  MergedBatch batch;
  std::vector<Marks> marks;
  std::array<std::vector<Huri>, 3> columns;
  const ShardSpan own = context.own_shards();
  for (std::uint32_t shard = own.begin; shard < own.end; ++shard) {
    for (MergedRows left = stated.run(Permutation::spo, ShardId{shard}).find({}); !left.empty();) {
      context.check();
      batch.take(left, std::min(left.size(), kRowsAtOnce));
      marks.resize(batch.size());
      batch.read_marks(marks);
      for (std::size_t column = 0; column < columns.size(); ++column) {
        columns[column].resize(batch.size());
        batch.read(quadrille::ColumnIndex(static_cast<std::uint8_t>(column)), columns[column]);
      }
      for (std::size_t row = 0; row < marks.size(); ++row)
        if (marks[row] == Marks::stated)
          hidden.push_back({columns[0][row], columns[1][row], columns[2][row], kDefaultGraph});
    }
  }
  sort_unique(hidden, stated.shards());
  return hidden;
}

}  // namespace

ClosureRows closure_rows(const StateContext& context) {
  const Snapshot inferred = context.snapshot.in(View::inferred);
  const StateContext seen(context.team, context.arena, inferred, context.dictionary);
  ClosureRows rows;
  append_all_graphs(seen, rows.inferred);
  rows.hidden = hidden_rows(context);
  return rows;
}

std::shared_ptr<const EqualTerms> read_classes(pgas::Team& team, const Snapshot& snapshot, Huri same_as) {
  if (same_as.is_unbound()) return std::make_shared<const EqualTerms>();
  const Snapshot closure = snapshot.in(View::closure);
  std::vector<EqualTerms::Member> members;
  MergedBatch batch;
  std::vector<Huri> values;
  const ShardSpan own = own_shards(team, snapshot.shards());
  for (std::uint32_t shard = own.begin; shard < own.end; ++shard) {
    for (MergedRows left = closure.run(Permutation::pso, ShardId{shard}).find({same_as}); !left.empty();) {
      batch.take(left, std::min(left.size(), kRowsAtOnce));
      const std::size_t before = members.size(), count = batch.size();
      values.resize(count);
      members.resize(before + count);
      batch.read(quadrille::ColumnIndex{1}, values);
      for (std::size_t i = 0; i < count; ++i) members[before + i].term = values[i];
      batch.read(quadrille::ColumnIndex{2}, values);
      for (std::size_t i = 0; i < count; ++i) members[before + i].representative = values[i];
    }
  }
  std::vector<EqualTerms::Member> all;
  const std::string_view mine(reinterpret_cast<const char*>(members.data()),
                              members.size() * sizeof(EqualTerms::Member));
  for (const std::string& theirs : team.all_gather_bytes(mine)) {
    const std::size_t before = all.size();
    all.resize(before + theirs.size() / sizeof(EqualTerms::Member));
    copy_bytes(all.data() + before, theirs.data(), theirs.size());
  }
  // With trivial rules everything is itself.
  std::unordered_set<Huri> classes;
  for (const EqualTerms::Member& its : all)
    if (its.term != its.representative) classes.insert(its.representative);
  std::erase_if(all, [&](const EqualTerms::Member& its) { return !classes.contains(its.representative); });
  return std::make_shared<const EqualTerms>(same_as, std::move(all));
}

DatasetState with_classes(DatasetState state, const std::shared_ptr<const EqualTerms>& equal) {
  state.snapshot = state.snapshot.with(equal);
  if (state.whole) {
    DatasetState whole = *state.whole;
    whole.snapshot = whole.snapshot.with(equal);
    state.whole = std::make_shared<const DatasetState>(std::move(whole));
  }
  return state;
}

ClosureUpdate EmptyClosure::update(StateContext& context, const Dictionary&, DeltaInterner&, FreshBlanks&,
                                   const Unclosed*) {
  const ClosureRows before = closure_rows(context);
  ClosureUpdate update;
  for (const Quad& quad : before.inferred) update.marked.push_back({quad, {Marks::closure, Marks::none}});
  for (const Quad& quad : before.hidden) update.marked.push_back({quad, {Marks::stated, Marks::both}});
  return update;
}

QuadChanges in_marks(const QuadChanges& stated, const Snapshot& snapshot) {
  QuadChanges changes;
  const auto add = [&](const std::vector<Quad>& quads, Marks after) {
    const std::vector<Marks> before = marks_of(snapshot, quads);
    for (std::size_t place = 0; place < quads.size(); ++place)
      changes.marked.push_back({quads[place], {before[place], after}});
  };
  add(stated.deletes, Marks::none);
  add(stated.inserts, Marks::both);
  changes.terms = stated.terms;
  return changes;
}

QuadChanges without_clears(const Context& context, const Snapshot& stated, QuadChanges asked) {
  if (!asked.clears_any()) return asked;
  const StateContext seen(context.team, context.arena, stated, context.dictionary);
  if (asked.clears.default_graph) append_graph(seen, kDefaultGraph, asked.deletes);
  if (asked.clears.named_graphs) append_named_graphs(seen, asked.deletes);
  for (const Huri graph : asked.clears_graphs) append_graph(seen, graph, asked.deletes);
  asked.clears = {};
  asked.clears_graphs.clear();
  asked.cleared = asked.stay = 0;
  asked.are_effective = false;
  sort_unique(asked.deletes, stated.shards());
  sort_unique(asked.inserts, stated.shards());
  return asked;
}

}  // namespace quadrille::query
