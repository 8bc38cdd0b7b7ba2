#pragma once

// Reads the settings of QLever's SERVICE pathSearch: (its documentation: Path Search) as a call of our paths.

#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::parser {

// Sets procedure, edges and arguments of `invoke`. Throws Error(syntax) for what is missing or unknown.
void read_path_search_settings(std::vector<TriplePattern> settings, Invoke& invoke, Position position);

}  // namespace quadrille::parser
