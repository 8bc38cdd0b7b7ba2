#pragma once

// The user's options for reading documents.

#include <optional>
#include <string>

#include "base/term.hpp"

namespace quadrille::jsonld {
class RemoteContexts;
}

namespace quadrille {

struct ReadOptions {
  // The base of relative IRIs (`--base IRI`). Empty: Turtle, TriG, RDF/XML and JSON-LD use the file's own file:// IRI.
  // N-Triples and N-Quads have no relative IRIs, so such a line is malformed there.
  std::string base;

  // The graph for the triples of N-Triples, Turtle and RDF/XML (`--graph IRI`). Empty: the default graph. N-Quads,
  // TriG and JSON-LD name their graphs themselves.
  std::string default_graph;

  // Loads the contexts that JSON-LD names by IRI; nullptr: they are errors. Outlives the reader.
  jsonld::RemoteContexts* contexts = nullptr;

  // Reads the quoted triples of RDF-star (`--rdf-star`, quoted_triple.hpp); without it, they are malformed in lines.
  bool rdf_star = false;

  // The context of a document in JSON-LD that is elsewhere, as a Link header names it; empty: none.
  std::string context_iri = {};

  std::optional<TermView> graph_of_triples() const {
    return default_graph.empty() ? std::nullopt : std::optional(TermView::iri(default_graph));
  }
};

}  // namespace quadrille
