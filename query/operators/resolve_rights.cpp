#include "query/operators/resolve_rights.hpp"

#include "base/sort_different.hpp"
#include "query/operators/graph_names.hpp"

namespace quadrille::query {

namespace {

// Of the terms that have one of the prefixes, and perhaps of others.
std::vector<HuriRange> ranges_of(const QueryDictionary& terms, const std::vector<std::string>& prefixes) {
  constexpr HuriKind kIri = HuriKind::iri;
  const Dictionary* const base = terms.whole_base();
  if (!base) return {{Huri::make(kIri, 0), Huri::make_volatile(kIri, Huri::kPayloadMask)}};
  std::vector<HuriRange> ranges;
  KeyBuffer buffer;
  for (const std::string& prefix : prefixes) {
    const RankRange ranks = base->vocabulary().prefix_range(kIri, prefix, buffer);
    if (!ranks.empty()) ranges.push_back({Huri::make(kIri, ranks.first), Huri::make(kIri, ranks.end - 1)});
  }
  if (terms.has_delta())
    ranges.push_back({Huri::make_volatile(kIri, 0), Huri::make_volatile(kIri, Huri::kPayloadMask)});
  return ranges;
}

// The names of graphs that have one of the prefixes.
void add_names_with_prefixes(Context& context, const GraphView& all, const GraphRights& rights,
                             std::vector<Huri>& out) {
  QueryDictionary& terms = context.dictionary;
  const std::vector<Huri> names = names_of_graphs(context, all, ranges_of(terms, rights.prefixes()));
  FetchedTerms fetched(context.arena);
  if (!terms.is_all_here()) {
    terms.fetch(names, fetched, FetchedTerms::Lifetime::batch);
    terms.look_in(fetched);
  }
  std::vector<TermView> texts(names.size());
  terms.read(names, texts, context.arena);
  terms.forget(fetched);
  for (std::size_t place = 0; place < names.size(); ++place) {
    if (texts[place].kind == TermKind::iri && rights.holds(texts[place].text)) out.push_back(names[place]);
  }
}

std::vector<Huri> named_graphs(Context& context, const GraphView& all, const GraphRights& rights) {
  std::vector<Huri> named;
  for (const std::string& iri : rights.iris()) {
    const Huri graph = context.dictionary.find(TermView::iri(iri));
    if (!graph.is_unbound()) named.push_back(graph);
  }
  if (!rights.prefixes().empty()) add_names_with_prefixes(context, all, rights, named);
  sort_different(named);
  return named;
}

}  // namespace

GraphView resolve_rights(Context& context, const Snapshot& snapshot, const GraphRights& rights, RightsMemory* memory) {
  const GraphView all = GraphView::all(snapshot);
  if (rights.has_all_named()) return all.part(rights.has_default_graph(), nullptr);
  // Elsewhere the images need each other to find the graphs, so that all must do it.
  const bool is_alone = snapshot.is_whole() && !context.dictionary.is_spread();
  const bool remembers = memory != nullptr && is_alone && !rights.prefixes().empty();
  GraphListPtr named = remembers ? memory->find(all, rights) : nullptr;
  if (!named) {
    named = all.list(named_graphs(context, all, rights));
    if (remembers) memory->keep(all, rights, named);
  }
  return all.part(rights.has_default_graph(), std::move(named));
}

}  // namespace quadrille::query
