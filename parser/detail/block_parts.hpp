#pragma once

// Divides the patterns of a block into its settings and into parts that share no variable (invoke_reader.hpp).

#include <string_view>
#include <vector>

#include "parser/detail/groups.hpp"
#include "parser/detail/variables.hpp"

namespace quadrille::parser {

struct BlockParts {
  std::vector<TriplePattern> settings;  // in the order of the text
  std::vector<Pattern> parts;           // each with the filters on its variables
};

// `prefix`: the IRIs of the predicates of settings begin with it.
BlockParts block_parts(GroupParts group, std::string_view prefix, Position position);

// True if the pattern binds one of the variables.
bool binds_any(const Algebra& algebra, const VariableMarks& variables);

}  // namespace quadrille::parser
