#pragma once

// A PreparedQuery is parsed once and serves all texts that differ from it only in some constants: their constants are
// put into its algebra.
//
//   tokens ----find_parameters()----> which constants can differ           once for a shape: two parses
//   tokens ----PreparedQuery--------> the algebra, and the places of each  one parse
//   tokens of the same key ----with()----> the algebra that parse_query() makes of that text
//
// To find the places, the text is parsed with special names in place of the constants. If such a name becomes a term of
// its own (subject, object, operand, value of VALUES, resource of DESCRIBE), the constant can differ. If it appears
// elsewhere or not at all (predicate, path, graph, LIMIT, SEPARATOR), or within EXISTS, it cannot.
//
// Positions in the algebra would be those of another text, so expressions have none. A text with errors that are found
// after the parser (a call of an unknown function) is not prepared: its error needs its position.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/query.hpp"
#include "parser/query_tokens.hpp"

namespace quadrille::parser {

using KnowsFunction = std::function<bool(std::string_view iri)>;

// Local. By number of the constant; the same for all texts of one shape. nullopt: texts of this shape are not prepared.
// Throws Error(syntax) like parse_query().
std::optional<std::vector<bool>> find_parameters(const QueryTokens& tokens, std::string_view base,
                                                 const DefaultPrefixes& prefixes, const KnowsFunction& knows_function);

// Used by one thread at a time.
class PreparedQuery {
 public:
  // Throws Error(syntax) like parse_query(). `is_parameter` is the result of find_parameters() for this shape.
  PreparedQuery(const QueryTokens& tokens, const std::vector<bool>& is_parameter, std::string_view base,
                const DefaultPrefixes& prefixes);

  // Applies to all later queries.
  void replace_dataset(const Dataset& dataset) { query_.dataset = dataset; }

  // The query of a text with the same key(is_parameter), base and prefixes, valid until the next call. 50 ns a
  // parameter.
  const Query& with(const QueryTokens& tokens);

 private:
  struct Parameter {
    std::size_t constant;       // number
    std::string space;          // the namespace before a local name
    std::vector<Term*> places;  // in query_
  };
  std::string base_;
  Query query_;
  std::vector<Parameter> parameters_;
};

}  // namespace quadrille::parser
