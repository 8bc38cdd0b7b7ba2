#pragma once

// The reference for the inferencer: a literal evaluator of rule sets. It applies the rules, layer by layer, until
// nothing new follows, on terms as they are written, in one thread.
//
// In each layer the rules that run once come first. Then a first round applies every other rule to all facts, and each
// later one joins the facts of the round before with all facts (semi-naive evaluation). Rules without a head are
// applied after that. At the end every rule is applied to all facts once more, and nothing new may follow: a solution
// that a round has missed is an error, not another result.
//
// A blank node of a head is a new term for each solution of the rule's body. Its label has the numbers of the rule and
// of the terms of the solution, so that the rule makes the same node again for the same solution.

#include <cstdint>
#include <string>
#include <vector>

#include "parser/rule_set.hpp"
#include "tests/rules/fact_base.hpp"

namespace quadrille::tests {

struct Contradiction {
  std::string rule;
  std::vector<std::string> quads;  // of the body
};

class Reference {
 public:
  // `rules` outlives it.
  explicit Reference(const parser::RuleSet& rules) : rules_(rules) {}

  // Adds everything that follows to `facts`, which are the stated ones. Error(syntax): a rule depends on itself through
  // NOT, a subquery, or a rule that runs once. Error(unsupported): SubSelect::solutions(). Error(memory): there are
  // more than `most` facts, or a rule has more than 400 solutions for each of so many. Error(internal): a round has
  // missed something.
  void infer(FactBase& facts, std::size_t most = FactBase::kAll);

  const std::vector<Contradiction>& contradictions() const { return contradictions_; }
  std::uint32_t rounds() const { return rounds_; }

 private:
  const parser::RuleSet& rules_;
  std::vector<Contradiction> contradictions_;
  std::uint32_t rounds_ = 0;
};

}  // namespace quadrille::tests
