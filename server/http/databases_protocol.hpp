#pragma once

// The addresses of the databases of a server (database_set.hpp):
//
//   GET    /admin/databases         those for which the caller has a right, by name:
//                                   {"databases":[{"name":"people","path":"/people","state":"serving","default":false,
//                                   "quads":7}]}; a damaged one has "reason" in place of "quads"
//   GET    /admin/databases/NAME    one of them
//   PUT    /admin/databases/NAME    makes it: 201
//   DELETE /admin/databases/NAME    drops it: {"dropped":"people"}
//
// The last two need the right admin on NAME.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void list_databases(Service& service, Exchange& exchange);
void show_database(Service& service, Exchange& exchange);
void create_database(Service& service, Exchange& exchange);
void drop_database(Service& service, Exchange& exchange);

}  // namespace quadrille::server
