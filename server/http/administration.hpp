#pragma once

// What is done to the server itself, over HTTP:
//
//   POST /admin/compact?kind=merge|rebuild      a new generation of files                Engine::compact
//   POST /admin/backup?target=FOLDER            a backup, in a folder of the server's machine; &copy=true: no links
//
// For programs on the server's own machine alone: a client of another one gets 403, and so do pages that a browser
// shows (http_endpoints.hpp). Answered with a JSON object when it is done.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void serve_compact(Service& service, Exchange& exchange);
void serve_backup(Service& service, Exchange& exchange);

}  // namespace quadrille::server
