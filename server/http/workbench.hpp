#pragma once

// Serves the workbench: its page and the files that the page loads, which are compiled into the program
// (web_assets.hpp). They have nothing of the data and need no right: the page sends its requests as other clients do.
//
//   /                 index.html; browsers ask each time whether it has changed (ETag)
//   /assets/NAME      a file whose name depends on its content, so that browsers keep it

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

// If the workbench was not built, a page with a form that says why.
void show_front_page(Service& service, Exchange& exchange);

void show_asset(Service& service, Exchange& exchange);

}  // namespace quadrille::server
