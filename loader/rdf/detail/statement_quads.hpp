#pragma once

// StatementQuads keeps the quads of one statement until the whole statement is known to be well-formed: one buffer of
// bytes, and for each term the places of its parts. A malformed statement has no quads.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/quad_sink.hpp"

namespace quadrille::detail {

struct Piece {
  std::size_t begin = 0, size = 0;
};

struct StoredTerm {
  TermKind kind = TermKind::iri;
  Piece text, datatype, language;
};

struct StoredQuad {
  StoredTerm subject, predicate, object;
  std::optional<StoredTerm> graph;
  bool same_subject = false, same_predicate = false;
};

struct StatementQuads {
  std::string bytes;
  std::vector<StoredQuad> quads;

  void clear() {
    bytes.clear();
    quads.clear();
  }
  Piece add(std::string_view text) {
    const std::size_t begin = bytes.size();
    bytes += text;
    return {begin, text.size()};
  }
  StoredTerm add(TermView term) { return {term.kind, add(term.text), add(term.datatype), add(term.language)}; }
  void add(const QuadView& quad) {
    StoredQuad stored{add(quad.subject), add(quad.predicate), add(quad.object), std::nullopt};
    if (quad.graph) stored.graph = add(*quad.graph);
    quads.push_back(stored);
  }
  std::string_view view(Piece piece) const { return std::string_view(bytes).substr(piece.begin, piece.size); }
  TermView view(const StoredTerm& term) const {
    return {term.kind, view(term.text), view(term.datatype), view(term.language)};
  }
  // `graph_of_triples`: the graph of quads without one.
  QuadView view(const StoredQuad& quad, std::optional<TermView> graph_of_triples) const {
    return {view(quad.subject), view(quad.predicate),
            view(quad.object),  quad.graph ? std::optional(view(*quad.graph)) : graph_of_triples,
            quad.same_subject,  quad.same_predicate};
  }
};

}  // namespace quadrille::detail
