#pragma once

// A ProofChecker judges proofs literally: by the texts of the rules, on a closure that the reference has computed, with
// terms as texts. It shares nothing with the search for proofs but the parser.
//
// The first step that concludes something about a new node determines which node of the reference it is: that of the
// rule and the values of its variables. All other steps, of all proofs, must agree.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inferencer/why/proof.hpp"
#include "parser/rule_set.hpp"
#include "tests/rules/calculation.hpp"
#include "tests/rules/fact_base.hpp"
#include "tests/rules/rule_steps.hpp"

namespace quadrille::tests {

class ProofChecker {
 public:
  // `closure`: the facts of the reference, of which the first `given` are stated. All outlive it.
  ProofChecker(const parser::RuleSet& rules, FactBase& closure, std::size_t given,
               std::function<std::string(Huri)> text_of);

  // The first fault; empty: the proof is right.
  std::string fault_of(const inferencer::Proof& proof);

 private:
  std::string fault_of(const inferencer::ProofStep& step);
  std::string fault_of_body(const StepRule& rule, const Bindings& bindings, std::set<std::array<TermId, 4>>& premises);
  bool holds(const ConditionStep& step, const Bindings& bindings);
  bool is_absent(const NegationStep& step, bool data_only, const Bindings& bindings);
  bool has_row(const StepRule& rule, const parser::RuleSubSelect& select, const Bindings& bindings);
  bool is_stated(const Fact& fact) const;
  bool is_conclusion(const FactPattern& head, const inferencer::Fact& fact, const StepRule& rule,
                     const Bindings& bindings);
  std::optional<TermId> id(Huri huri) const;
  std::optional<Fact> fact(const inferencer::Fact& fact) const;
  std::string text(const inferencer::Fact& fact) const;

  const parser::RuleSet& rules_;
  FactBase& closure_;
  const std::size_t given_;
  const std::function<std::string(Huri)> text_of_;
  std::vector<StepRule> steps_;
  std::set<std::array<TermId, 4>> data_;
  std::map<Huri, TermId> nodes_;  // that rules have made
  Calculations calculations_;
};

}  // namespace quadrille::tests
