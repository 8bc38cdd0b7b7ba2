#pragma once

// The strata of rules: a rule is in a higher stratum than those that derive what its NOT looks at, so these have ended
// before it begins. Likewise for all that a rule looks at which makes new terms (SET, a blank node in its head) or is a
// subquery.
//
//   RULE :a { ?x :p ?y } WHERE { ?x :q ?y }                      any: it adds what follows whenever it can
//   RULE :b { ?x :r ?y } WHERE { ?x :s ?y NOT { ?x :p ?y } }     1
//
// A rule depends on another one if a pattern of its body and one of the other's head can match the same quad (SPARQL
// 1.2 RL, draft of 25 August 2026, stratification). Patterns of WHERE DATA and NOT DATA depend on nothing.
//
// The draft looks at the rules as they are written. So rdfs7, whose head may be any quad, would make a cycle with each
// NOT. Here rules with words of RDFS and OWL in their bodies are looked at when they have been specialised by the
// schema: these have constant predicates. Classes are told apart, too: a rule that passes on the class of a thing
// depends, for each class, on that class alone. That a class is owl:sameAs another one is left out: the caller must
// refuse it for the classes that find_strata() returns.

#include <functional>
#include <span>
#include <vector>

#include "inferencer/rule.hpp"

namespace quadrille::inferencer {

// Local. Error(syntax) with line and column if a rule of the set must have ended before it begins, over rules that are
// as they are written; it lists the rules of the cycle. `rules`: of the set.
void check_strata(const parser::RuleSet& set, std::span<const Rule> rules);

// rdf:type and owl:sameAs; unbound if the rules do not have it.
struct StrataWords {
  Huri type, same_as;
};

// Local. Gives specialised rules and their collectors strata: 0 to those that need no others to have ended.
// Error(syntax): as above. Returns the classes that must not be the same as others, ascending.
std::vector<Huri> find_strata(const parser::RuleSet& set, std::span<Rule> rules, std::span<Collector> collectors,
                              const StrataWords& words);

// Local. For each rule, the numbers of those that must have ended before it begins, ascending. `rules`, `words`: as of
// find_strata(), which has accepted them.
std::vector<std::vector<std::uint32_t>> awaited_rules(std::span<const Rule> rules, const StrataWords& words);

// True if a rule has words of RDFS or OWL in its body: as it is written, it has no stratum.
bool has_vocabulary(const parser::InferenceRule& rule);

}  // namespace quadrille::inferencer
