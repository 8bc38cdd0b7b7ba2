#pragma once

// A Proof shows why a quad is in a database: the rules that derive it, step by step, from stated quads.
//
//   stated    Student subClassOf Person
//   stated    tom a Student
//   step      tom a Person               by cax-sco, with ?c = Student, ?d = Person, ?x = tom
//
// P1  Each fact is stated, or of a DATA block, or about the value of a literal (literal_facts.hpp), or the conclusion
//     of exactly one step.
// P2  The premises of a step come before it. So a proof has no cycle.
// P3  The last step concludes the fact that is proved. A stated fact has a proof without steps.
// P4  The rule of a step, as its text has it, gives the conclusion and the premises when its variables have the values
//     of the step; its conditions hold in the closure.

#include <cstdint>
#include <utility>
#include <vector>

#include "inferencer/fact_index.hpp"

namespace quadrille::inferencer {

struct ProofStep {
  Fact fact;
  std::uint32_t rule = 0;                                // of RuleSet::rules
  std::vector<std::pair<std::uint32_t, Huri>> bindings;  // variables of the text, ascending; those of a NOT have none
  std::vector<Fact> premises;                            // in the order of the body; different
};

struct Proof {
  Fact fact;
  std::vector<Fact> stated;  // different
  std::vector<Fact> data;    // of DATA blocks; different
  std::vector<Fact> values;  // of literals; different
  std::vector<ProofStep> steps;
};

}  // namespace quadrille::inferencer
