#include <fmt/format.h>

#include "parser/detail/functions.hpp"
#include "parser/detail/hints.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

Hint operators_of_others(const Mistake& at) {
  if (at.kind() == EQUAL && at.before() == EQUAL) return "equality is written '='";
  if (at.is_after({NOT}) && at.can_only_be(EXISTS)) return "'not' is written '!' in conditions: !(...)";
  if (!at.can_be(AND)) return std::nullopt;
  if (at.kind() == IRIREF && at.text() == "<>") return "inequality is written '!='";
  if (at.is_word("AND") || at.text() == "&") return "'and' is written '&&'";
  if (at.is_word("OR") || at.kind() == PIPE) return "'or' is written '||'";
  if (at.is_word("LIKE")) return "use REGEX, CONTAINS or STRSTARTS to compare with a pattern";
  if (at.is_word("IS")) return "use BOUND(?x) or !BOUND(?x) to test whether a variable has a value";
  if (at.text() == "%" || at.is_word("MOD")) return "SPARQL has no remainder operator; write ?a - ?b * FLOOR(?a / ?b)";
  return std::nullopt;
}

Hint condition_without_parentheses(const Mistake& at) {
  if (!at.is_after({FILTER, HAVING}) || !at.can_be(LPAREN) || !at.is({VAR1, VAR2, EXCLAMATION, LBRACE, INTEGER})) {
    return std::nullopt;
  }
  return fmt::format("write its condition in parentheses: {}(...)", at.text_before());
}

Hint list_without_parentheses(const Mistake& at) {
  if (!at.is_after({IN}) || !at.can_be(LPAREN)) return std::nullopt;
  return "write its list in parentheses: IN (1, 2)";
}

// A call with a wrong number of arguments: fn(a, b) of a function with one, fn() of a function with some.
Hint number_of_arguments(const Mistake& at) {
  const bool at_parenthesis = at.is({LPAREN, NIL});
  const std::size_t open = at_parenthesis ? 0 : at.open_bracket();
  if (!at_parenthesis && (open == 0 || at.before(open) != LPAREN)) return std::nullopt;
  const FunctionShape* const function = find_function(at.before(open + 1));
  const bool behind_argument = at.can_be(COMMA) || at.can_be(RPAREN);
  if (function == nullptr || !(at_parenthesis || behind_argument || function->name == BOUND)) return std::nullopt;
  return fmt::format("{} is called {}", grammar_name(function->name), function->call);
}

Hint separator(const Mistake& at) {
  const std::size_t open = at.open_bracket();
  if (at.kind() != COMMA || open == 0 || at.before(open + 1) != GROUP_CONCAT) return std::nullopt;
  return "its separator is written GROUP_CONCAT(?x; SEPARATOR=\", \")";
}

Hint unknown_function(const Mistake& at) {
  if (at.kind() != WORD || !at.can_be(STR) || (at.next() != LPAREN && at.next() != NIL)) return std::nullopt;
  const std::string name(at.text());
  if (const auto other = function_meant_by(name))
    return fmt::format("there is no function {}; did you mean {}?", name, *other);
  return fmt::format("there is no function {}; call those of SPARQL by their names, others by an IRI", name);
}

}  // namespace

Hint expression_hint(const Mistake& mistake) {
  return first_of(mistake, {operators_of_others, condition_without_parentheses, list_without_parentheses, separator,
                            number_of_arguments, unknown_function});
}

}  // namespace quadrille::parser
