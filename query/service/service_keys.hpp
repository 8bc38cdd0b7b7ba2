#pragma once

// ServiceKeys are the values that are sent to a service: the different values to which the rows of a query bind the
// variables that they share with it.
//
//   rows of all members --(each row once)--> terms --> first member --(each text once)--> ServiceKeys
//
// Terms are sent in SPARQL's form, since other servers have no HURIs. A blank node means nothing to another server, so
// it is not sent. If the service always binds its variable, a row with a blank node has no partner there and is left
// out.

#include <string>
#include <vector>

#include "query/operators/bind_join_rows.hpp"

namespace quadrille::query {

struct ServiceColumn {
  VariableId variable = 0;
  std::string name;      // without '?'
  bool certain = false;  // bound in all answers of the service
};

// The rows for one endpoint.
struct EndpointKeys {
  Huri endpoint;     // kUnbound if it is unbound, or if all rows have the same endpoint
  std::string iri;   // its IRI; empty if it is not an IRI
  std::string text;  // the endpoint as SPARQL has it
  // At least one row. Terms as SPARQL has them, one cell a column; empty: unbound, or a term that cannot be sent.
  std::vector<std::vector<std::string>> rows;
};

struct ServiceKeys {
  bool too_many = false;  // more than kMostKeys on one member: then there are no rows here
  std::vector<EndpointKeys> endpoints;
};

// The largest number of rows that are sent; with more, all solutions of the service are requested.
inline constexpr std::size_t kMostKeys = 10'000;

// Collective. Returns the keys on the first member, nothing on the others. `endpoint`: the variable that holds the
// endpoint, if it is a variable; like all of `columns`, it is a column of `bind_join_rows`, which has been filled.
ServiceKeys gather_service_keys(Context& context, const BindJoinRows& bind_join_rows,
                                std::optional<VariableId> endpoint, const std::vector<ServiceColumn>& columns);

// Rows of different keys, all bound in the columns that are left, so that no solution of a service is compatible with
// two.
struct BoundKeys {
  std::vector<std::size_t> columns;            // places in ServiceColumn's list
  std::vector<std::vector<std::string>> rows;  // empty without columns: no variable is bound in all rows
};
BoundKeys bound_keys(const EndpointKeys& keys);

}  // namespace quadrille::query
