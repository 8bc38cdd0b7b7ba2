#pragma once

// The queries that find things by a name or an IRI. Names are the values of predicates that are called so in the data
// (rdfs:label, foaf:name, ub:name, ...). Beginnings are found in the index; a word anywhere in a name is looked for
// only if nothing begins with it, by reading all names.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "server/schema/schema.hpp"

namespace quadrille::server {

// The predicates of the schema whose last part is that of a name, the most frequent first; at most 8.
std::vector<std::string> name_predicates(const Schema& schema);

// SELECT ?thing ?name ?class for things that have a name by one of the predicates; empty if there are no predicates.
// `anywhere`: the text may be within the name, in any case; otherwise the name begins with it, as written or with a
// capital.
std::string find_by_name(std::string_view text, const std::vector<std::string>& predicates, bool anywhere,
                         std::size_t limit);

// SELECT ?thing ?class for things whose IRI begins with the text.
std::string find_by_iri(std::string_view start, std::size_t limit);

// Classes and predicates whose IRI has the text in its last part, in any case: a line each, with the count.
std::string find_in_schema(const Schema& schema, std::string_view text, std::size_t limit);

// The text as a string of SPARQL.
std::string sparql_string(std::string_view text);

// True if it can stand between '<' and '>' in a query.
bool is_iri_text(std::string_view text);

}  // namespace quadrille::server
