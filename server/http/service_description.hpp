#pragma once

// The description of this endpoint in RDF (SPARQL 1.1 Service Description): the answer to GET /sparql without a query.

#include <string>

#include "query/results/result_format.hpp"
#include "server/http/engine.hpp"
#include "server/schema/schema.hpp"

namespace quadrille::server {

// A whole document in `format`, which is one for graphs. `endpoint`: its IRI as the client sees it; empty: not known.
// `schema`: of the default graph.
std::string service_description(const EngineFeatures& features, const std::string& endpoint, const Schema& schema,
                                results::ResultFormat format);

}  // namespace quadrille::server
