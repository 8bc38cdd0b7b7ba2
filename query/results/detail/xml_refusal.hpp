#pragma once

// Errors of RDF/XML that name a triple. A term that RDF/XML cannot express is found when it becomes a text, and its
// triple when the row is written. Until then the text is a refusal, which no other text can be:
//
//   | 0 | reason | 0 | the term in N-Triples |

#include <string>
#include <string_view>

#include "base/term.hpp"

namespace quadrille::results {

// Thrown while a term is written; or_refusal() catches it.
struct XmlRefusal {
  std::string reason;
};

// Appends the refusal of a term.
void append_refusal(std::string& out, const XmlRefusal& refusal, const TermView& term);

// A function like `append` that appends a refusal if that throws one.
template <class Append>
auto or_refusal(Append append) {
  return [append](std::string& out, const TermView& term) {
    const std::size_t begin = out.size();
    try {
      append(out, term);
    } catch (const XmlRefusal& refusal) {
      out.resize(begin);
      append_refusal(out, refusal, term);
    }
  };
}

// Fails with ErrorKind::user if one of the texts of a row is a refusal.
void refuse_row(std::string_view subject, std::string_view predicate, std::string_view object);
inline void check_row(std::string_view subject, std::string_view predicate, std::string_view object) {
  if (subject[0] == '\0' || predicate[0] == '\0' || object[0] == '\0') refuse_row(subject, predicate, object);
}

}  // namespace quadrille::results
