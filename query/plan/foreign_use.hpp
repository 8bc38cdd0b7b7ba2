#pragma once

// Names of other systems in a query (parser/foreign_names.hpp): what means something there and is no data here is
// refused before planning, so that nobody takes an answer without rows for the truth; query hints are ignored.

#include <string>
#include <vector>

#include "parser/query.hpp"
#include "query/index/row_counts.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

// Where a query looks for its names.
struct DataOfQuery {
  const Snapshot& snapshot;
  RowCounts& counts;
  QueryDictionary& dictionary;
};

// Throws Error(unsupported) for the first predicate or graph that belongs to another system and has no rows in the
// snapshot, and for every such service and function. Patterns that are sent to another endpoint are not looked at.
// Costs a search in the table of names for each IRI; the data are asked only about names that the table has. As
// QueryDictionary::find(), for constants_of() the query; collective too if such a name is a graph's and not all shards
// are open.
void refuse_foreign_names(const parser::Dataset& dataset, const parser::Algebra* where, const DataOfQuery& data);

// As QueryDictionary::find(), for constants_of() the query. Whether a pattern is a hint to another system's planner,
// such as `hint:Prior hint:runFirst true`.
bool is_ignored_hint(const parser::TriplePattern& pattern, const DataOfQuery& data);

// For EXPLAIN: "<...#runFirst> belongs to the query hints of Blazegraph and is ignored".
std::string remark_of_hint(const parser::TriplePattern& hint);

}  // namespace quadrille::query
