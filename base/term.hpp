#pragma once

// A Term is an RDF term (RDF 1.2 Concepts, 3) as text. Two terms are the same iff all members are equal; language
// tags are kept in lower case (RDF 1.2 Concepts, 3.3), which callers that make a term ensure by to_lower().
//
//   kind      text                       datatype                      language
//   blank     label, without "_:"        -                             -
//             "<_:b17>" (stored blank)   -                             -
//   iri       the IRI, without <>        -                             -
//   literal   lexical form, as written   its IRI, never empty          of rdf:langString the tag: "en-us"
//                                                                      of rdf:dirLangString with the direction:
//                                                                        "ar--rtl"
//   triple    "<<( s p o )>>"            -                             -
//
// The text of a triple term is canonical N-Triples (base/triple_term.hpp), so that equal texts are equal terms.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille {

enum class TermKind : std::uint8_t { blank, iri, literal, triple };

struct TermView {
  TermKind kind = TermKind::iri;
  std::string_view text;
  std::string_view datatype;
  std::string_view language;

  static TermView blank(std::string_view label) { return {TermKind::blank, label, {}, {}}; }
  static TermView iri(std::string_view iri) { return {TermKind::iri, iri, {}, {}}; }
  static TermView literal(std::string_view lexical, std::string_view datatype) {
    return {TermKind::literal, lexical, datatype, {}};
  }
  static TermView string(std::string_view text);
  static TermView language_string(std::string_view text, std::string_view language);
  static TermView direction_string(std::string_view text, std::string_view language_and_direction);
  static TermView tagged_string(std::string_view text, std::string_view language);  // one of the two
  static TermView triple(std::string_view text) { return {TermKind::triple, text, {}, {}}; }

  bool operator==(const TermView&) const = default;
};

struct Term {
  TermKind kind = TermKind::iri;
  std::string text;
  std::string datatype;
  std::string language;

  Term() = default;
  explicit Term(TermView view) : kind(view.kind), text(view.text), datatype(view.datatype), language(view.language) {}
  TermView view() const { return {kind, text, datatype, language}; }

  bool operator==(const Term&) const = default;
};

// The parts of `language`: "ar" and "rtl" of "ar--rtl". A tag of a language has no two hyphens in a row (BCP 47), and
// since a hyphen is less than all its other characters, such texts are in the order of tag, then direction.
constexpr std::string_view language_tag(std::string_view language) {
  return language.substr(0, language.find("--"));
}
constexpr std::string_view direction_of(std::string_view language) {
  const std::size_t dashes = language.find("--");
  return dashes == language.npos ? std::string_view() : language.substr(dashes + 2);
}
// A base direction is "ltr" or "rtl" (RDF 1.2 Concepts, 3.3).
constexpr bool is_direction(std::string_view text) {
  return text == "ltr" || text == "rtl";
}

// True for the terms that RDF 1.1 does not have: triple terms, and strings with a direction. Documents with one
// announce their version, VERSION "1.2" in Turtle (RDF 1.2 Turtle, 2.4).
bool needs_rdf12(TermView term);

// Appends the term in N-Triples form (RDF 1.2 N-Triples, 2 and 5, canonical form: only the required escapes).
void append_ntriples(std::string& out, TermView term);
std::string to_ntriples(TermView term);

// A blank node of a database, as queries and updates name it by its label: the text of the term is that of the query,
// with its brackets, which no label has.
inline constexpr std::string_view kStoredBlank = "<_:";
inline bool is_stored_blank(TermView term) {
  return term.kind == TermKind::blank && term.text.starts_with(kStoredBlank);
}
// The label of a blank node without these brackets: b17 of <_:b17>.
inline std::string_view blank_label(TermView blank) {
  if (!is_stored_blank(blank)) return blank.text;
  return blank.text.substr(kStoredBlank.size(), blank.text.size() - kStoredBlank.size() - 1);
}

namespace iri {
inline constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";
inline constexpr std::string_view kXsdString = "http://www.w3.org/2001/XMLSchema#string";
inline constexpr std::string_view kXsdBoolean = "http://www.w3.org/2001/XMLSchema#boolean";
inline constexpr std::string_view kXsdInteger = "http://www.w3.org/2001/XMLSchema#integer";
inline constexpr std::string_view kXsdDecimal = "http://www.w3.org/2001/XMLSchema#decimal";
inline constexpr std::string_view kXsdDouble = "http://www.w3.org/2001/XMLSchema#double";
inline constexpr std::string_view kXsdFloat = "http://www.w3.org/2001/XMLSchema#float";
inline constexpr std::string_view kXsdDateTime = "http://www.w3.org/2001/XMLSchema#dateTime";
inline constexpr std::string_view kXsdDate = "http://www.w3.org/2001/XMLSchema#date";
inline constexpr std::string_view kRdfLangString = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
inline constexpr std::string_view kRdfDirLangString = "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString";
inline constexpr std::string_view kRdfReifies = "http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies";
inline constexpr std::string_view kRdfType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr std::string_view kRdfFirst = "http://www.w3.org/1999/02/22-rdf-syntax-ns#first";
inline constexpr std::string_view kRdfRest = "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest";
inline constexpr std::string_view kRdfNil = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
}  // namespace iri

inline TermView TermView::string(std::string_view text) {
  return literal(text, iri::kXsdString);
}
inline TermView TermView::language_string(std::string_view text, std::string_view language) {
  return {TermKind::literal, text, iri::kRdfLangString, language};
}
inline TermView TermView::direction_string(std::string_view text, std::string_view language_and_direction) {
  return {TermKind::literal, text, iri::kRdfDirLangString, language_and_direction};
}
inline TermView TermView::tagged_string(std::string_view text, std::string_view language) {
  const bool has_direction = language_tag(language).size() != language.size();
  return has_direction ? direction_string(text, language) : language_string(text, language);
}

}  // namespace quadrille
