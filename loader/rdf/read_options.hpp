#pragma once

// What the user may say about how documents are read.

#include <optional>
#include <string>

#include "base/term.hpp"

namespace quadrille {

struct ReadOptions {
  // What relative IRIs are relative to (`--base IRI`). Empty: Turtle, TriG and RDF/XML take the file's own file:// IRI;
  // N-Triples and N-Quads have no relative IRIs, so there such a line is malformed.
  std::string base;

  // Where the triples of N-Triples, Turtle and RDF/XML go (`--graph IRI`). Empty: to the default graph. N-Quads and
  // TriG name their graphs themselves.
  std::string default_graph;

  std::optional<TermView> graph_of_triples() const {
    return default_graph.empty() ? std::nullopt : std::optional(TermView::iri(default_graph));
  }
};

}  // namespace quadrille
