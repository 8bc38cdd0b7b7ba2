#pragma once

// StoredTriples keeps triples until the text that they come from is known to be well-formed: one buffer of bytes, and
// for each term the places of its parts.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/quad_sink.hpp"

namespace quadrille::detail {

class StoredTriples {
 public:
  void add(TermView subject, TermView predicate, TermView object) {
    triples_.push_back({stored(subject), stored(predicate), stored(object)});
  }

  // Passes all triples to `sink`, as quads of `graph`, and removes them.
  void give(std::optional<TermView> graph, QuadSink& sink) {
    for (const Triple& triple : triples_) {
      sink.quad({view(triple.subject), view(triple.predicate), view(triple.object), graph});
    }
    bytes_.clear();
    triples_.clear();
  }

 private:
  struct Piece {
    std::size_t begin = 0, size = 0;
  };
  struct StoredTerm {
    TermKind kind = TermKind::iri;
    Piece text, datatype, language;
  };
  struct Triple {
    StoredTerm subject, predicate, object;
  };

  Piece stored(std::string_view text) {
    const std::size_t begin = bytes_.size();
    bytes_ += text;
    return {begin, text.size()};
  }
  StoredTerm stored(TermView term) {
    return {term.kind, stored(term.text), stored(term.datatype), stored(term.language)};
  }
  std::string_view view(Piece piece) const { return std::string_view(bytes_).substr(piece.begin, piece.size); }
  TermView view(const StoredTerm& term) const {
    return {term.kind, view(term.text), view(term.datatype), view(term.language)};
  }

  std::string bytes_;
  std::vector<Triple> triples_;
};

}  // namespace quadrille::detail
