#pragma once

// Equality: how owl:sameAs is evaluated by representatives (quadstore/equal_terms.hpp).
//
//   rules                                      instead of them
//   eq-sym, eq-trans                           classes: a union-find over the pairs of all images
//   eq-rep-s, eq-rep-p, eq-rep-o               each term of a fact is the representative of its class
//
// The other rules, their constants and the given facts are rewritten, too. If they find that two representatives are
// the same, the classes grow and all begins again.
//
// Source: B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Handling owl:sameAs via rewriting" (AAAI 2015).

#include <string_view>
#include <utility>
#include <vector>

#include "inferencer/fact_index.hpp"
#include "inferencer/partition.hpp"
#include "inferencer/rule.hpp"
#include "quadstore/equal_terms.hpp"

namespace quadrille::inferencer {

inline constexpr std::string_view kOwlSameAs = "http://www.w3.org/2002/07/owl#sameAs";

// True for a rule that representatives replace.
bool is_equality_rule(const Rule& rule, Huri same_as);

// Local. True if the rules have all five rules of equality, and no other rule can tell the members of a class apart:
// by a condition, a value that it computes, NOT, the stated quads alone, or terms that must differ. Facts of named
// graphs have no classes, so there must be no GRAPH.
bool allows_representatives(const parser::RuleSet& set);

inline Fact represented(const EqualTerms& equal, const Fact& fact) {
  return {equal.representative(fact.subject), equal.representative(fact.predicate), equal.representative(fact.object),
          fact.graph};
}

using TermPairs = std::vector<std::pair<Huri, Huri>>;

// Collective. The classes of `before`, united by the pairs of all images; the same on all. owl:sameAs represents its
// class; then a term that represents one in `preferred`; then as represents_before() says. An image sends as many
// pairs as its own unite, at most.
EqualTerms united(const Partition& partition, const EqualTerms& before, Huri same_as, const TermPairs& pairs,
                  const EqualTerms& preferred);

}  // namespace quadrille::inferencer
