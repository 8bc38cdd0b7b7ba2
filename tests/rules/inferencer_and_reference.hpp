#pragma once

// Runs the inferencer on the facts of a FactBase, for comparison with the reference.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "inferencer/inference.hpp"
#include "tests/rules/reference.hpp"

namespace quadrille::tests {

// HURIs for terms in N-Triples. They have the kinds that matter to rules, and are so far apart that each image owns
// some.
class TestTerms {
 public:
  Huri huri(TermView term) {
    const std::string ntriples = to_ntriples(term);
    const auto [place, is_new] = huris_.emplace(ntriples, Huri());
    if (is_new) {
      const HuriKind kind = ntriples.starts_with("<")    ? HuriKind::iri
                            : ntriples.starts_with("_:") ? HuriKind::blank
                                                         : HuriKind::string;
      place->second = Huri::make(kind, huris_.size() << kShardGrainBits);
      terms_.emplace(place->second, term);
    }
    return place->second;
  }
  const Term& term(Huri huri) const { return terms_.at(huri); }
  std::string text(Huri huri) const { return to_ntriples(term(huri).view()); }

 private:
  std::unordered_map<std::string, Huri> huris_;
  std::unordered_map<Huri, Term> terms_;
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

// On the images of a partition each fact is given by one of them, in turn; all get the triples that follow, and the
// first one the conflicts.
inline Inferred by_inferencer(const parser::RuleSet& rules, const FactBase& given,
                              inferencer::Inference* details = nullptr, const inferencer::Partition& partition = {}) {
  TestTerms terms;
  std::vector<TripleRow> facts;
  std::size_t next = 0;
  for (const Fact& fact : given.facts()) {
    const TripleRow row{terms.huri(given.view(fact.subject)), terms.huri(given.view(fact.predicate)),
                        terms.huri(given.view(fact.object))};
    if (next++ % static_cast<std::size_t>(partition.size()) == static_cast<std::size_t>(partition.rank()))
      facts.push_back(row);
  }
  inferencer::ImageFacts image;
  image.huri_of = [&](TermView term) { return terms.huri(term); };
  image.for_each = [&](const inferencer::RowsVisit& visit) { visit(facts); };
  image.terms_of = [&](std::span<const Huri> huris) {
    std::vector<Term> all;
    for (const Huri huri : huris) all.push_back(terms.term(huri));
    return all;
  };
  std::vector<inferencer::Fact> found;
  image.add = [&](const inferencer::Fact& fact) { found.push_back(fact); };
  inferencer::Inference inference = inferencer::infer(partition, rules, image);
  Inferred inferred;
  for (const inferencer::Fact& fact : partition.gather(found)) {
    const bool is_new =
        inferred.triples.insert({terms.text(fact.subject), terms.text(fact.predicate), terms.text(fact.object)}).second;
    EXPECT_TRUE(is_new) << "two images found " << terms.text(fact.subject) << " " << terms.text(fact.predicate);
  }
  for (const auto& [source, count] : inference.contradictions.by_rule())
    inferred.conflicts.insert(rules.rules[source].name);
  if (details != nullptr) *details = std::move(inference);
  return inferred;
}

}  // namespace quadrille::tests
