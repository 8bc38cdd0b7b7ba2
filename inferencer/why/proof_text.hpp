#pragma once

// Writes an answer of why() as text, JSON, or a graph in the language DOT of Graphviz.
//
//   ex:tom a ex:Animal .
//   It follows in 1 step from 2 stated quads.
//
//     1  ex:Cat rdfs:subClassOf ex:Animal .    stated
//     2  ex:tom a ex:Cat .    stated
//     3  ex:tom a ex:Animal .
//        by cax-sco (owl-rl, line 118) from 1 and 2
//        with ?c = ex:Cat, ?d = ex:Animal, ?x = ex:tom
//
// Text and DOT leave out facts of the namespace local:, which help to walk lists: a step that needs one has the quads
// and the rules from which it follows. JSON has them as steps of their own. Its terms are in the form of N-Triples.
//
// Local.

#include <functional>
#include <string>
#include <vector>

#include "inferencer/why/why.hpp"
#include "parser/rule_set.hpp"
#include "query/results/result_format.hpp"

namespace quadrille::inferencer {

// What the texts need.
struct ProofWords {
  const parser::RuleSet& rules;
  std::function<Term(Huri)> term_of;
  std::function<Huri(const Fact&)> graph_of;  // kDefaultGraph, or the name of the graph that a fact is in
  std::function<bool(Huri)> is_local;         // of a predicate
  std::vector<parser::Prefix> prefixes;       // that shorten names
};

// `why.kind` is not absent; `format` is one for proofs.
std::string to_text(results::ResultFormat format, const Why& why, const ProofWords& words);

}  // namespace quadrille::inferencer
