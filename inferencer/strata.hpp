#pragma once

// The strata of a rule set with NOT: a rule is in a higher stratum than those that derive what its NOT looks at, so
// these have ended before it begins.
//
//   RULE :a { ?x :p ?y } WHERE { ?x :q ?y }                      0
//   RULE :b { ?x :r ?y } WHERE { ?x :s ?y NOT { ?x :p ?y } }     1
//
// A rule depends on another one if a pattern of its body and one of the other's head can match the same quad: their
// constants agree (SPARQL 1.2 RL, draft of 25 August 2026, stratification).

#include <cstdint>
#include <vector>

#include "parser/rule_set.hpp"

namespace quadrille::inferencer {

// Local. The stratum of each rule; those with NOT are not in the lowest one, 0. Error(syntax) with line and column if
// a rule depends on itself through NOT; it lists the rules of the cycle.
std::vector<std::uint32_t> strata_of(const parser::RuleSet& set);

}  // namespace quadrille::inferencer
