#pragma once

// The table of algorithms as text: for programs (GET /algorithms) and for people (quadrille analyze --list).

#include <string>

#include "query/procedures/procedure.hpp"

namespace quadrille::server {

// Local. {"algorithms": [{"name", "iri", "takes_weights", "parameters": [{"name", "type", "default", "least", "most",
// "words", "required", "together"}], "results": [{"name", "type", "of_run", "maybe_unbound"}], "aliases": [...]}]}.
// Members that say nothing are left out. Ends with a new line.
std::string table_json(query::Procedures procedures);

// Local. The same in lines of at most 120 columns.
std::string table_listing(query::Procedures procedures);

// Local. The name of a type, as users write it: integer, number, boolean, word, vertices.
std::string_view type_name(query::ParameterType type);

}  // namespace quadrille::server
