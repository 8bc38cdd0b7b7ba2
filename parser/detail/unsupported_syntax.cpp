#include "parser/detail/unsupported_syntax.hpp"

#include <fmt/format.h>

#include <array>

#include "parser/detail/hints.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

std::string rdf_1_2(std::string_view what) {
  return fmt::format("RDF 1.2 is not supported yet: {}", what);
}

// << :s :p :o >>, <<( :s :p :o )>>
Hint triple_term(const Mistake& at) {
  if (at.kind() != LESS || !at.begins("<<")) return std::nullopt;
  return at.begins("<<(") ? rdf_1_2("'<<(' begins a triple term") : rdf_1_2("'<<' begins a reified triple");
}

// :s :p :o {| :q 1 |}; in a pattern "{" could begin a group.
Hint annotation(const Mistake& at) {
  const bool in_pattern = at.kind() == PIPE && at.is_after({LBRACE}) && at.follows_at_once();
  if (!in_pattern && !(at.kind() == LBRACE && at.begins("{|"))) return std::nullopt;
  return rdf_1_2("'{|' begins an annotation");
}

Hint reifier(const Mistake& at) {
  if (at.kind() != UNKNOWN || !at.begins("~")) return std::nullopt;
  return rdf_1_2("'~' names the reifier of a triple");
}

Hint base_direction(const Mistake& at) {
  const bool in_pattern = at.kind() == MINUS_SIGN && at.begins("--") && at.is_after({LANGTAG}) && at.follows_at_once();
  const bool in_expression = (at.is_word("LTR") || at.is_word("RTL")) && at.before(1) == MINUS_SIGN &&
                             at.before(2) == MINUS_SIGN && at.before(3) == LANGTAG;
  if (!in_pattern && !in_expression) return std::nullopt;
  return rdf_1_2("'--' gives a string its direction");
}

Hint version(const Mistake& at) {
  const bool is_it = at.kind() == VERSION || (at.kind() == LANGTAG && at.text() == "@version");
  if (!is_it || !at.can_be(PREFIX)) return std::nullopt;
  return rdf_1_2(fmt::format("{} belongs to SPARQL 1.2; leave it out if the query needs no new feature", at.text()));
}

Hint new_function(const Mistake& at) {
  static constexpr std::array<std::string_view, 10> kNew = {"TRIPLE",     "SUBJECT",  "PREDICATE", "OBJECT",
                                                            "ISTRIPLE",   "LANGDIR",  "HASLANG",   "HASLANGDIR",
                                                            "STRLANGDIR", "SAMEVALUE"};
  const bool is_new = std::any_of(kNew.begin(), kNew.end(), [&](std::string_view name) { return at.is_word(name); });
  if (!is_new || !at.can_be(STR) || (at.next() != LPAREN && at.next() != NIL)) return std::nullopt;
  return rdf_1_2(fmt::format("{} is a function of SPARQL 1.2", at.text()));
}

// A word of another system's language in a possible place, and its replacement.
struct Extension {
  std::string_view word;
  TokenKind next;    // END: anything
  TokenKind beside;  // a token that is possible in its place
  std::string_view system;
  std::string_view instead;
};

constexpr Extension kExtensions[] = {
    {"LATERAL", LBRACE, OPTIONAL, "Apache Jena and Oxigraph",
     "a subquery in braces is evaluated by itself and joined, and does not see the values outside"},
    {"LET", LPAREN, OPTIONAL, "Apache Jena", "write BIND(... AS ?name)"},
    {"UNFOLD", LPAREN, OPTIONAL, "Apache Jena", ""},
    {"SEMIJOIN", LBRACE, OPTIONAL, "Apache Jena", "write FILTER EXISTS { ... }"},
    {"ANTIJOIN", LBRACE, OPTIONAL, "Apache Jena", "write FILTER NOT EXISTS { ... }"},
    {"UNNEST", LPAREN, OPTIONAL, "Stardog", ""},
    {"INCLUDE", END, OPTIONAL, "Blazegraph", "write the subquery itself in its place, in braces"},
    {"OPTION", LPAREN, DOT, "Virtuoso", "write a property path for TRANSITIVE, such as ?x ex:knows+ ?y"},
    {"DEFINE", END, PREFIX, "Virtuoso", "leave it out"},
    {"PATHS", END, SELECT, "Stardog",
     "write a property path, such as ?from ex:knows+ ?to, if only its ends are needed"},
    {"TEXTLIMIT", INTEGER, LIMIT, "QLever", "leave it out"},
};

Hint extension(const Mistake& at) {
  for (const Extension& one : kExtensions) {
    if (!at.is_word(one.word) || !at.can_be(one.beside) || (one.next != END && at.next() != one.next)) continue;
    return fmt::format("{} is an extension of {}, which is not supported{}{}", one.word, one.system,
                       one.instead.empty() ? "" : "; ", one.instead);
  }
  return std::nullopt;
}

// SELECT ... WITH { ... } AS %name WHERE { ... }
Hint named_subquery(const Mistake& at) {
  if (at.kind() != WITH || !at.has_before(SELECT) || at.next() != LBRACE) return std::nullopt;
  return "named subqueries are an extension of Blazegraph, which is not supported; write the subquery itself where it "
         "is "
         "included, in braces";
}

// :p{1,3}
Hint counted_path(const Mistake& at) {
  if (at.kind() != LBRACE || !at.can_be(STAR) || !at.can_be(SLASH)) return std::nullopt;
  if (at.next() != INTEGER && at.next() != COMMA) return std::nullopt;
  return "paths of a counted length are an extension of Apache Jena, Blazegraph and Virtuoso, which is not supported; "
         "write :p/:p?/:p? for :p{1,3}";
}

}  // namespace

Hint unsupported_syntax(const Mistake& mistake) {
  return first_of(mistake, {triple_term, annotation, reifier, base_direction, version, new_function, extension,
                            named_subquery, counted_path});
}

}  // namespace quadrille::parser
