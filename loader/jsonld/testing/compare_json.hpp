#pragma once

// For tests: JSON-LD object comparison, as the suite's README defines it: arrays are sets, except those of @list;
// language tags are compared in lower case.

#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld::testing {

bool is_same_json_ld(Value a, Value b);

// As above, with a bijection between blank node identifiers, for documents in flattened form: their nodes are at the
// top, or in @graph.
bool is_same_up_to_blank_nodes(Value a, Value b, Arena& arena);

}  // namespace quadrille::jsonld::testing
