#pragma once

// The endpoint /why: why a quad is in the database.
//
//   GET /why?quad=ex:tom+a+ex:Animal&all=2&format=json
//
//   parameter   quad      the quad, in Turtle, TriG or N-Quads; required
//               all       so many more proofs (default: 0)
//               format    text, json or dot (default: by Accept, or text)
//               timeout   as of queries
//
// A POST may have the parameters as a form, or the quad as a body of type text/turtle, application/trig,
// application/n-triples, application/n-quads or text/plain.

#include "server/http/http_endpoints.hpp"

namespace quadrille::server {

// For the table of endpoints.
void serve_why(Service& service, Exchange& exchange);

}  // namespace quadrille::server
