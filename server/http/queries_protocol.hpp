#pragma once

// The running requests of the server: GET /admin/queries lists them, DELETE /admin/queries/ID ends one.
//
// A user sees and ends those of his own, an administrator all. Anonymous users have no name: one of them sees the
// anonymous requests from his own address. Queries and updates are listed, graphs, rules and proofs; not the requests
// that administer the server.
//
//   {"queries":[{"id":"...","kind":"query","user":"ann","client":"192.0.2.1","database":"notes","text":"SELECT ...",
//     "text_bytes":120,"began":"2026-11-29T10:00:00Z","stage":"running","seconds":3.2,
//     "waiting_seconds":0.1,"planning_seconds":0.02,"running_seconds":3.08,"sending_seconds":0,
//     "rows":0,"memory_bytes":1048576,"peak_memory_bytes":2097152,"cancelled":false}]}

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void list_queries(Service& service, Exchange& exchange);
// 404 if there is no such request that the caller may end. 202 with the requests that end now.
void cancel_query(Service& service, Exchange& exchange);
// GET /admin/queries/ID/progress: server-sent events (HTML, 9.2), five a second, as long as the request runs. Each has
// the members of the list and the steps of the plan, those that return rows to another one behind it:
//
//   event: progress
//   data: {"id":"...",...,"steps":[{"step":"Group","depth":0,"expected_rows":1,"rows":0},...]}
//
//   event: end
//   data: {}
void stream_progress(Service& service, Exchange& exchange);

}  // namespace quadrille::server
