#pragma once

// The query operation of the SPARQL 1.1 Protocol (2.1): from the parts of an HTTP request to a QueryRequest.
//
//   GET                                                query=... in the URL                          2.1.1
//   POST application/x-www-form-urlencoded             query=... in the body                         2.1.2
//   POST application/sparql-query                      the body is the query                         2.1.3
//
// Parameters, each at most once but the graphs: query, default-graph-uri, named-graph-uri; and ours: format (see
// query/results/result_format.hpp), timeout (seconds). Those of the URL count for both forms of POST too. Others are
// left alone. `update` and application/sparql-update are answered with 501.

#include <string>
#include <string_view>

#include "server/engine.hpp"

namespace quadrille::server {

struct ProtocolMessage {
  bool post = false;
  std::string_view query_string = {};  // of the URL, behind '?', still encoded
  std::string_view content_type = {};  // of a POST
  std::string_view accept = {};
  std::string_view body = {};  // of a POST
};

struct ProtocolSettings {
  double default_timeout_seconds = 60;    // of requests that name none
  double longest_timeout_seconds = 3600;  // requests may not ask for more
  std::string base;                       // see QueryRequest
};

// Throws StatusError: 400 without or with two queries, for malformed encoding, timeout or graph; 415 for another
// content type or charset; 501 for updates.
QueryRequest read_query(const ProtocolMessage& message, const ProtocolSettings& settings);

}  // namespace quadrille::server
