#include "base/triple_term.hpp"

#include "base/assert.hpp"

namespace quadrille {

void append_triple_term(std::string& out, TermView subject, TermView predicate, TermView object) {
  out += "<<( ";
  for (const TermView& term : {subject, predicate, object}) {
    append_ntriples(out, term);
    out += ' ';
  }
  out += ")>>";
}

TripleParts::TripleParts(std::string_view text) {
  CanonicalTermReader reader(text);
  bool is_whole = reader.take("<<( ");
  for (int column = 0; column < 3 && is_whole; ++column) {
    const std::optional<TermView> term = reader.next(bytes_[column]);
    is_whole = term && reader.take(" ");
    if (term) terms_[column] = *term;
  }
  QUADRILLE_ASSERT(is_whole && reader.take(")>>") && reader.place() == text.size(), "the text of a triple term");
}

int depth_of_triple(std::string_view text) {
  const TripleParts parts(text);
  return parts.object().kind == TermKind::triple ? 1 + depth_of_triple(parts.object().text) : 1;
}

}  // namespace quadrille
