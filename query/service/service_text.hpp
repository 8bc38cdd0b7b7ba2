#pragma once

// The text of what a service is asked (SPARQL 1.1 Federated Query, 2.4):
//
//   SELECT ?x ?name WHERE { VALUES (?x) { (<a>) (<b>) } { ?x <name> ?name } }
//
// The group is the query's own, with all names as IRIs. The values stand outside of its braces: its filters and
// subqueries do not see them, as they do not see the solutions that they come from.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace quadrille::query {

// The values of some variables. rows[i][k]: the term of variables[k] as SPARQL has it.
struct ValuesBlock {
  std::vector<std::string> variables;  // without '?'
  std::span<const std::vector<std::string>> rows;
};

// `columns` are variables in scope of `group` ("{ ... }"), without '?'; none: as many rows, of something. No values if
// they have no variables.
std::string service_query(const std::string& group, const std::vector<std::string>& columns, const ValuesBlock& values);

// How many of `rows` go into one question: at least one, at most kBatchRows, of together at most kBatchBytes.
inline constexpr std::size_t kBatchRows = 256;
inline constexpr std::size_t kBatchBytes = 64 << 10;
std::size_t batch_size(std::span<const std::vector<std::string>> rows);

}  // namespace quadrille::query
