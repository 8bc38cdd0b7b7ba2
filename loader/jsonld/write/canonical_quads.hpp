#pragma once

// CanonicalQuads reads quads whose terms are texts in canonical N-Triples, as the lines of dumps and the columns of
// answers have them, so that they can be written as JSON-LD.
//
//   CanonicalQuads quads;
//   writer.add(out, quads.quad("<http://g>", "<http://s>", "<http://p>", "\"a\""));
//
// Local. Cost: a pass over the texts; only those with escapes are copied.

#include <array>
#include <string_view>

#include "base/canonical_term.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld {

class CanonicalQuads {
 public:
  // The default graph is empty. The quad points into the texts and into this object, and is valid until the next call.
  // Precondition: append_ntriples() has written the texts.
  QuadView quad(std::string_view graph, std::string_view subject, std::string_view predicate, std::string_view object);
  // Passes on the quads of lines "graph subject predicate object ." with their line ends.
  void lines(std::string_view lines, QuadSink& sink);
  // The same of lines of canonical N-Quads: "subject predicate object graph .", with their line ends.
  void nquads(std::string_view lines, QuadSink& sink);

 private:
  void read_triple(CanonicalTermReader& reader, QuadView& quad);

  std::array<TermBytes, 4> bytes_;
};

}  // namespace quadrille::jsonld
