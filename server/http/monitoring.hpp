#pragma once

// The addresses for those who watch a server:
//
//   GET /metrics    all figures of this process and of its engine, in the text format of Prometheus 0.0.4
//   GET /ready      200 if queries are answered; 503 while the server starts, recovers or stops
//   GET /health     the state as JSON (http_endpoints.cpp)
//
// On the main listener /metrics needs the right `metrics`. The listener of --admin-listen has these three addresses
// alone. Whoever reaches it may read them, without credentials, and has no other right. docs/metrics.md has all
// metrics; no text of a client becomes a label.

#include <memory>

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void show_metrics(Service& service, Exchange& exchange);
void show_ready(Service& service, Exchange& exchange);

// The caller of each request to the listener of --admin-listen: the right `metrics`, and no data.
const std::shared_ptr<const Caller>& monitor();

}  // namespace quadrille::server
