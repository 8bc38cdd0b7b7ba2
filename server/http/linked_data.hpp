#pragma once

// Linked data (--linked-data PREFIX): resources whose IRIs begin with the prefix answer at their own address, a browser
// with their page in the workbench, programs with the triples that describe them (Berners-Lee, "Linked Data", 2006).
//
//   PREFIX  https://data.example.org/id/        GET /id/ann   ->  https://data.example.org/id/ann
//
// Only the path counts: behind a proxy the server may have another scheme and host. Addresses of the server and of its
// databases come first.

#include <string_view>

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

// The row of endpoints() for a path below the prefix; nullptr: it is not below it, or there is no prefix.
const Endpoint* find_linked_data(const Service& service, std::string_view raw_path);

void show_resource(Service& service, Exchange& exchange);

}  // namespace quadrille::server
