#pragma once

// What is at which path.
//
//   path       methods                              what
//   /          GET HEAD                             a page for people: what this is, and a form to ask
//   /sparql    GET HEAD POST                        queries and updates by the SPARQL 1.1 Protocol; GET without a
//                                                   query: what this endpoint can do (service_description.hpp), to
//                                                   browsers the same page as at /
//   /update    POST                                 updates alone, for clients that have two addresses
//   /data      GET HEAD PUT POST DELETE PATCH       the graphs, by the Graph Store Protocol; so do all paths below
//   /admin/... POST                                 compaction, backup (administration.hpp)
//   /health    GET HEAD                             the engine's state as JSON; answered even when all connections are
//                                                   taken
//
// OPTIONS is answered everywhere, and every answer may be read by pages of other origins (CORS). But data are changed
// by the server's own pages, by those of origins that it allows, and by programs alone: nothing here needs a password,
// so a write that a browser sends for a page of another origin (the header Origin says so) is answered with 403.
// Otherwise any page that is looked at could change the database of the machine that it is looked at on. /admin is for
// its own.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/engine.hpp"
#include "server/http/http_exchange.hpp"
#include "server/http/sparql_protocol.hpp"

namespace quadrille::server {

struct Service {
  Engine& engine;
  ProtocolSettings protocol;
  std::vector<std::string> allow_origins;  // whose pages may change data; in lower case
};

struct Endpoint {
  std::string_view path;
  std::string_view methods;  // as in the header Allow
  bool below;                // also all paths below
  bool always;               // answered even when all connections are taken
  void (*run)(Service&, Exchange&);
};

const Endpoint* find_endpoint(std::string_view path);
bool takes_method(const Endpoint& endpoint, std::string_view method);

// Answers what needs no endpoint's function: unknown path 404, method that the endpoint does not have 405, OPTIONS 204.
// false: it is for the endpoint to answer.
bool answer_generally(const Endpoint* endpoint, Exchange& exchange);

// Runs the endpoint; what it throws becomes the answer. An engine that is still starting is not asked: 503.
void run_endpoint(const Endpoint& endpoint, Service& service, Exchange& exchange);

// For the endpoints' functions.
// Runs `answer`, which writes to the sink, and sends what it writes.
void stream_answer(Exchange& exchange, const std::function<void(AnswerSink&)>& answer);
// Throws StatusError(403) for a request that a browser sends for a page of another origin.
void require_own_origin(const HttpRequest& request);
// The same, but for pages of the origins that may change data.
void require_allowed_origin(const Service& service, const HttpRequest& request);
// {"version":7,"inserted":2,"deleted":0}
std::string write_result_json(const WriteResult& result);

}  // namespace quadrille::server
