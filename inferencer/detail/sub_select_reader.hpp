#pragma once

// Reads a subquery of a rule: its body becomes a rule of a Collector.

#include <cstdint>
#include <vector>

#include "inferencer/detail/rule_variables.hpp"

namespace quadrille::inferencer::detail {

struct SubSelectRule {
  std::size_t collector;                      // in Rules::collectors
  std::vector<parser::VariableId> variables;  // of the rule, by column
};

// Local. Adds a collector and its rule. Its body has patterns, conditions, BIND and FILTER NOT EXISTS, in GRAPH or not;
// Error(unsupported) with the place for all else.
SubSelectRule read_sub_select(const parser::RuleSubSelect& select, const parser::InferenceRule& text,
                              std::uint32_t source, const RuleVariables::HuriOf& huri_of, parser::Position position,
                              Rules& rules);

}  // namespace quadrille::inferencer::detail
