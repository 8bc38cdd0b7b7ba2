#pragma once

// A PreparedQuery is a query that has been parsed once and serves all texts that differ from it only in some constants:
// these are put into their places in its algebra.
//
//   tokens ----find_parameters()----> which constants can be others        once for a shape: two parses
//   tokens ----PreparedQuery--------> the algebra, and the places of each  one parse
//   tokens of the same key ----with()----> the algebra that parse_query() makes of that text
//
// How the places are found: the text is parsed with names in the places of the constants that no text has. Where such a
// name comes out as a term of its own (subject, object, operand, value of VALUES, resource of DESCRIBE), the constant
// can be another; where it comes out elsewhere or not at all (predicate, path, graph, LIMIT, SEPARATOR), or within
// EXISTS, it cannot.
//
// Positions in the algebra would be those of no text, so expressions have none. A text whose errors are found behind
// the parser, a call of an unknown function, is not prepared: its error has its place.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/query.hpp"
#include "parser/query_tokens.hpp"

namespace quadrille::parser {

using KnowsFunction = std::function<bool(std::string_view iri)>;

// Local. By number of the constant; the same for all texts of one shape. nullopt: texts of this shape are not prepared.
// Throws Error(syntax) as parse_query().
std::optional<std::vector<bool>> find_parameters(const QueryTokens& tokens, std::string_view base,
                                                 const DefaultPrefixes& prefixes, const KnowsFunction& knows_function);

// Used by one thread at a time.
class PreparedQuery {
 public:
  // Throws Error(syntax) as parse_query(). `is_parameter` is what find_parameters() says for this shape.
  PreparedQuery(const QueryTokens& tokens, const std::vector<bool>& is_parameter, std::string_view base,
                const DefaultPrefixes& prefixes);

  // For all queries from now on.
  void replace_dataset(const Dataset& dataset) { query_.dataset = dataset; }

  // The query of a text of the same key(is_parameter), base and prefixes, until the next call. 50 ns a parameter.
  const Query& with(const QueryTokens& tokens);

 private:
  struct Parameter {
    std::size_t constant;       // number
    std::string space;          // what comes before a local name
    std::vector<Term*> places;  // in query_
  };
  std::string base_;
  Query query_;
  std::vector<Parameter> parameters_;
};

}  // namespace quadrille::parser
