#pragma once

// Explains as text how rules are evaluated: their strata, what each one waits for, and how they are compiled.
//
//   for rules as they are written          for the data of a database
//   Stratum 1                              Stratum 0
//     ex:hungry  waits for ex:animals        ?x ub:worksFor ?y  3619 rows
//       RULE ex:hungry { ... }                 -> ?x ub:memberOf ?y    prp-spo1

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "inferencer/inference.hpp"

namespace quadrille::inferencer {

// The strata of rules as they are written, with their names (name_of()). Those about the vocabulary of an ontology have
// none before the data are known.
struct WrittenStrata {
  std::map<std::uint32_t, std::vector<std::string>> rules;
  std::vector<std::string> of_ontologies;
};

// Local. Error(syntax) with line and column: of find_strata().
WrittenStrata written_strata(const parser::RuleSet& set);

// Local. The strata of the rules of files. Rules about the vocabulary of an ontology have none before the data are
// known, and come last.
std::string explain_rules(parser::RuleSet set);

// Local. The strata of compiled rules; the relations of the program; how the joins look up their patterns. Rules with
// one pattern are listed by it. `term_of`: of each HURI of the rules. The estimates are numbers of given rows.
std::string explain_rules(const CompiledRules& compiled, const parser::RuleSet& set,
                          const std::function<Term(Huri)>& term_of);

}  // namespace quadrille::inferencer
