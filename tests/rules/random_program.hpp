#pragma once

// Random programs of SPARQL-RL with data for them, for the inferencer and the reference.
//
// Predicates :tN lead to things (IRIs and blank nodes), :vN to literals; a variable has one of the two types, so most
// expressions have a value. N is a rank: most rules derive facts of a higher rank than those that they look at closed,
// so most programs have strata. Data have few terms, among them numbers that are equal and not the same: 1, 1.0, 01.
//
//   RULE :r2 { ?x :t3 _:n . _:n :v3 ?s1 } WHERE { ?x :t1 ?y . NOT { ?y :v2 ?n . FILTER(?n > 1) } SET(?s1 := STR(?y)) }

#include <bitset>
#include <cstdint>
#include <string>

#include "tests/rules/fact_base.hpp"

namespace quadrille::tests {

enum class ProgramPart : std::uint8_t {
  conditions,   // other than FILTER(!sameTerm(?x, ?y))
  assignments,  // SET
  stated,       // NOT DATA, WHERE DATA
  new_nodes,    // blank nodes in heads
  graphs,       // GRAPH, and data in named graphs
  subqueries,   // { SELECT ... }
};
constexpr std::size_t kProgramParts = 6;
using ProgramParts = std::bitset<kProgramParts>;

struct RandomProgramText {
  std::string rules;
  FactBase data;
  ProgramParts parts;
};

// Each program may have about half of `parts`. The same seed gives the same program.
RandomProgramText random_program(std::uint32_t seed, const ProgramParts& parts);

}  // namespace quadrille::tests
