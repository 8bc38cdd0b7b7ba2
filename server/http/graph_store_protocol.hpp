#pragma once

// The SPARQL 1.1 Graph Store HTTP Protocol at /data: the graph of a request, and its operation.
//
//   /data?default          the default graph                                             4.2, indirect
//   /data?graph=IRI        the graph IRI, which is absolute
//   /data/any/path         the graph http://HOST/data/any/path: the IRI of the request    4.1, direct
//   /data                  all graphs, as quads; POST of triples makes a graph and names it in Location  5.5
//
//             default graph    named graph               no graph named
//   GET HEAD  200              200, 404                  200 N-Quads, TriG or JSON-LD
//   PUT       200              201 made, 200 replaced    200 quads replace everything; otherwise 400
//   POST      200              201 made, 200             200 quads; 201 triples; 400 an empty path below
//   DELETE    200              200, 404                  400: use the update DROP ALL instead
//   PATCH     200              201 made, 200             400
//
// Quads are bodies in N-Quads, TriG and JSON-LD, whatever they contain.
// Writes answer with a line of JSON: {"version":7,"inserted":2,"deleted":0}; version is the first state with the
// change. Bodies are RDF by their Content-Type (media_type.hpp), several documents as multipart/form-data or mixed, and
// may be of any size; PATCH has SPARQL Update (application/sparql-update), which acts on the graph alone. Relative IRIs
// are relative to the graph's IRI, in the default graph to the request's. Our own parameters: format (turtle, nt, rdf,
// jsonld; without a graph nq, trig, jsonld), pretty, profile and context (take_layout()), timeout, infer (of GET: true,
// false or only, as for queries; by default false, so that a copy has no inferred quads).

#include "server/http/http_endpoints.hpp"
#include "server/http/url_encoding.hpp"

namespace quadrille::server {

// The graph of a request; its kind is dataset if none is named. Throws StatusError(400).
GraphTarget read_graph_target(const HttpRequest& request, const Parameters& parameters);

// For the table of endpoints.
void show_graph(Service& service, Exchange& exchange);
void put_graph(Service& service, Exchange& exchange);
void post_graph(Service& service, Exchange& exchange);
void delete_graph(Service& service, Exchange& exchange);
void patch_graph(Service& service, Exchange& exchange);

}  // namespace quadrille::server
