#pragma once

// A StepRule is a rule with its terms as ids. Its body is a sequence of steps, which are evaluated in the order of the
// text (SPARQL 1.2 RL, evaluation of a rule); patterns next to each other are one step.
//
//   ?x :p ?y . ?y :p ?z . NOT { ?z :p ?x } ?z :q ?w      steps: patterns (2), negation, patterns (1)

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "parser/rule_set.hpp"
#include "tests/rules/fact_base.hpp"

namespace quadrille::tests {

struct PatternStep {
  std::vector<FactPattern> patterns;
};
struct ConditionStep {
  const parser::Expression* condition;
  std::optional<std::pair<Slot, Slot>> different;  // it is !sameTerm(?x, ?y)
};
struct NegationStep {
  std::vector<FactPattern> patterns;
  std::vector<ConditionStep> conditions;
  bool data_only;
};
struct AssignmentStep {
  std::uint32_t variable;
  const parser::Expression* expression;
};
struct SubSelectStep {
  const parser::RuleSubSelect* select;
};
using BodyStep = std::variant<PatternStep, ConditionStep, NegationStep, AssignmentStep, SubSelectStep>;

struct StepRule {
  const parser::InferenceRule* text;
  std::uint32_t number;  // in the rule set
  std::vector<BodyStep> steps;
  // Its variables from text->variables.size() on are new nodes, with these labels.
  std::vector<FactPattern> head;
  std::vector<std::string> new_nodes;

  // It has SET, or a blank node in its head.
  bool runs_once() const;
};

// The text outlives the rule.
StepRule read_steps(const parser::InferenceRule& text, std::uint32_t number, FactBase& facts);

FactPattern read_pattern(const parser::QuadPattern& quad, FactBase& facts);

// A pattern at which a rule looks while other rules derive facts; not those of DATA.
struct Look {
  FactPattern pattern;
  bool is_closed;  // the rules that derive what it matches must have ended
};
std::vector<Look> looks_of(const StepRule& rule, FactBase& facts);

}  // namespace quadrille::tests
