#include "query/update/closure.hpp"

#include <algorithm>

#include "quadstore/membership.hpp"
#include "query/update/whole_graphs.hpp"

namespace quadrille::query {

ClosureUpdate EmptyClosure::update(Context& context, const Dictionary&, DeltaInterner&, FreshBlanks&, const Unclosed*) {
  const Snapshot inferred = context.snapshot.in(View::inferred);
  const Context seen(context.team, context.arena, inferred, context.dictionary);
  std::vector<Quad> before;
  append_all_graphs(seen, before);
  ClosureUpdate update;
  for (const Quad& quad : before) update.marked.push_back({quad, {Marks::closure, Marks::none}});
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
  return changes;
}

QuadChanges without_clears(const Context& context, const Snapshot& stated, QuadChanges asked) {
  if (!asked.clears_any()) return asked;
  const Context seen(context.team, context.arena, stated, context.dictionary);
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
