#pragma once

// For tests: a triple of the default graph.

#include <optional>
#include <string_view>

#include "loader/rdf/quad_sink.hpp"

namespace quadrille::testing {

inline QuadView triple(TermView subject, std::string_view predicate, TermView object) {
  return {subject, TermView::iri(predicate), object, std::nullopt};
}

}  // namespace quadrille::testing
