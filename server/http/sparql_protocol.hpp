#pragma once

// The operations of the SPARQL 1.1 Protocol (2.1, 2.2): from the parts of an HTTP request to a QueryRequest or an
// UpdateRequest.
//
//   GET                                                query=... in the URL                          2.1.1
//   POST application/x-www-form-urlencoded             query=... in the body                         2.1.2
//   POST application/sparql-query                      the body is the query                         2.1.3
//   POST application/x-www-form-urlencoded             update=... in the body                        2.2.1
//   POST application/sparql-update                     the body is the update                        2.2.2
//
// Parameters, each at most once but the graphs and the forms:
//
//   of queries     query, default-graph-uri, named-graph-uri (where these are empty, they are not there); and ours:
//                  format, also by the names that others have for it (take_format() of request_parameters.hpp): of
//                  several forms the first that suits; explain (plan or profile: an explanation instead of the answer),
//                  union-default-graph (on or off: whether the default graph is the union of all graphs)
//   of updates     update, using-graph-uri, using-named-graph-uri
//   of both        timeout (read_timeout()): ours. A query that names none has the server's; an update may take its
//                  time
//                  default-prefixes (on or off): ours. Whether prefixes that everybody knows need no declaration
//
// Those of the URL count for POSTs too, but no update is taken from a URL. The graphs of one operation are refused for
// the other, since they would not do what was meant. Other parameters are left alone.

#include <string>
#include <string_view>
#include <variant>

#include "server/http/engine.hpp"

namespace quadrille::server {

struct ProtocolMessage {
  bool post = false;
  std::string_view query_string = {};  // of the URL, behind '?', still encoded
  std::string_view content_type = {};  // of a POST
  std::string_view accept = {};
  std::string body = {};  // of a POST
  std::string iri = {};   // of the request; resolves relative IRIs where the settings say nothing else
};

struct ProtocolSettings {
  double default_timeout_seconds = 60;    // of queries that name none
  double longest_timeout_seconds = 3600;  // requests may not ask for more
  std::string base;                       // see QueryRequest
};

enum class Takes { queries_and_updates, updates };

using Operation = std::variant<QueryRequest, UpdateRequest>;

// Throws StatusError: 400 without or with two queries or updates, for malformed encoding, timeout or graph, for a query
// where only updates are taken, for an update by GET; 415 for another content type or charset.
Operation read_operation(ProtocolMessage message, const ProtocolSettings& settings,
                         Takes takes = Takes::queries_and_updates);

}  // namespace quadrille::server
