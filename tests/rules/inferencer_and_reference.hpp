#pragma once

// Runs the inferencer on the facts of a FactBase, for comparison with the reference.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "inferencer/inference.hpp"
#include "tests/rules/new_nodes.hpp"
#include "tests/rules/reference.hpp"

namespace quadrille::tests {

// HURIs for terms: inline ones if they have a code, others of their kind, so far apart that each image owns some.
class TestTerms {
 public:
  Huri huri(TermView term) {
    const auto [place, is_new] = huris_.emplace(to_ntriples(term), Huri());
    if (is_new) {
      const std::optional<Huri> inlined = inline_huri(term);
      place->second = inlined ? *inlined : Huri::make(place_of(term).kind, huris_.size() << kShardGrainBits);
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
  std::set<TextTriple> triples;     // of the default graph, that were not given
  std::set<TextQuad> quads;         // of named graphs, likewise
  std::set<std::string> conflicts;  // the rules whose contradictions were found

  bool operator==(const Inferred&) const = default;

  std::string text() const {
    std::string all;
    for (const TextTriple& triple : triples) all += fmt::format("{} .\n", fmt::join(triple, " "));
    for (const TextQuad& quad : quads) all += fmt::format("{} .\n", fmt::join(quad, " "));
    for (const std::string& rule : conflicts) all += "contradiction of " + rule + "\n";
    return all;
  }
};
inline void PrintTo(const Inferred& inferred, std::ostream* out) {
  *out << "\n" << inferred.text().substr(0, 4000);
}

inline bool can_be_stored(const TextQuad& quad) {
  return !quad[0].starts_with("\"") && quad[1].starts_with("<") && !quad[1].starts_with("<urn:quadrille:local:") &&
         !quad[3].starts_with("\"");
}

// What follows, with names for the blank nodes that are not among those of `given`. Only terms before number `terms`
// of it were given.
inline Inferred inferred_of(std::vector<TextQuad> quads, const FactBase& given, std::size_t terms) {
  name_new_nodes(quads, [&](const std::string& node) {
    const std::optional<TermId> id = given.find(node);
    return id && *id < terms;
  });
  Inferred inferred;
  for (TextQuad& quad : quads)
    quad[3].empty() ? static_cast<void>(inferred.triples.insert({quad[0], quad[1], quad[2]}))
                    : static_cast<void>(inferred.quads.insert(quad));
  return inferred;
}

inline TextQuad text_of(const FactBase& facts, const Fact& fact) {
  return {facts.text(fact.subject), facts.text(fact.predicate), facts.text(fact.object), facts.text(fact.graph)};
}

// `given` is changed. `most`: of Reference::infer().
inline Inferred by_reference(const parser::RuleSet& rules, FactBase& given, std::size_t most = FactBase::kAll) {
  const std::size_t facts = given.facts().size(), terms = given.terms();
  Reference reference(rules);
  reference.infer(given, most);
  std::vector<TextQuad> quads;
  for (std::size_t i = facts; i < given.facts().size(); ++i) {
    TextQuad quad = text_of(given, given.facts()[i]);
    if (can_be_stored(quad)) quads.push_back(std::move(quad));
  }
  Inferred inferred = inferred_of(std::move(quads), given, terms);
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
    if (fact.graph != 0) fail(ErrorKind::unsupported, "these tests give the inferencer no named graphs");
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
  std::vector<TextQuad> quads;
  std::set<TextQuad> seen;
  for (const inferencer::Fact& fact : partition.gather(found)) {
    quads.push_back({terms.text(fact.subject), terms.text(fact.predicate), terms.text(fact.object), ""});
    EXPECT_TRUE(seen.insert(quads.back()).second)
        << "two images found " << fmt::format("{}", fmt::join(quads.back(), " "));
  }
  Inferred inferred = inferred_of(std::move(quads), given, given.terms());
  for (const auto& [source, count] : inference.contradictions.by_rule())
    inferred.conflicts.insert(rules.rules[source].name);
  if (details != nullptr) *details = std::move(inference);
  return inferred;
}

}  // namespace quadrille::tests
