#pragma once

// Runs the inferencer on the facts of a FactBase, for comparison with the reference.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.hpp"
#include "inferencer/inference.hpp"
#include "pgas/test_main.hpp"
#include "tests/rules/new_nodes.hpp"
#include "tests/rules/reference.hpp"
#include "tests/rules/test_terms.hpp"

namespace quadrille::tests {

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

// The terms of facts and rules, with those that rules have made. Collective over the job of the test.
class InferredTerms {
 public:
  InferredTerms(const parser::RuleSet& rules, const FactBase& given) {
    for (const Fact& fact : given.facts()) {
      for (const TermId term : {fact.subject, fact.predicate, fact.object}) terms_.add(given.view(term));
      if (fact.graph != 0) terms_.add(given.view(fact.graph));
    }
    for (const Term& constant : inferencer::constants_of(rules)) terms_.add(constant.view());
    terms_.make();
    made_.emplace(pgas::test_team(), arena_, terms_.dictionary());
  }
  ~InferredTerms() { pgas::test_team().barrier(); }

  Huri huri(TermView term) const { return terms_.huri(term); }
  Huri graph(const FactBase& given, TermId graph) const { return graph == 0 ? kDefaultGraph : huri(given.view(graph)); }
  inferencer::RuleTerms& made() { return *made_; }
  Term term(Huri huri) {
    const Term* const known = terms_.find(huri);
    return known != nullptr ? *known : made_->term(huri);
  }
  std::string text(Huri huri) { return to_ntriples(term(huri).view()); }

 private:
  pgas::QueryArena arena_{pgas::test_job().heap()};
  TestTerms terms_;
  std::optional<inferencer::RuleTerms> made_;
};

// Expands the rows of a closure by representatives: returns the facts that follow, each row with all members of its
// classes in its places (E1 to E3 of quadstore/equal_terms.hpp). `hidden`, `added`: of ImageFacts, of all images.
inline std::vector<inferencer::Fact> expanded(const EqualTerms& equal, const std::set<inferencer::Fact>& given,
                                              const std::vector<inferencer::Fact>& added,
                                              const std::vector<inferencer::Fact>& hidden) {
  using inferencer::Fact;
  std::set<Fact> rows = given;
  for (const Fact& fact : hidden) EXPECT_EQ(rows.erase(fact), 1u) << "a hidden row is a given one, and hidden once";
  for (const Fact& fact : added) EXPECT_TRUE(!given.contains(fact) && rows.insert(fact).second);
  for (const EqualTerms::Member& its : equal.all())
    EXPECT_EQ(rows.erase(Fact{its.term, equal.same_as(), its.representative}), 1u) << "E1";
  for (const EqualTerms::Member& its : equal.all())
    if (its.term == its.representative) rows.insert({its.term, equal.same_as(), its.term});
  const auto members = [&](Huri term) {
    std::vector<Huri> all;
    for (const EqualTerms::Member& its : equal.members(term)) all.push_back(its.term);
    if (all.empty()) all.push_back(term);
    return all;
  };
  std::vector<Fact> facts;
  for (const Fact& row : rows) {
    EXPECT_EQ(inferencer::represented(equal, row), row) << "E2, E3";
    for (const Huri subject : members(row.subject)) {
      for (const Huri predicate : members(row.predicate)) {
        for (const Huri object : members(row.object)) {
          const Fact fact{subject, predicate, object, row.graph};
          if (!subject.is_literal() && predicate.is_iri() && !given.contains(fact)) facts.push_back(fact);
        }
      }
    }
  }
  return facts;
}

// On the images of a partition each fact is given by one of them, in turn; all get what follows, and the first one the
// conflicts.
inline Inferred by_inferencer(const parser::RuleSet& rules, const FactBase& given,
                              inferencer::Inference* details = nullptr, const inferencer::Partition& partition = {},
                              bool by_representatives = false) {
  InferredTerms terms(rules, given);
  std::vector<TripleRow> triples;
  std::vector<QuadRow> quads_of_graphs;
  std::size_t next = 0;
  for (const Fact& fact : given.facts()) {
    if (next++ % static_cast<std::size_t>(partition.size()) != static_cast<std::size_t>(partition.rank())) continue;
    const TripleRow row{terms.huri(given.view(fact.subject)), terms.huri(given.view(fact.predicate)),
                        terms.huri(given.view(fact.object))};
    if (fact.graph == 0) {
      triples.push_back(row);
    } else {
      quads_of_graphs.push_back({row[0], row[1], row[2], terms.graph(given, fact.graph)});
    }
  }
  inferencer::ImageFacts image;
  image.huri_of = [&](TermView term) { return terms.huri(term); };
  image.for_each = [&](const inferencer::RowsVisit& visit) { visit(triples); };
  image.for_each_quad = [&](const inferencer::QuadsVisit& visit) { visit(quads_of_graphs); };
  image.terms = &terms.made();
  image.terms_of = [&](std::span<const Huri> huris) {
    std::vector<Term> all;
    for (const Huri huri : huris) all.push_back(terms.made().term(huri));
    return all;
  };
  std::vector<inferencer::Fact> found, hidden;
  image.add = [&](const inferencer::Fact& fact) { found.push_back(fact); };
  image.hide = [&](const inferencer::Fact& fact) { hidden.push_back(fact); };
  image.by_representatives = by_representatives;
  inferencer::Inference inference = inferencer::infer(partition, rules, image);
  found = partition.gather(found);
  if (by_representatives) {
    std::vector<inferencer::Fact> stated;
    for (const TripleRow& row : triples) stated.push_back({row[0], row[1], row[2]});
    stated = partition.gather(stated);
    found = expanded(inference.equal, {stated.begin(), stated.end()}, found, partition.gather(hidden));
  }
  std::vector<Huri> huris;
  for (const inferencer::Fact& fact : found) huris.insert(huris.end(), {fact.subject, fact.object, fact.graph});
  terms.made().fetch(partition, huris);
  std::vector<TextQuad> quads;
  std::set<TextQuad> seen;
  for (const inferencer::Fact& fact : found) {
    quads.push_back({terms.text(fact.subject), terms.text(fact.predicate), terms.text(fact.object),
                     fact.graph.is_unbound() ? "" : terms.text(fact.graph)});
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
