#include "parser/detail/unsupported_syntax.hpp"

#include <fmt/format.h>

#include "parser/detail/hints.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

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
  return first_of(mistake, {extension, named_subquery, counted_path});
}

}  // namespace quadrille::parser
