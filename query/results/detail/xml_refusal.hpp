#pragma once

// Errors of RDF/XML that name a triple. A term that RDF/XML cannot express is found when it becomes a text, and its
// triple when the row is written. Until then the text is a refusal, which no other text can be:
//
//   | 0 | reason | 0 | the term in N-Triples |

#include <string>
#include <string_view>

#include "base/term.hpp"
#include "query/results/text_rows.hpp"

namespace quadrille::results {

// Thrown while a term is written, and caught by or_refusal().
struct XmlRefusal {
  std::string reason;
};

// Throws XmlRefusal if the text has a character that XML cannot hold.
void check_characters(std::string_view text);

// Appends a refusal if `append` throws one.
TermSyntax::Append or_refusal(TermSyntax::Append append);

// Fails with ErrorKind::user if one of the texts of a row is a refusal.
void refuse_row(std::string_view subject, std::string_view predicate, std::string_view object);
inline void check_row(std::string_view subject, std::string_view predicate, std::string_view object) {
  if (subject[0] == '\0' || predicate[0] == '\0' || object[0] == '\0') refuse_row(subject, predicate, object);
}

}  // namespace quadrille::results
