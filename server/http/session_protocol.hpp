#pragma once

// /session returns the user of a request, and makes a token that a page in a browser uses instead of the password.
//
//   GET    {"user": "ann", "how": "password", "accounts": true, "reads": true, "writes": false, "administers": false,
//          "map_tiles": {"address": "https://tile.example.org/{z}/{x}/{y}.png", "attribution": "..."}}; or null
//   POST   {"user": "ann", "token": "qds_...", "seconds": 28800}; with a name and password (HTTP Basic) alone
//
// The rights are those on the database: `reads` and `writes` if there is a graph of it that the user may read or write.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void show_session(Service& service, Exchange& exchange);
void begin_session(Service& service, Exchange& exchange);

}  // namespace quadrille::server
