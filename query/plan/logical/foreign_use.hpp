#pragma once

// refuse_foreign_names() checks a query for names of other systems (parser/foreign_names.hpp). Names that have a
// meaning there, but no data here, are refused before planning, so that an empty answer is not mistaken for a true
// one. Query hints are ignored.

#include <string>

#include "parser/query.hpp"
#include "query/index/row_counts.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

// The data in which a query looks for its names.
struct DataOfQuery {
  const GraphView& view;
  RowCounts& counts;
  QueryDictionary& dictionary;
};

// Throws Error(unsupported) for the first predicate or graph that belongs to another system and has no rows in the
// snapshot, and for every such service and function. Patterns for another endpoint are not checked. Cost: a search in
// the table of names for each IRI; the data are read only for names in that table. Called like
// QueryDictionary::find(), for constants_of() the query; also collective if such a name is a graph's and not all
// shards are open.
void refuse_foreign_names(const parser::Dataset& dataset, const parser::Algebra* where, const DataOfQuery& data);

// Called like QueryDictionary::find(), for constants_of() the query. True if a pattern is a hint to another system's
// planner, such as `hint:Prior hint:runFirst true`.
bool is_ignored_hint(const parser::TriplePattern& pattern, const DataOfQuery& data);

// For EXPLAIN: "<...#runFirst> belongs to the query hints of Blazegraph and is ignored".
std::string remark_of_hint(const parser::TriplePattern& hint);

}  // namespace quadrille::query
