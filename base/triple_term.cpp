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

void for_each_blank(TermView term, const std::function<void(TermView)>& visit) {
  if (term.kind == TermKind::blank) return visit(term);
  if (term.kind != TermKind::triple || term.text.find("_:") == term.text.npos) return;
  const TripleParts parts(term.text);
  for_each_blank(parts.subject(), visit);
  for_each_blank(parts.object(), visit);
}

std::string with_blank_labels(std::string_view text, const std::function<std::string(std::string_view)>& rename) {
  if (text.find("_:") == text.npos) return std::string(text);
  const TripleParts parts(text);
  std::string subject, object;
  const auto renamed = [&](TermView term, std::string& bytes) {
    if (term.kind == TermKind::blank) return TermView::blank(bytes = rename(term.text));
    if (term.kind != TermKind::triple) return term;
    bytes = with_blank_labels(term.text, rename);
    return TermView::triple(bytes);
  };
  std::string out;
  append_triple_term(out, renamed(parts.subject(), subject), parts.predicate(), renamed(parts.object(), object));
  return out;
}

std::string with_stored_labels(std::string_view text) {
  return with_blank_labels(text,
                           [](std::string_view label) { return std::string(blank_label(TermView::blank(label))); });
}

// An inner triple term is the object, so it ends where the outer one ends. Other terms do not end with a space and some
// characters, except within the quotes of a literal.
int depth_of_triple(std::string_view text) {
  constexpr std::string_view kEnd = " )>>";
  int depth = 0;
  for (; text.ends_with(kEnd); text.remove_suffix(kEnd.size())) ++depth;
  return depth;
}

}  // namespace quadrille
