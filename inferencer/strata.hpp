#pragma once

// The strata of a rule set: a rule is in a higher stratum than those that derive what its NOT looks at, so these have
// ended before it begins. Likewise for all that a rule looks at which makes new terms (SET, a blank node in its head)
// or is a subquery.
//
//   RULE :a { ?x :p ?y } WHERE { ?x :q ?y }                      0
//   RULE :b { ?x :r ?y } WHERE { ?x :s ?y NOT { ?x :p ?y } }     1
//
// A rule depends on another one if a pattern of its body and one of the other's head can match the same quad (SPARQL
// 1.2 RL, draft of 25 August 2026, stratification). Patterns of WHERE DATA and NOT DATA depend on nothing.

#include "inferencer/rule.hpp"

namespace quadrille::inferencer {

// Local. Gives rules and collectors their strata; those that need others to have ended are not in the lowest one, 0.
// Error(syntax) with line and column if a rule depends on itself in this way; it lists the rules of the cycle. `set`:
// which the rules are of.
void find_strata(const parser::RuleSet& set, Rules& rules);

}  // namespace quadrille::inferencer
