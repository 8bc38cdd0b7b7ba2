#pragma once

// /hints: likely mistakes in a query that has no solutions (server/schema/query_hints.hpp), for clients that have seen
// an answer without rows. The request is that of the query at /query; the query itself is not run.

#include <string>
#include <vector>

#include "server/http/http_endpoints.hpp"
#include "server/schema/query_hints.hpp"

namespace quadrille::server {

void serve_hints(Service& service, Exchange& exchange);

// The hints about a query, as far as its user may read the data. Throws Error(syntax) for a malformed query.
std::vector<Hint> hints_about(const QueryRequest& query, Service& service, Exchange& exchange);

}  // namespace quadrille::server
