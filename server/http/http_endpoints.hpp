#pragma once

// The table of paths, their methods and their handlers.
//
//   path       methods                              use
//   /          GET HEAD                             a page for users, with a query form
//   /sparql    GET HEAD POST                        queries and updates by the SPARQL 1.1 Protocol; GET without a
//                                                   query: the service description (service_description.hpp), or for
//                                                   browsers the page of /
//   /update    POST                                 updates alone, for clients that have two addresses
//   /data      GET HEAD PUT POST DELETE PATCH       the graphs, by the Graph Store Protocol; so do all paths below
//   /rules     GET HEAD PUT POST DELETE             the rules of the database, and those below it their texts
//                                                   (rules_protocol.hpp); POST /rules/check: checks a text
//   /why       GET HEAD POST                        why a quad is there: the rules and quads from which it follows
//   /jobs      GET HEAD POST DELETE                 queries and updates that no client waits for, and those below it
//                                                   (jobs_protocol.hpp)
//   /admin/... POST                                 compaction, backup (administration.hpp)
//   /health    GET HEAD                             the engine's state as JSON; answered even when all connections are
//                                                   taken
//
// OPTIONS works at every path, and pages of other origins may read every answer (CORS). Only the server's own pages,
// pages of allowed origins, and programs may change data: there are no passwords, so a write of a page of another
// origin (by the header Origin) gets 403. Otherwise any page open in a browser could change the database of that
// machine. /admin is only for the server's own pages.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/engine.hpp"
#include "server/http/http_exchange.hpp"
#include "server/http/relay.hpp"
#include "server/http/sparql_protocol.hpp"

namespace quadrille::server {

class JobTable;

struct Service {
  Engine& engine;
  ProtocolSettings protocol;
  std::vector<std::string> allow_origins;  // origins whose pages may change data; in lower case
  std::optional<RelayTarget> first;        // of a listener of another group than image 0's: image 0's
  JobTable* jobs = nullptr;                // of image 0's listener
};

struct Endpoint {
  std::string_view path;
  std::string_view methods;  // as in the header Allow
  bool below;                // also all paths below
  bool always;               // answered even when all connections are taken
  bool by_first;             // image 0's listener answers; others relay
  void (*run)(Service&, Exchange&);
};

const Endpoint* find_endpoint(std::string_view path);
bool takes_method(const Endpoint& endpoint, std::string_view method);

// Answers requests that need no handler: unknown path 404, wrong method 405, OPTIONS 204. Returns false if the endpoint
// must answer.
bool answer_generally(const Endpoint* endpoint, Exchange& exchange);

// Runs the endpoint; an exception becomes the answer, except Elsewhere, which is passed on. While the engine is
// starting, answers 503.
void run_endpoint(const Endpoint& endpoint, Service& service, Exchange& exchange);

// For the endpoints' functions.
// The parts of the request that read_operation() reads.
ProtocolMessage protocol_message(Exchange& exchange, std::string body);
// Runs `answer`, which writes to the sink, and sends its output.
void stream_answer(Exchange& exchange, const std::function<void(AnswerSink&)>& answer);
// Throws StatusError(403) if a browser sends the request for a page of another origin.
void require_own_origin(const HttpRequest& request);
// The same, but also accepts pages of the origins that may change data.
void require_allowed_origin(const Service& service, const HttpRequest& request);
// {"version":7,"inserted":2,"deleted":0}; of a database with rules also "inferred":{"inserted":5,"deleted":1}
std::string write_result_json(const WriteResult& result);

}  // namespace quadrille::server
