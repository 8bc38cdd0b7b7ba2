#pragma once

// Reads triples with all their abbreviations (SPARQL 1.2 Query, 4.2), as triple patterns, patterns of triple terms, and
// paths.

#include <functional>
#include <optional>
#include <vector>

#include "base/term.hpp"
#include "parser/detail/paths.hpp"
#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"

namespace quadrille::parser {

// The meaning of blank nodes in these triples.
enum class BlankNodes : std::uint8_t {
  variables,  // in a pattern: variables, whose labels belong to `scope`
  terms,      // in the template of CONSTRUCT and INSERT: terms of kind blank, new ones for each solution
  forbidden,  // in DELETE
};

struct TripleContext {
  Request& request;
  BlankNodes blank_nodes = BlankNodes::variables;
  BlankNodeScopes::Scope scope = 0;  // for variables
};

// `tree` is a triplesSameSubject, triplesSameSubjectPath or n3Triples. Appends its triples; those of nested [ ... ] and
// ( ... ), of reifiers and annotations come after the triple that contains them.
void add_triples(const TripleContext& context, Tree tree, std::vector<PatternItem>& out);

// All triplesSameSubject of a triplesTemplate or constructTriples, which have no paths. Triple terms that are not
// constant are appended to `terms`.
std::vector<TriplePattern> read_template(const TripleContext& context, Tree tree, std::vector<TermPattern>& terms);

// The triple term of three nodes: a constant, or the variable of a new pattern, which is appended.
Node triple_term(Request& request, const Node& subject, const Node& predicate, const Node& object,
                 const std::function<void(TermPattern)>& append, Position position);
// A constant, or nullopt: one of them is a variable or a blank node, or the subject cannot be that of a triple.
std::optional<Term> constant_triple(const Node& subject, const Node& predicate, const Node& object, Position position);

// The trees of a variable or term: varOrTerm, varOrIri, var, iri, graphTerm, rdfLiteral, numericLiteral ...
Node read_node(const TripleContext& context, Tree tree);
// `token` is a BLANK_NODE_LABEL; any other token means a blank node without a label.
Node blank_node(const TripleContext& context, const Token& token);
std::string read_iri(const Request& request, Tree tree);  // of an iri
Term read_literal(const Request& request, Tree tree);     // of a rdfLiteral, numericLiteral..., booleanLiteral

}  // namespace quadrille::parser
