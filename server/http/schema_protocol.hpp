#pragma once

// The schema of the data (server/schema): as JSON at /schema, as RDF at /.well-known/void and in the description of the
// service. What a caller gets is of the graphs that he may read.
//
//   part=all (the default), counts         the second part takes a pass over the data
//   older=on                               one of an older version will do, which says so, if there is one
//   default-graph-uri, union-default-graph, infer, timeout, query-id    as of a query

#include "server/http/http_endpoints.hpp"
#include "server/http/schema_cache.hpp"

namespace quadrille::server {

void serve_schema(Service& service, Exchange& exchange);
void serve_void(Service& service, Exchange& exchange);

// The schema of the default graph, or of `graph` if that is not empty. On a time-out the first part alone.
SchemaCache::Kept schema_for_tools(Service& service, Exchange& exchange, const std::string& graph);

// The first part of the schema of the default graph, for messages.
SchemaCache::Kept schema_counts(Service& service, Exchange& exchange);

// For the description of the service: the whole schema of this version if somebody has asked for it before, else the
// first part.
SchemaCache::Kept known_schema(Service& service, Exchange& exchange);

}  // namespace quadrille::server
