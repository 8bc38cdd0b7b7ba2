#include "inferencer/why/stored_why.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "inferencer/graph_facts.hpp"
#include "inferencer/private_memory.hpp"
#include "quadstore/membership.hpp"

namespace quadrille::inferencer {

namespace {

// Blank nodes have the labels that answers give them.
Huri huri_of(const Term& term, RuleTerms& terms) {
  if (term.kind != TermKind::blank) return terms.dictionary().find_known(term.view());
  const bool is_number =
      term.text.size() > 1 && term.text.size() < 18 && term.text[0] == 'b' &&
      std::all_of(term.text.begin() + 1, term.text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? Huri::make(HuriKind::blank, std::stoull(term.text.substr(1))) : kUnbound;
}

bool is_in_closure(const Snapshot& snapshot, const Quad& quad) {
  return quadrille::marks_of(snapshot.in(View::closure), {&quad, 1}).front() != Marks::none;
}

}  // namespace

// What depends on the HURIs of the constants alone.
struct StoredWhy::Kept {
  Kept(const std::shared_ptr<const parser::RuleSet>& set, std::vector<Huri> its_huris,
       const std::unordered_map<std::string, Huri>& by_text)
      : huris(std::move(its_huris)), rules(set, [&](TermView term) { return by_text.at(to_ntriples(term)); }) {}

  const std::vector<Huri> huris;  // of the constants; terms of a query: the database does not have them
  const ProofRules rules;
};

StoredWhy::StoredWhy(const StoredRules& rules)
    : graphs_(rules.graphs),
      set_(std::make_shared<const parser::RuleSet>(rules.rules())),
      constants_(constants_of(*set_)) {}

// The constants are looked up first, so those that the database does not have get the same HURIs each time.
std::shared_ptr<const StoredWhy::Kept> StoredWhy::rules_of(RuleTerms& terms) {
  std::vector<Huri> huris;
  for (const Term& constant : constants_) {
    const Huri known = terms.dictionary().find_known(constant.view());
    huris.push_back(known.is_unbound() ? terms.dictionary().intern(constant.view()) : known);
  }
  const std::lock_guard lock(mutex_);
  if (kept_ && kept_->huris == huris) return kept_;
  std::unordered_map<std::string, Huri> by_text;
  for (std::size_t i = 0; i < huris.size(); ++i) by_text.emplace(to_ntriples(constants_[i].view()), huris[i]);
  kept_ = std::make_shared<const Kept>(set_, std::move(huris), by_text);
  return kept_;
}

std::shared_ptr<const FactIndex> StoredWhy::lists_of(const Kept& kept, const Snapshot& snapshot, FactStore& triples,
                                                     Huri graph) {
  const std::pair state(snapshot.generation().manifest().generation, snapshot.version());
  {
    const std::lock_guard lock(mutex_);
    if (lists_.of == &kept && lists_.state == state && lists_.graph == graph) return lists_.facts;
  }
  auto facts = std::make_shared<const FactIndex>(kept.rules.close_local(triples));
  const std::lock_guard lock(mutex_);
  if (kept_.get() == &kept) lists_ = {&kept, state, graph, facts};
  return facts;
}

std::optional<std::string> StoredWhy::answer(const WhyQuestion& question, const WhyState& state) {
  RuleTerms terms(state.alone, state.arena, state.dictionary);
  const std::shared_ptr<const Kept> kept = rules_of(terms);
  const auto find = [&](const Term& term) { return huri_of(term, terms); };
  Quad quad{find(question.subject), find(question.predicate), find(question.object), kDefaultGraph};
  if (question.graph) quad.graph = find(*question.graph);
  if (quad.subject.is_unbound() || quad.predicate.is_unbound() || quad.object.is_unbound() || quad.graph.is_unbound())
    return std::nullopt;
  const bool sees_all = graphs_ == RuleGraphs::all;
  const auto triples = graph_triples(state.snapshot, graphs_, quad.graph, kept->rules.schema());
  SnapshotQuads quads(state.snapshot);
  const bool is_named = quad.graph != kDefaultGraph;
  Fact fact{quad.subject, quad.predicate, quad.object};
  const bool is_there = is_named   ? is_in_closure(state.snapshot, quad)
                        : sees_all ? !triples->graph_of(fact).is_unbound()
                                   : !triples->visit(fact, [](const Fact&) { return false; });
  if (!is_there) return std::nullopt;
  const auto lists = lists_of(*kept, state.snapshot, *triples, quad.graph);
  const bool by_name = graphs_ == RuleGraphs::default_graph;
  if (is_named && by_name) fact.graph = quad.graph;
  PrivateMemory memory(state.arena);
  const WhyOptions options{question.more, state.pulse,
                           [&](std::size_t bytes) { memory.set(std::max(bytes, memory.peak())); }};
  const Why found = why(kept->rules,
                        {.store = *triples,
                         .named = by_name ? &quads : nullptr,
                         .local = *lists,
                         .terms = &terms,
                         .is_complete = graphs_ != RuleGraphs::each || !is_named},
                        fact, options);
  if (found.kind == WhyKind::absent) return std::nullopt;
  const ProofWords words{*set_, [&](Huri huri) { return terms.term(huri); },
                         [&](const Fact& its) {
                           const Huri graph = triples->graph_of(its);
                           return graph.is_unbound() ? kDefaultGraph : graph;
                         },
                         [&](Huri predicate) { return kept->rules.schema().is_local(predicate); }, state.prefixes};
  return to_text(question.format, found, words);
}

}  // namespace quadrille::inferencer
