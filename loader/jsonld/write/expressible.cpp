#include "loader/jsonld/write/expressible.hpp"

#include "base/error.hpp"
#include "loader/jsonld/context/iri_form.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::string_view kMalformedIri = "relative or malformed IRIs";

std::string_view obstacle_in_literal(TermView literal) {
  if (literal.datatype == iri::kXsdString) return {};
  if (literal.language.empty()) return is_well_formed_iri(literal.datatype) ? std::string_view() : kMalformedIri;
  return is_well_formed_language(language_tag(literal.language)) ? "" : "language tags with parts of over 8 characters";
}

}  // namespace

std::string_view obstacle_in(TermView term) {
  switch (term.kind) {
    case TermKind::blank:
      return {};
    case TermKind::iri:
      return is_well_formed_iri(term.text) ? std::string_view() : kMalformedIri;
    case TermKind::literal:
      return obstacle_in_literal(term);
    case TermKind::triple:
      break;
  }
  return "triple terms";
}

std::string_view obstacle_in_predicate(TermView predicate) {
  return predicate.kind == TermKind::blank ? "blank nodes as predicates" : obstacle_in(predicate);
}

void refuse_quad(const QuadView& quad, std::string_view obstacle) {
  std::string text;
  for (const TermView& term : {quad.subject, quad.predicate, quad.object}) {
    append_ntriples(text, term);
    text += ' ';
  }
  if (quad.graph) append_ntriples(text, *quad.graph);
  fail(ErrorKind::user, "JSON-LD 1.1 cannot express {}, as in {}{}.; choose another format, such as TriG or N-Quads",
       obstacle, text, quad.graph ? " " : "");
}

void check_expressible(const QuadView& quad) {
  if (const auto obstacle = obstacle_in(quad.subject); !obstacle.empty()) refuse_quad(quad, obstacle);
  if (const auto obstacle = obstacle_in_predicate(quad.predicate); !obstacle.empty()) refuse_quad(quad, obstacle);
  if (const auto obstacle = obstacle_in(quad.object); !obstacle.empty()) refuse_quad(quad, obstacle);
  if (!quad.graph) return;
  if (const auto obstacle = obstacle_in(*quad.graph); !obstacle.empty()) refuse_quad(quad, obstacle);
}

}  // namespace quadrille::jsonld
