#pragma once

// For tests: the quads of a text in N-Quads.

#include <string>

#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld::testing {

// Throws the first error.
void read_nquads(const std::string& text, QuadSink& sink);

}  // namespace quadrille::jsonld::testing
