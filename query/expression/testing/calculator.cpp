#include "query/expression/testing/calculator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "base/assert.hpp"
#include "dictionary/inline_term.hpp"
#include "parser/query.hpp"
#include "query/expression/evaluator.hpp"
#include "query/expression/testing/test_dictionary.hpp"
#include "query/expression/wanted_texts.hpp"

namespace quadrille::query {

namespace {

using parser::Expression;
using parser::ExpressionKind;

constexpr std::string_view kPrologue =
    "BASE <http://example/base/> PREFIX : <http://example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ";

constexpr std::size_t kFirstColumn = 100;  // VariableIds from here on are ours, those below the expression's own

Expression parse_expression(std::string_view text) {
  const auto query =
      parser::parse_query(std::string(kPrologue) + "SELECT * { BIND(" + std::string(text) + " AS ?value) }");
  const parser::Algebra* node = query.where.get();
  while (!std::holds_alternative<parser::Extend>(node->node)) node = std::get<parser::Project>(node->node).child.get();
  return std::get<parser::Extend>(node->node).expression;
}

// Puts every constant into a column of its own.
void constants_to_columns(Expression& expression, std::vector<Term>& columns) {
  for (Expression& argument : expression.arguments) constants_to_columns(argument, columns);
  if (expression.kind != ExpressionKind::constant) return;
  expression.kind = ExpressionKind::variable;
  expression.variable = static_cast<parser::VariableId>(kFirstColumn + columns.size());
  columns.push_back(expression.constant);
}

// T1 of wanted_texts.hpp: what has been read was announced.
void expect_wanted(const Expression& expression, const std::vector<Huri>& huris, const TestDictionary& dictionary) {
  const auto huri_of = [&](parser::VariableId variable) {
    return variable < kFirstColumn ? kUnbound : huris[variable - kFirstColumn];
  };
  WantedTexts wanted([&](parser::VariableId variable) { return huri_of(variable).is_volatile(); },
                     [](TermView term) { return inline_huri(term).has_value(); });
  wanted.add(expression, kNothing);
  for (const Huri read : dictionary.asked_for) {
    bool announced = false;
    for (const auto& [variable, kinds] : wanted.kinds()) {
      announced |= huri_of(variable) == read && (read.is_volatile() || kinds.has(read.kind()));
    }
    EXPECT_TRUE(announced) << "kind " << static_cast<int>(read.kind());
  }
}

std::string evaluate(const Expression& expression, const std::vector<Term>& columns, bool as_volatile) {
  TestDictionary dictionary(as_volatile ? std::vector<Term>() : columns);
  std::pmr::monotonic_buffer_resource arena;
  EvaluationContext context(dictionary, arena);
  context.now = *parse_date_time(Datatype::date_time, "2024-02-29T12:00:00Z");
  context.base = "http://example/base/";
  context.blank_prefix = "t";
  std::vector<Huri> huris;
  for (const Term& term : columns) huris.push_back(dictionary.huri(term, as_volatile));
  std::vector<std::span<const Huri>> spans;
  VariableColumns places(kFirstColumn);
  for (const Huri& huri : huris) {
    places.push_back(static_cast<ColumnIndex>(spans.size()));
    spans.push_back(std::span(&huri, 1));
  }
  const Batch batch{.rows = 1, .columns = spans, .selection = std::nullopt};
  std::array<Value, 1> out;
  Evaluator evaluator(expression, places, context);
  evaluator.evaluate(batch, out);
  expect_wanted(expression, huris, dictionary);
  read_values(context, batch, out);
  return to_text(out[0]);
}

}  // namespace

std::string to_text(const Value& value) {
  if (value.is_error()) return "error";
  if (value.is_unbound()) return "unbound";
  const Term term = to_term(value);
  const bool plain = value.kind() == ValueKind::integer ? term.datatype == iri::kXsdInteger
                     : value.kind() == ValueKind::decimal
                         ? term.text.find('.') != std::string::npos
                         : value.kind() == ValueKind::boolean ||
                               (value.kind() == ValueKind::double_number && term.text.find('E') != std::string::npos);
  if (plain) return term.text;
  std::string text = to_ntriples(term.view());
  const std::string type = "^^<" + std::string(iri::kXsd);
  if (const std::size_t place = text.rfind(type); place != std::string::npos) {
    text.replace(place, type.size(), "^^xsd:").pop_back();
  }
  return text;
}

Term parse_term(std::string_view text) {
  const Expression expression = parse_expression(text);
  QUADRILLE_ASSERT(expression.kind == ExpressionKind::constant, "a test's term is a constant");
  return expression.constant;
}

std::string calculate(std::string_view text) {
  Expression expression = parse_expression(text);
  const std::string folded = evaluate(expression, {}, false);
  std::vector<Term> columns;
  constants_to_columns(expression, columns);
  const std::string stable = evaluate(expression, columns, false);
  const std::string unstable = evaluate(expression, columns, true);
  if (folded == stable && stable == unstable) return folded;
  return fmt::format("folded {}, from columns {}, volatile {}", folded, stable, unstable);
}

void expect_values(std::initializer_list<Claim> claims) {
  for (const Claim& claim : claims) EXPECT_EQ(calculate(claim.expression), claim.value) << claim.expression;
}

}  // namespace quadrille::query
