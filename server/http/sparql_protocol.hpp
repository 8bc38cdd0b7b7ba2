#pragma once

// Reads the operations of the SPARQL 1.1 Protocol (2.1, 2.2): makes a QueryRequest or an UpdateRequest from the parts
// of an HTTP request.
//
//   GET                                                query=... in the URL                          2.1.1
//   POST application/x-www-form-urlencoded             query=... in the body                         2.1.2
//   POST application/sparql-query                      the body is the query                         2.1.3
//   POST application/x-www-form-urlencoded             update=... in the body                        2.2.1
//   POST application/sparql-update                     the body is the update                        2.2.2
//
// Parameters, each at most once except the graphs and the formats:
//
//   of queries     query, default-graph-uri, named-graph-uri (an empty one counts as absent); and our own:
//                  format, also under the names of other servers (take_format() of request_parameters.hpp): the first
//                  suitable one of several; pretty, profile, context (take_layout()); explain (plan, rules or
//                  profile: an explanation instead of the answer), union-default-graph (on or off; on: the
//                  default graph is the union of all graphs), infer (true, false or only: with inferred quads,
//                  without them, these alone)
//   of updates     update, using-graph-uri, using-named-graph-uri
//   of both        timeout (read_timeout()): our own. A query without it has the server's; an update without it has
//                  no limit
//                  default-prefixes (on or off; on: well-known prefixes need no declaration): our own
//
// Parameters of the URL also apply to POSTs, but an update in a URL is refused. The graph parameters of one operation
// are refused for the other, since they would not have the intended effect. Other parameters are ignored.

#include <string>
#include <string_view>
#include <variant>

#include "server/http/engine.hpp"

namespace quadrille::server {

struct ProtocolMessage {
  bool post = false;
  std::string_view query_string = {};  // of the URL, after '?', still encoded
  std::string_view content_type = {};  // of a POST
  std::string_view accept = {};
  std::string body = {};  // of a POST
  std::string iri = {};   // of the request; resolves relative IRIs if the settings have no base
};

struct ProtocolSettings {
  double default_timeout_seconds = 60;    // of queries that set none
  double longest_timeout_seconds = 3600;  // the maximum in requests
  std::string base;                       // see QueryRequest
};

enum class Takes { queries_and_updates, queries, updates };

using Operation = std::variant<QueryRequest, UpdateRequest>;

// Throws StatusError: 400 for no or two queries or updates, for malformed encoding, timeout or graph, for a query at an
// endpoint for updates and the reverse, for an update by GET; 415 for another content type or charset.
Operation read_operation(ProtocolMessage message, const ProtocolSettings& settings,
                         Takes takes = Takes::queries_and_updates);

}  // namespace quadrille::server
