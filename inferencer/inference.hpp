#pragma once

// infer() computes everything that follows from some facts by a rule set.
//
//   facts of the schema --close--> specialised rules --evaluate--> new facts; if some belong to the schema, once more
//
// Local; one thread.

#include <functional>
#include <span>
#include <vector>

#include "inferencer/evaluation.hpp"
#include "parser/rule_set.hpp"

namespace quadrille::inferencer {

struct Inference {
  std::vector<Fact> facts;  // those that were not given, and that RDF can hold; without those of the namespace local:
  std::vector<Contradiction> contradictions;
  EvaluationCounts counts;
  std::uint32_t compilations = 0;  // of the rules: one more each time that the schema has grown
  std::size_t rules = 0;           // after the last one
};

// `huri_of` gives each constant of the rules its HURI. Error(unsupported): read_rules().
Inference infer(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of, std::span<const Fact> given);

}  // namespace quadrille::inferencer
