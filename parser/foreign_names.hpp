#pragma once

// A table of names with a special meaning in other systems: property functions, pseudo graphs, services, functions,
// hints. A query with such a name would find no rows here. A row names the system, and a replacement.
// docs/foreign-names.md is the page for users.
//
// A row is one IRI, or a namespace: then it ends with '#', '/' or ':' and applies to all IRIs that begin with it. The
// longest row counts. If the data have rows with such a name as predicate or graph, it is an ordinary name: `query/`
// checks this before it refuses one. A feature that implements a name removes its row.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace quadrille::parser {

// The places of a query in which a name can have a meaning, as bits.
enum NameUse : std::uint8_t {
  kPredicate = 1,
  kGraph = 2,     // FROM, FROM NAMED, USING, GRAPH
  kService = 4,   // SERVICE
  kFunction = 8,  // a call
  kHint = 16,     // a predicate below a scope of hints: the hint is ignored
};

struct ForeignName {
  std::string_view begin;         // the IRI, or its namespace
  std::uint8_t uses;              // bits of NameUse
  std::string_view thing;         // "the full-text search of Apache Jena"
  std::string_view instead = {};  // "write ...", "leave it out"; empty: there is no replacement
};

std::span<const ForeignName> foreign_names();

// Local. The row of this IRI if it has a special meaning in such a place; otherwise nullptr. A few ns for names without
// a row.
const ForeignName* find_foreign_name(std::string_view iri, NameUse use);

// "<http://jena.apache.org/text#query> is not supported: it belongs to the full-text search of Apache Jena; write ..."
std::string foreign_name_text(std::string_view iri, const ForeignName& name);

// True if hints can have this subject: <http://www.bigdata.com/queryHints#Prior>, #Query and similar.
bool is_hint_scope(std::string_view subject);

}  // namespace quadrille::parser
