#pragma once

// What a service is asked for: the different values that the rows of a query bind the variables to that they share with
// it.
//
//   rows of all members --(each row once)--> terms --> first member --(each text once)--> ServiceKeys
//
// Terms travel as they stand in SPARQL, since others know no HURIs. A blank node means nothing to another server, so it
// is no value; where the service binds its variable in any case, a row with one has no partner there and is left out.

#include <cstdint>
#include <string>
#include <vector>

#include "query/operators/bind_join_rows.hpp"

namespace quadrille::query {

struct ServiceColumn {
  VariableId variable = 0;
  std::string name;      // without '?'
  bool certain = false;  // bound in all that the service answers
};

// The rows that have one endpoint.
struct EndpointKeys {
  Huri endpoint;     // kUnbound if it is not bound, or if there is one endpoint for all
  std::string iri;   // its; empty if it is none
  std::string text;  // and as SPARQL has it
  // At least one. Terms as SPARQL has them, a cell a column; empty: unbound, or nothing that can be sent.
  std::vector<std::vector<std::string>> rows;
};

struct ServiceKeys {
  bool too_many = false;  // more than kMostKeys on one member: then there are none here
  std::vector<EndpointKeys> endpoints;
};

// Rows that are sent; with more the service is asked for all that it has.
inline constexpr std::size_t kMostKeys = 10'000;

// Collective. The keys on the first member, nothing on the others. `endpoint`: the variable that holds the endpoint, if
// one does; a column of `bind_join_rows`, as all of `columns` are. `bind_join_rows` has been filled.
ServiceKeys gather_service_keys(Context& context, const BindJoinRows& bind_join_rows,
                                std::optional<VariableId> endpoint, const std::vector<ServiceColumn>& columns);

// Rows of different keys, all bound in the columns that are left: so no solution of a service is compatible with two.
struct BoundKeys {
  std::vector<std::size_t> columns;            // places in ServiceColumn's list
  std::vector<std::vector<std::string>> rows;  // none, without columns: nothing is bound in all rows
};
BoundKeys bound_keys(const EndpointKeys& keys);

}  // namespace quadrille::query
