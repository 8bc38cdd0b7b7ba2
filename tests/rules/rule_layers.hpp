#pragma once

// The layers of the rules of a set (SPARQL 1.2 RL, stratification): a rule is in a higher layer than those that derive
// what it looks at closed, and not in a lower one than those that derive what it looks at otherwise.

#include <vector>

#include "tests/rules/rule_steps.hpp"

namespace quadrille::tests {

enum class Matching : std::uint8_t {
  exact,        // a variable that occurs twice in a pattern is one term
  by_position,  // each position is compared alone: some rules depend on more rules
};

// True if a fact that `head` derives may match `pattern`.
bool may_match(const FactPattern& pattern, const FactPattern& head, const StepRule& deriving, const FactBase& facts,
               Matching matching = Matching::exact);

// The rules that have a head, by layer. Error(syntax): a rule depends on itself through a closed look.
std::vector<std::vector<const StepRule*>> layers_of(const std::vector<StepRule>& rules, FactBase& facts,
                                                    Matching matching = Matching::exact);

// True if the set has layers.
bool has_layers(const parser::RuleSet& rules, Matching matching);

}  // namespace quadrille::tests
