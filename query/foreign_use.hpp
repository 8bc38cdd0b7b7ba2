#pragma once

// Names of other systems in a query (parser/foreign_names.hpp): what means something there and is no data here is
// refused before planning, so that nobody takes an answer without rows for the truth; query hints are ignored.

#include <string>
#include <vector>

#include "parser/query.hpp"
#include "query/query_dictionary.hpp"

namespace quadrille::query {

// As QueryDictionary::find(), for constants_of() the query. Throws Error(unsupported) for the first predicate or graph
// that belongs to another system and is no term of the data, and for every such service and function. Patterns that are
// sent to another endpoint are not looked at.
void refuse_foreign_names(const parser::Dataset& dataset, const parser::Algebra* where, QueryDictionary& dictionary);

// Likewise. Whether a pattern is a hint to another system's planner, such as `hint:Prior hint:runFirst true`.
bool is_ignored_hint(const parser::TriplePattern& pattern, QueryDictionary& dictionary);

// For EXPLAIN: "<...#runFirst> belongs to the query hints of Blazegraph and is ignored".
std::string remark_of_hint(const parser::TriplePattern& hint);

}  // namespace quadrille::query
