#pragma once

// service_query() makes the text of a request to a service (SPARQL 1.1 Federated Query, 2.4):
//
//   SELECT ?x ?name WHERE { VALUES (?x) { (<a>) (<b>) } { ?x <name> ?name } }
//
// The group is the query's own, with all names as IRIs. The values are outside of its braces, so its filters and
// subqueries do not see them, just as they do not see the solutions that the values come from.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace quadrille::query {

// The values of some variables. rows[i][k]: the term of variables[k] in SPARQL's form.
struct ValuesBlock {
  std::vector<std::string> variables;  // without '?'
  std::span<const std::vector<std::string>> rows;
};

// `columns` are variables in scope of `group` ("{ ... }"), without '?'. Without columns, the answer has the right
// number of rows, of any value. No values are sent if they have no variables.
std::string service_query(const std::string& group, const std::vector<std::string>& columns, const ValuesBlock& values);

// The number of `rows` that go into one request: at least one, at most kBatchRows, together at most kBatchBytes.
inline constexpr std::size_t kBatchRows = 256;
inline constexpr std::size_t kBatchBytes = 64 << 10;
std::size_t batch_size(std::span<const std::vector<std::string>> rows);

}  // namespace quadrille::query
