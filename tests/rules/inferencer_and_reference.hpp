#pragma once

// Runs the inferencer on the facts of a FactBase, for comparison with the reference.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "inferencer/inference.hpp"
#include "tests/rules/reference.hpp"

namespace quadrille::tests {

// HURIs for terms in N-Triples. They have the kinds that matter to rules.
class TestTerms {
 public:
  Huri huri(const std::string& ntriples) {
    const auto [place, is_new] = huris_.emplace(ntriples, Huri());
    if (is_new) {
      const HuriKind kind = ntriples.starts_with("<")    ? HuriKind::iri
                            : ntriples.starts_with("_:") ? HuriKind::blank
                                                         : HuriKind::string;
      place->second = Huri::make(kind, huris_.size());
      texts_.emplace(place->second, ntriples);
    }
    return place->second;
  }
  const std::string& text(Huri huri) const { return texts_.at(huri); }

 private:
  std::map<std::string, Huri> huris_;
  std::map<Huri, std::string> texts_;
};

using TextTriple = std::array<std::string, 3>;

struct Inferred {
  std::set<TextTriple> triples;     // that were not given
  std::set<std::string> conflicts;  // the rules whose contradictions were found

  bool operator==(const Inferred&) const = default;
};

inline bool can_be_stored(const TextTriple& triple) {
  return !triple[0].starts_with("\"") && triple[1].starts_with("<") && !triple[1].starts_with("<urn:quadrille:local:");
}

// Both of the facts of the default graph. `given` is changed.
inline Inferred by_reference(const parser::RuleSet& rules, FactBase& given) {
  const std::vector<Fact> before = given.facts();
  Reference reference(rules);
  reference.infer(given);
  Inferred inferred;
  for (const Fact& fact : given.facts()) {
    const TextTriple triple{given.text(fact.subject), given.text(fact.predicate), given.text(fact.object)};
    if (can_be_stored(triple) && fact.graph == 0) inferred.triples.insert(triple);
  }
  for (const Fact& fact : before)
    inferred.triples.erase({given.text(fact.subject), given.text(fact.predicate), given.text(fact.object)});
  for (const Contradiction& conflict : reference.contradictions()) inferred.conflicts.insert(conflict.rule);
  return inferred;
}

inline Inferred by_inferencer(const parser::RuleSet& rules, const FactBase& given,
                              inferencer::Inference* details = nullptr) {
  TestTerms terms;
  std::vector<TripleRow> facts;
  for (const Fact& fact : given.facts()) {
    facts.push_back({terms.huri(given.text(fact.subject)), terms.huri(given.text(fact.predicate)),
                     terms.huri(given.text(fact.object))});
  }
  const auto huri_of = [&](TermView term) { return terms.huri(to_ntriples(term)); };
  Inferred inferred;
  inferencer::Inference found = inferencer::infer(
      rules, huri_of, [&](const inferencer::RowsVisit& visit) { visit(facts); },
      [&](const inferencer::Fact& fact) {
        inferred.triples.insert({terms.text(fact.subject), terms.text(fact.predicate), terms.text(fact.object)});
      });
  for (const auto& [source, count] : found.contradictions.by_rule())
    inferred.conflicts.insert(rules.rules[source].name);
  if (details != nullptr) *details = std::move(found);
  return inferred;
}

}  // namespace quadrille::tests
