#pragma once

// Reads the settings of Blazegraph's SERVICE gas:service (its wiki: RDF_GAS_API) as a call of our procedures.

#include <vector>

#include "parser/detail/build.hpp"
#include "parser/detail/request.hpp"

namespace quadrille::parser {

// Sets procedure, edges and arguments of `invoke`. Returns the pattern of the edges: those of gas:linkType, or all
// whose object is not a literal. Throws Error(syntax) for what is missing or unknown, Error(unsupported) for what we
// lack.
std::vector<Pattern> read_gas_settings(Request& request, std::vector<TriplePattern> settings, Invoke& invoke,
                                       Position position);

}  // namespace quadrille::parser
