#pragma once

// infer() computes everything that follows from some facts by a rule set.
//
//   facts of the schema --close--> specialised rules --evaluate--> new facts; if some belong to the schema, once more
//
// Local; one thread.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "inferencer/evaluation.hpp"
#include "parser/rule_set.hpp"
#include "quadstore/quad.hpp"

namespace quadrille::inferencer {

struct Inference {
  Contradictions contradictions;
  EvaluationCounts counts;
  std::uint32_t compilations = 0;  // of the rules: one more each time that the schema has grown
  std::size_t rules = 0;           // after the last one
};

using FactVisit = std::function<void(const Fact&)>;
using RowsVisit = std::function<void(std::span<const TripleRow>)>;

// `huri_of` gives each constant of the rules its HURI. for_each_given(visit) visits all given rows, as often as it is
// called. add(fact) is called for each fact that was not given, that RDF can hold, and whose predicate is not of the
// namespace local:. Error(unsupported): read_rules().
// More than `most` facts, or by default more than 20 for each given row and 10 million, are Error(memory).
Inference infer(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of,
                const std::function<void(const RowsVisit&)>& for_each_given, const FactVisit& add,
                std::optional<std::uint64_t> most = std::nullopt);

// The name of a rule for messages: `cax-sco`, an IRI in <>, or its line.
std::string name_of(const parser::InferenceRule& rule);

}  // namespace quadrille::inferencer
