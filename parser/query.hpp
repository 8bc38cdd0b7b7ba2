#pragma once

// A Query is a whole SPARQL request, parsed: the result of parse_query() and the input of the engine.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/algebra.hpp"
#include "parser/default_prefixes.hpp"

namespace quadrille::parser {

enum class QueryForm : std::uint8_t { select, ask, construct, describe };

struct Dataset {
  std::vector<std::string> default_graphs;  // FROM
  std::vector<std::string> named_graphs;    // FROM NAMED
  bool all_named_graphs = false;            // WITH of an update: all named graphs stay, for any default graph
  bool empty() const { return default_graphs.empty() && named_graphs.empty(); }
};

// A part of a template. The graph is a variable or an IRI.
struct QuadPattern {
  TriplePattern triple;
  std::optional<Node> graph;  // nullopt: the default graph (or, in an update, that of WITH)
};

struct Query {
  QueryForm form = QueryForm::select;
  std::vector<std::string> variables;  // names without ? or $; blank nodes as "_:label"; fresh ones as ".name"
  Dataset dataset;
  AlgebraPtr where;                    // with all solution modifiers applied; SELECT and DESCRIBE have a Project
  std::vector<VariableId> projection;  // SELECT: the columns, in order; DESCRIBE: the variables described
  std::vector<QuadPattern> construct_template;
  std::vector<Term> described;   // DESCRIBE <iri> ...
  std::vector<Prefix> prefixes;  // as declared, for displaying the query's names
};

// The template of a CONSTRUCT has GRAPH.
inline bool constructs_quads(const Query& query) {
  return std::any_of(query.construct_template.begin(), query.construct_template.end(),
                     [](const QuadPattern& quad) { return quad.graph.has_value(); });
}

// One request of SPARQL 1.1 Update, for syntax checks and for the executor of updates.
enum class UpdateKind : std::uint8_t { insert_data, delete_data, modify, load, clear, drop, create, add, move, copy };
enum class GraphTargetKind : std::uint8_t { graph, default_graph, named, all };
struct GraphTarget {
  GraphTargetKind kind = GraphTargetKind::graph;
  std::string iri;
};
struct UpdateOperation {
  UpdateKind kind = UpdateKind::insert_data;
  bool silent = false;
  std::vector<QuadPattern> insert_template;  // insert_data: ground except for blank nodes
  std::vector<QuadPattern> delete_template;
  std::optional<std::string> with;
  Dataset using_clause;
  AlgebraPtr where;  // modify
  std::string load_source;
  GraphTarget source, target;          // load: target; clear, drop, create: target; add, move, copy: both
  std::vector<std::string> variables;  // of this operation's templates and WHERE
};
struct Update {
  std::vector<UpdateOperation> operations;
};

// Local. Throws Error(syntax) with line, column and the expected tokens; Error(unsupported), also with line and column,
// for extensions of other systems. `base` resolves relative IRIs, which stay relative without one. The
// trees are at most some thousands deep for any text, so that recursion over them is safe.
Query parse_query(std::string_view text, std::string_view base = {},
                  const DefaultPrefixes& prefixes = DefaultPrefixes::none);
Update parse_update(std::string_view text, std::string_view base = {},
                    const DefaultPrefixes& prefixes = DefaultPrefixes::none);

}  // namespace quadrille::parser
