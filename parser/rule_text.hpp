#pragma once

// Writes a RuleSet as a text of SPARQL-RL. Parsing the text gives the same rules, data and imports, but for places, and
// for the labels of blank nodes: each is written as [] if it occurs once, and otherwise with a label that no other
// scope has. Data come first. A path is written as its triples, with a blank node at each joint. The first declaration
// of a prefix counts. BASE is written for calls of IRI(), which resolve relative IRIs; all others are absolute.

#include <string>

#include "parser/rule_set.hpp"

namespace quadrille::parser {

// Local, never fails for what parse_rules() returns.
std::string to_sparql_rl(const RuleSet& rules);

// Local. One element of the body of a rule of the set, in one line, without declarations of its prefixes.
std::string to_sparql_rl(const RuleSet& rules, const InferenceRule& rule, const RuleElement& element);

}  // namespace quadrille::parser
