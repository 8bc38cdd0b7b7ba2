#pragma once

// For tests: a RuleSet as text, so that two texts are equal if and only if the sets are, but for places and the names
// of blank nodes and joints of paths, which are numbered by their first occurrence.

#include <string>

#include "parser/rule_set.hpp"

namespace quadrille::parser {

std::string dump(const RuleSet& rules);

}  // namespace quadrille::parser
