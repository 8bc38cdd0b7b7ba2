#include <fmt/format.h>

#include "parser/detail/hints.hpp"
#include "parser/detail/keywords.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

bool is_literal(const Mistake& at) {
  return at.is({STRING_LITERAL1, STRING_LITERAL2, STRING_LITERAL_LONG1, STRING_LITERAL_LONG2, INTEGER, DECIMAL, DOUBLE,
                INTEGER_POSITIVE, DECIMAL_POSITIVE, DOUBLE_POSITIVE, INTEGER_NEGATIVE, DECIMAL_NEGATIVE,
                DOUBLE_NEGATIVE, TRUE, FALSE});
}
bool is_name(const Mistake& at) {
  return at.is({VAR1, VAR2, IRIREF, PNAME_LN, PNAME_NS});
}

// http://example.org/p without <> begins with a prefixed name.
Hint bare_iri(const Mistake& at) {
  const auto is_scheme = [](std::string_view text) {
    return text == "http:" || text == "https:" || text.starts_with("urn:") || text == "mailto:";
  };
  const bool begins_here = at.kind() == PNAME_NS && is_scheme(at.text());
  const bool began = at.is({SLASH, WORD}) && (is_scheme(at.text_before(1)) || is_scheme(at.text_before(2)));
  if (at.can_only_be(IRIREF)) return std::nullopt;  // the message names it already
  if (begins_here || began) return "write an IRI between '<' and '>'";
  return std::nullopt;
}

Hint unclosed_iri(const Mistake& at) {
  if (at.kind() != LESS || !at.can_be(IRIREF)) return std::nullopt;
  return "an IRI ends with '>' and has no spaces";
}

Hint quote_in_string(const Mistake& at) {
  const bool after_string = at.is_after({STRING_LITERAL1, STRING_LITERAL2});
  if (!after_string || at.kind() != WORD || !at.can_be(LANG_DIR)) return std::nullopt;
  return fmt::format("a quote inside of a string has a backslash: \\{}", at.text_before().front());
}

Hint language_tag(const Mistake& at) {
  if (at.kind() != UNKNOWN || at.text() != "@") return std::nullopt;
  return "a language follows '@' at once: \"...\"@en";
}

// << s p o >> where a term is needed, as in RDF-star.
Hint reified_as_term(const Mistake& at) {
  if (at.kind() != REIFIED_BEGIN || !at.can_be(TRIPLE_BEGIN)) return std::nullopt;
  return "the triple itself is written <<( ... )>>; << ... >> stands for its reifier";
}

Hint union_without_braces(const Mistake& at) {
  if (at.kind() != UNION || !at.can_be(OPTIONAL)) return std::nullopt;
  return "write both sides of UNION in braces: { ... } UNION { ... }";
}

// A group without its braces.
Hint missing_braces(const Mistake& at) {
  if (!at.can_be(LBRACE)) return std::nullopt;
  if (at.is_after({OPTIONAL, MINUS, UNION, EXISTS, WHERE}) && at.can_only_be(LBRACE)) {
    return fmt::format("write its pattern in braces: {} {{ ... }}", at.text_before());
  }
  if (!at.can_be(WHERE) || at.can_be(DATA)) return std::nullopt;
  if (at.kind() == END) return "a query ends with its pattern: WHERE { ... }";
  if (is_name(at) || is_literal(at)) return "write the pattern of a query in braces: WHERE { ... }";
  return std::nullopt;
}

Hint graph_without_name(const Mistake& at) {
  if (at.kind() != LBRACE || !at.is_after({GRAPH, SERVICE, SILENT})) return std::nullopt;
  return at.is_after({GRAPH}) ? "name the graph: GRAPH ?g { ... }, or GRAPH <iri> { ... }"
                              : "name the endpoint: SERVICE <iri> { ... }";
}

Hint missing_dot(const Mistake& at) {
  const bool begins_subject = is_name(at) || is_literal(at) || at.is({BLANK_NODE_LABEL, ANON, LBRACKET});
  if (!begins_subject || !at.can_be(DOT) || !at.can_be(SEMICOLON)) return std::nullopt;
  return "a '.' is missing in front of it (or a ';', to continue with the same subject)";
}

Hint wrong_predicate(const Mistake& at) {
  if (!at.can_be(A)) return std::nullopt;
  if (is_literal(at)) return "a predicate is an IRI or a variable, not a literal";
  if (at.is({BLANK_NODE_LABEL, ANON, LBRACKET})) return "a predicate is an IRI or a variable, not a blank node";
  if (at.is({RBRACE, DOT})) return "a triple has a subject, a predicate and an object";
  return std::nullopt;
}

// Patterns of queries in the body of a rule.
Hint pattern_in_rule(const Mistake& at) {
  if (!at.can_be(SET) || !at.can_be(NOT)) return std::nullopt;
  if (at.kind() == UNION) return "rules have no UNION; write a rule for each of its sides";
  if (at.kind() == OPTIONAL) return "rules have no OPTIONAL; write one rule with its pattern, and one without";
  if (at.kind() == BIND) return "a rule gives a name a value by SET(?name := ...)";
  if (at.kind() == MINUS) return "a rule excludes solutions by NOT { ... }";
  if (at.kind() == VALUES) return "rules have no VALUES; write a rule for each row, or FILTER(?x IN (...))";
  if (at.kind() == SERVICE) return "rules have no SERVICE; load the data that they need";
  return std::nullopt;
}

Hint pattern_in_template(const Mistake& at) {
  const bool is_pattern = at.is({FILTER, OPTIONAL, BIND, VALUES, MINUS, SERVICE, UNION, GRAPH});
  if (!is_pattern || at.can_be(OPTIONAL) || !at.can_be(RBRACE)) return std::nullopt;
  if (at.before(at.open_bracket() + 1) == WHERE) {
    return fmt::format("CONSTRUCT WHERE {{ ... }} has only triples; with {}: CONSTRUCT {{ ... }} WHERE {{ ... }}",
                       at.text());
  }
  return fmt::format("the part before WHERE is a template, of triples and GRAPH alone; write {} in WHERE", at.text());
}

Hint values_without_braces(const Mistake& at) {
  if (at.before(2) != VALUES || !at.is({LPAREN, NIL})) return std::nullopt;
  return fmt::format("write its values in braces: VALUES {} {{ ... }}", at.text_before());
}

}  // namespace

Hint word_hint(const Mistake& at) {
  if (at.kind() != WORD || at.next() == LPAREN || at.text().empty()) return std::nullopt;
  if (at.can_be(VAR1) && at.can_be(IRIREF)) {
    return fmt::format("a variable is written ?{0}, a name with its prefix :{0}, a string \"{0}\"", at.text());
  }
  return at.can_be(VAR1) ? Hint(fmt::format("a variable is written ?{}", at.text())) : std::nullopt;
}

Hint pattern_hint(const Mistake& mistake) {
  return first_of(mistake, {bare_iri, unclosed_iri, quote_in_string, language_tag, reified_as_term,
                            union_without_braces, missing_braces, graph_without_name, missing_dot, wrong_predicate,
                            pattern_in_rule, pattern_in_template, values_without_braces});
}

}  // namespace quadrille::parser
