#pragma once

// calculate() evaluates one SPARQL expression for a test and returns the value as a text:
//
//   integer  decimal with a point  double  boolean      as SPARQL writes them: 3  2.5  1.0E0  true
//   other literals                                      "a"  "a"@en  "a"^^xsd:date  "a"^^<http://..>
//   IRIs, blank nodes                                   <http://..>  _:label
//   error, unbound                                      error  unbound
//
// Each expression is evaluated with its constants in place (the compiler folds them), then with every constant in a
// column: as a HURI of the base, and as a volatile one. If the results differ, all of them are returned.

#include <initializer_list>
#include <string>
#include <string_view>

#include "query/expression/value.hpp"

namespace quadrille::query {

std::string calculate(std::string_view expression);

struct Claim {
  std::string_view expression;
  std::string_view value;
};
// Expects each expression to have its value.
void expect_values(std::initializer_list<Claim> claims);

std::string to_text(const Value& value);
// Parses any term as SPARQL writes it: "1.5", "<http://a>", "\"x\"@en", ...
Term parse_term(std::string_view text);

}  // namespace quadrille::query
