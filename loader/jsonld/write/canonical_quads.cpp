#include "loader/jsonld/write/canonical_quads.hpp"

#include "base/assert.hpp"

namespace quadrille::jsonld {

namespace {

TermView canonical_term(CanonicalTermReader& reader, TermBytes& bytes) {
  const auto term = reader.next(bytes);
  QUADRILLE_ASSERT(term, "the text of a term is canonical");
  return *term;
}

TermView canonical_term(std::string_view text, TermBytes& bytes) {
  CanonicalTermReader reader(text);
  return canonical_term(reader, bytes);
}

}  // namespace

QuadView CanonicalQuads::quad(std::string_view graph, std::string_view subject, std::string_view predicate,
                              std::string_view object) {
  QuadView quad;
  if (!graph.empty()) quad.graph = canonical_term(graph, bytes_[0]);
  quad.subject = canonical_term(subject, bytes_[1]);
  quad.predicate = canonical_term(predicate, bytes_[2]);
  quad.object = canonical_term(object, bytes_[3]);
  return quad;
}

void CanonicalQuads::lines(std::string_view lines, QuadSink& sink) {
  CanonicalTermReader reader(lines);
  while (reader.place() < lines.size()) {
    QuadView quad;
    if (!reader.take(" ")) {
      quad.graph = canonical_term(reader, bytes_[0]);
      reader.take(" ");
    }
    read_triple(reader, quad);
    QUADRILLE_ASSERT(reader.take(".\n"), "a line ends in a point");
    sink.quad(quad);
  }
}

void CanonicalQuads::nquads(std::string_view lines, QuadSink& sink) {
  CanonicalTermReader reader(lines);
  while (reader.place() < lines.size()) {
    QuadView quad;
    read_triple(reader, quad);
    if (!reader.take(".\n")) {
      quad.graph = canonical_term(reader, bytes_[0]);
      QUADRILLE_ASSERT(reader.take(" .\n"), "a line ends in a point");
    }
    sink.quad(quad);
  }
}

// With the space behind each term.
void CanonicalQuads::read_triple(CanonicalTermReader& reader, QuadView& quad) {
  TermView* const terms[] = {&quad.subject, &quad.predicate, &quad.object};
  for (std::size_t column = 0; column < 3; ++column) {
    *terms[column] = canonical_term(reader, bytes_[column + 1]);
    reader.take(" ");
  }
}

}  // namespace quadrille::jsonld
