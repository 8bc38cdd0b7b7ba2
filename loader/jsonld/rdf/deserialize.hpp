#pragma once

// Deserializes a node map to quads (JSON-LD 1.1 API, 8.1 to 8.3): the literal algorithm, which the direct one is
// compared with. What RDF cannot have is left out, as the specification says: relative references, malformed IRIs and
// language tags, and blank nodes as predicates.

#include "loader/jsonld/flatten/node_map.hpp"
#include "loader/jsonld/rdf/rdf_direction.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld {

// Local. `blank_nodes` is that of the node map. Temporary values lie in `arena`.
void deserialize(const NodeMap& map, RdfDirection rdf_direction, BlankNodes& blank_nodes, Arena& arena, QuadSink& sink);

}  // namespace quadrille::jsonld
