#pragma once

// /mcp: the tools of server/mcp for the database, with the rights of the caller. Whatever these are, the tools only
// read. Pages of other origins are refused as for writes (E3), so that no page drives the tools of a browser's user.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

void serve_mcp(Service& service, Exchange& exchange);

}  // namespace quadrille::server
