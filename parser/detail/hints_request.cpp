#include <fmt/format.h>

#include "parser/detail/hints.hpp"
#include "parser/detail/keywords.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

Hint update_for_query(const Mistake& at) {
  const bool is_update = at.is({INSERT, DELETE, LOAD, CLEAR, DROP, CREATE, ADD, MOVE, COPY, WITH});
  if (!is_update || !at.can_be(SELECT) || !at.can_be(ASK)) return std::nullopt;
  return "this is an update; send it as one: to /update, as the parameter 'update', or by 'quadrille update'";
}

Hint query_for_update(const Mistake& at) {
  if (!at.is({SELECT, ASK, CONSTRUCT, DESCRIBE}) || !at.can_be(LOAD)) return std::nullopt;
  return "this is a query; send it as one: to /sparql, as the parameter 'query', or by 'quadrille query'";
}

Hint turtle_prologue(const Mistake& at) {
  if (at.kind() == LANG_DIR && at.can_be(PREFIX)) {
    return fmt::format("SPARQL writes {}, without '@' and without '.'",
                       at.text() == "@version" ? "VERSION \"1.2\"" : "PREFIX ex: <...>");
  }
  const bool is_declared = at.is_after({IRIREF}) && (at.before(3) == PREFIX || at.before(2) == BASE);
  if (at.kind() == DOT && is_declared) return "a PREFIX or BASE ends without '.'";
  return std::nullopt;
}

Hint prefix_without_colon(const Mistake& at) {
  if (!at.can_only_be(PNAME_NS) || !at.is_after({PREFIX}) || at.kind() != WORD) return std::nullopt;
  return fmt::format("a prefix ends with ':': PREFIX {}: <...>", at.text());
}

bool is_in_select(const Mistake& at) {
  return at.can_be(VAR1) && at.can_be(LPAREN) && at.has_before(SELECT) && !at.can_be(IRIREF);
}

Hint select_item(const Mistake& at) {
  if (!is_in_select(at)) return std::nullopt;
  if (at.kind() == COMMA) return "separate the variables in SELECT by spaces";
  if (at.kind() == AS) return "a name is given in parentheses: (?x AS ?name)";
  if (at.is({LBRACE, WHERE})) return "name the variables to select, or '*' for all";
  if (is_keyword(at.kind()) && at.next() == LPAREN) {
    return fmt::format("an expression in SELECT has parentheses and a name: ({}(...) AS ?name)", at.text());
  }
  return std::nullopt;
}

Hint expression_without_name(const Mistake& at) {
  if (at.kind() != RPAREN || !at.can_be(AS) || at.open_bracket() == 0) return std::nullopt;
  const std::size_t open = at.open_bracket();
  if (open == 2 && at.before() == VAR1 && at.before(3) != BIND) {
    return fmt::format("write a variable without parentheses: {}", at.text_before());
  }
  return at.before(open + 1) == BIND ? "name the variable for the value: BIND(... AS ?name)"
                                     : "an expression in SELECT has a name: (... AS ?name)";
}

Hint form_of_query(const Mistake& at) {
  if (at.is_after({ASK}) && at.is({VAR1, VAR2, STAR, LPAREN})) {
    return "ASK has no variables; its answer is yes or no: ASK { ... }";
  }
  if (at.is_after({CONSTRUCT}) && at.is({VAR1, VAR2, STAR})) {
    return "CONSTRUCT makes triples of a template: CONSTRUCT { ... } WHERE { ... }";
  }
  if (at.is_after({DESCRIBE}) && at.is({WHERE, LBRACE})) {
    return "name what to describe: DESCRIBE ?x WHERE { ... }, or DESCRIBE <iri>";
  }
  return std::nullopt;
}

Hint whole_number(const Mistake& at) {
  if (!at.can_only_be(INTEGER) || !at.is_after({LIMIT, OFFSET})) return std::nullopt;
  return fmt::format("{} takes a whole number, 0 or more", at.text_before());
}

Hint direction(const Mistake& at) {
  if (!at.is_after({ASC, DESC}) || !at.can_be(LPAREN)) return std::nullopt;
  if (at.is({VAR1, VAR2})) return fmt::format("with parentheses: {}({})", at.text_before(), at.text());
  return fmt::format("write the direction in front: {}(?x)", at.text_before());
}

Hint order_of_modifiers(const Mistake& at) {
  const bool can_end = at.can_be(END) || at.can_be(RBRACE);
  if (at.is({GROUP, HAVING, ORDER}) && can_end &&
      (at.has_before(LIMIT) || at.has_before(OFFSET) || at.has_before(ORDER) || at.has_before(HAVING))) {
    return "the order is: GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET";
  }
  if (at.kind() == WHERE && can_end) return "a query has one pattern; write all of it inside the same braces";
  if (at.is({DISTINCT, REDUCED}) && can_end) return fmt::format("write it after SELECT: SELECT {} ?x", at.text());
  return std::nullopt;
}

Hint end_of_query(const Mistake& at) {
  if (at.kind() == SEMICOLON && at.can_be(END)) return "a query ends without ';'";
  return std::nullopt;
}

}  // namespace

Hint request_hint(const Mistake& mistake) {
  return first_of(mistake,
                  {update_for_query, query_for_update, turtle_prologue, prefix_without_colon, select_item,
                   expression_without_name, form_of_query, whole_number, direction, order_of_modifiers, end_of_query});
}

}  // namespace quadrille::parser
