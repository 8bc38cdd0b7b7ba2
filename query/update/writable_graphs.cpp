#include "query/update/writable_graphs.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "base/sort_different.hpp"

namespace quadrille::query {

namespace {

[[noreturn]] void refuse_graph() {
  fail(ErrorKind::forbidden, "the update would change a graph that its user may not write; nothing was changed");
}

struct ChangedGraphs {
  bool default_graph = false;
  std::vector<Huri> named;  // ascending
};

ChangedGraphs graphs_of(const QuadChanges& changes) {
  ChangedGraphs graphs{changes.clears.default_graph, changes.clears_graphs};
  Huri last = kUnbound;
  for (const auto* quads : {&changes.deletes, &changes.inserts}) {
    for (const Quad& quad : *quads) {
      if (quad.graph == kDefaultGraph) {
        graphs.default_graph = true;
      } else if (quad.graph != last) {
        graphs.named.push_back(last = quad.graph);
      }
    }
  }
  sort_different(graphs.named);
  return graphs;
}

}  // namespace

void expect_writable(Context& context, const QuadChanges& changes, const GraphRights& rights) {
  if (rights.is_all()) return;
  ChangedGraphs graphs = graphs_of(changes);
  if (rights.has_all_named()) graphs.named.clear();
  QueryDictionary& terms = context.dictionary;
  FetchedTerms fetched(context.arena);
  terms.fetch(graphs.named, fetched, FetchedTerms::Lifetime::batch);
  terms.look_in(fetched);
  std::vector<TermView> names(graphs.named.size());
  terms.read(graphs.named, names, context.arena);
  terms.forget(fetched);
  bool is_refused = graphs.default_graph && !rights.has_default_graph();
  for (const TermView& name : names) is_refused |= name.kind != TermKind::iri || !rights.holds(name.text);
  if (context.team.any(is_refused)) refuse_graph();
}

void expect_writable(const SourceQuadView& quad, const GraphRights& rights) {
  if (rights.is_all()) return;
  const bool is_held = !quad.graph                         ? rights.has_default_graph()
                       : quad.graph->kind == TermKind::iri ? rights.holds(quad.graph->text)
                                                           : rights.has_all_named();
  if (!is_held) refuse_graph();
}

}  // namespace quadrille::query
