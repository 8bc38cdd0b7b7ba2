#pragma once

// The administration of the server over HTTP:
//
//   POST /admin/compact?kind=merge|rebuild      a new generation of files                Engine::compact
//   POST /admin/backup?target=FOLDER            a backup, in a folder of the server's machine; &copy=true: no links
//
// Only programs on the server's own machine may use it: clients of other machines get 403, and so do pages in a browser
// (http_endpoints.hpp). The answer is a JSON object, sent at the end.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void serve_compact(Service& service, Exchange& exchange);
void serve_backup(Service& service, Exchange& exchange);

}  // namespace quadrille::server
