#pragma once

// What is at which path.
//
//   path       methods             what
//   /          GET HEAD            a page for people: what this is, and a form to ask
//   /sparql    GET HEAD POST       the query operation of the SPARQL 1.1 Protocol
//   /health    GET HEAD            the engine's state as JSON; answered even when all connections are taken
//
// OPTIONS is answered everywhere, and every answer may be read by pages of other origins (CORS): nothing here needs
// a password, and nothing changes data.

#include <span>
#include <string_view>

#include "server/engine.hpp"
#include "server/http_exchange.hpp"
#include "server/sparql_protocol.hpp"

namespace quadrille::server {

struct Service {
  Engine& engine;
  ProtocolSettings protocol;
};

struct Endpoint {
  std::string_view path;
  std::string_view methods;  // as in the header Allow
  bool takes_post;
  bool always;  // answered even when all connections are taken
  void (*run)(Service&, Exchange&);
};

std::span<const Endpoint> all_endpoints();
const Endpoint* find_endpoint(std::string_view path);

// Answers what needs no endpoint's function: unknown path 404, method that the endpoint does not have 405, OPTIONS 204.
// false: it is for the endpoint to answer.
bool answer_generally(const Endpoint* endpoint, Exchange& exchange);

// Runs the endpoint; what it throws becomes the answer.
void run_endpoint(const Endpoint& endpoint, Service& service, Exchange& exchange);

}  // namespace quadrille::server
