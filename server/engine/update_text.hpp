#pragma once

// The operations of an UpdateRequest: its parsed text, with the parameters of the request applied.
//
//   using-graph-uri, using-named-graph-uri   become the USING of every DELETE/INSERT ... WHERE; a text with USING or
//                                            WITH is refused (SPARQL 1.1 Protocol, 2.2.3)
//   PATCH of a graph                         replaces the default graph: WITH it, INTO it, CLEAR it; an operation that
//                                            names another graph is refused (Graph Store Protocol, 5.7)

#include "parser/query.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// Local; the same on every image. Throws Error(syntax) with line and column, Error(user) for refused operations.
parser::Update parse_update_request(const UpdateRequest& request,
                                    const parser::DefaultPrefixes& prefixes = parser::DefaultPrefixes::none);

}  // namespace quadrille::server
