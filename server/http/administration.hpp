#pragma once

// The administration of the server over HTTP:
//
//   POST /admin/compact?kind=merge|rebuild      a new generation of files                Engine::compact
//   POST /admin/backup?target=FOLDER            a backup, in a folder of the server's machine; &copy=true: no links
//   POST /admin/reload                          reads the settings again                 Reload
//   GET /admin/settings[?format=toml]           the settings, their values and origins
//
// It needs the right admin (http_endpoints.hpp), which anonymous callers never have; commands on the same machine
// have the run credential (server/engine/run_credential.hpp). The answer is a JSON object, sent at the end.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void serve_compact(Service& service, Exchange& exchange);
void serve_backup(Service& service, Exchange& exchange);
// A mistake in the settings is a 400 with a message; then nothing has changed.
void serve_reload(Service& service, Exchange& exchange);
void show_settings(Service& service, Exchange& exchange);

// The last messages of the server: {"lines": ["[2026-11-29 10:00:00.000] warning: ..."]}; `lines` limits their number.
void show_log(Service& service, Exchange& exchange);
// 202; the server then ends as after Control-C.
void stop_server(Service& service, Exchange& exchange);

}  // namespace quadrille::server
