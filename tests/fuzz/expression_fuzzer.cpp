// Any text as a SPARQL expression: it is parsed, compiled and evaluated for a table of all kinds of terms.
//
//   input   "?number + 1"              corpus/expression: one expression a file
//   table   ?iri ?blank ?text ?tagged ?number ?real ?moment ?typed ?nothing, kRows rows
//
// Invariants, in addition to no crash, no hang and no undefined behaviour:
//
// F1  Only Error leaves the evaluator, and of kinds that name a fault of the query or a limit.
// F2  Stable and volatile HURIs of the same terms give the same values, unless the expression makes new ones. Blank
//     nodes are stored ones in both cases: others never have their labels.
// F3  A value's term read again is the same value; so is what append_value() writes.
// F4  The values of all rows are in a strict weak order (ORDER BY).
//
// Run: README.md.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "parser/query.hpp"
#include "query/expression/evaluator.hpp"
#include "query/expression/order.hpp"
#include "query/expression/testing/test_dictionary.hpp"
#include "query/expression/value_bytes.hpp"

namespace {

using namespace quadrille;         // NOLINT
using namespace quadrille::query;  // NOLINT

constexpr std::size_t kMaxBytes = 4096;
constexpr std::size_t kMaxArenaBytes = 64 << 20;
constexpr auto kDeadline = std::chrono::seconds(2);
constexpr std::size_t kRows = 8;

constexpr std::array<std::string_view, 9> kVariables = {"iri",  "blank",  "text",  "tagged", "number",
                                                        "real", "moment", "typed", "nothing"};
constexpr std::string_view kPrologue =
    "BASE <http://example/base/> PREFIX : <http://example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
    "SELECT * { VALUES (?iri ?blank ?text ?tagged ?number ?real ?moment ?typed ?nothing) {} BIND((";

Term typed(std::string_view text, std::string_view type) {
  return Term(TermView::literal(text, std::string(iri::kXsd) + std::string(type)));
}

// kRows terms of each variable but the last, which is never bound.
std::vector<std::vector<Term>> table() {
  const auto text = [](std::string_view t) { return Term(TermView::literal(t, iri::kXsdString)); };
  const auto tagged = [](std::string_view t, std::string_view tag) { return Term(TermView::language_string(t, tag)); };
  const auto node = [](std::string_view t) { return Term(TermView::iri(t)); };
  const auto blank = [](std::string_view t) { return Term(TermView::blank(t)); };
  return {
      {node("http://example/a"), node("http://example/b#c"), node("urn:x"), node("http://example/é"),
       node("http://www.w3.org/2001/XMLSchema#integer"), node("http://example/"), node("mailto:a@b"), node("a:")},
      {blank("b1"), blank("b2"), blank("b3"), blank("b1"), blank("b4"), blank("b5"), blank("b6"), blank("b7")},
      {text(""), text("a"), text("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), text("héllo wörld"), text("\U0001F600x"),
       text("a\nb\r\tc"), text("1.5"), text("ǅ ß ı İ")},
      {tagged("chat", "fr"), tagged("chat", "en"), tagged("", "de-ch"), tagged("a", "en"), tagged("A", "en-gb"),
       tagged("食べ物", "ja"), tagged("x", "x-y"), tagged("b", "en")},
      {typed("1", "integer"), typed("007", "byte"), typed("-1.50", "decimal"), typed("99999999999999999999", "integer"),
       typed("-0.00000000000000000000000000000000000000001", "decimal"), typed("0", "nonPositiveInteger"),
       typed("-9223372036854775808", "long"), typed("300", "byte")},
      {typed("1.5E0", "double"), typed("NaN", "double"), typed("-INF", "float"), typed("0.1", "float"),
       typed("-0.0", "double"), typed("1e-320", "double"), typed("1e400", "double"), typed("16777217", "float")},
      {typed("2011-01-10T14:45:13.815-05:00", "dateTime"), typed("2011-01-10T24:00:00", "dateTime"),
       typed("-0044-03-15", "date"), typed("12:00:00.000000000000000000001Z", "time"), typed("2024", "gYear"),
       typed("--02-29+14:00", "gMonthDay"), typed("99999999999-12-31T23:59:59Z", "dateTime"),
       typed("2011-02-30", "date")},
      {typed("true", "boolean"), typed("0", "boolean"), typed("yes", "boolean"), typed("P1Y2M3DT4H5M6.7S", "duration"),
       typed("PT36H", "dayTimeDuration"), typed("P12M", "yearMonthDuration"), typed("AP8=", "base64Binary"),
       Term(TermView::literal("x", "http://example/own"))},
  };
}

// Ends with Error(memory) as a query's arena does.
class Budget : public std::pmr::memory_resource {
 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > kMaxArenaBytes - used_) fail(ErrorKind::memory, "the budget is used up");
    used_ += bytes;
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void* place, std::size_t bytes, std::size_t alignment) override {
    used_ -= bytes;
    std::pmr::new_delete_resource()->deallocate(place, bytes, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
  std::size_t used_ = 0;
};

std::string shown(const Value& value) {
  if (value.is_error()) return "error";
  return value.is_unbound() ? "unbound" : to_ntriples(to_term(value).view());
}

[[noreturn]] void broken(const char* rule, const std::string& found) {
  std::fprintf(stderr, "%s does not hold: %s\n", rule, found.c_str());
  std::abort();
}

// `values` are shown if the rule does not hold.
template <class... Values>
void require(bool holds, const char* rule, const Values&... values) {
  if (!holds) broken(rule, (... + (shown(values) + "  ")));
}

// New in every evaluation, or in every solution.
bool makes_new_terms(const parser::Expression& expression) {
  using parser::Builtin;
  if (expression.kind == parser::ExpressionKind::function) {
    for (const Builtin builtin : {Builtin::rand, Builtin::uuid, Builtin::struuid, Builtin::bnode}) {
      if (expression.builtin == builtin) return true;
    }
  }
  return std::any_of(expression.arguments.begin(), expression.arguments.end(), makes_new_terms);
}

bool has_subquery(const parser::Expression& expression) {
  using parser::ExpressionKind;
  if (expression.kind == ExpressionKind::exists || expression.kind == ExpressionKind::not_exists) return true;
  return std::any_of(expression.arguments.begin(), expression.arguments.end(), has_subquery);
}

void check_values(const std::vector<Value>& values) {
  std::pmr::monotonic_buffer_resource arena;
  for (const Value& value : values) {
    if (!value.is_bound()) continue;
    const Term term = to_term(value);
    const Value again = Value::from_term(term.view(), arena);
    require(shown(again) == shown(value), "F3 (term)", value);
    require(again.kind() == value.kind(), "F3 (kind)", value);
    std::string bytes;
    append_value(bytes, value);
    const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
    const Value moved = read_value(from, arena);
    require(value.kind() == ValueKind::blank || shown(moved) == shown(value), "F3 (bytes)", value);
  }
  for (const Value& a : values) {
    require(compare_for_order(a, a) == 0, "F4 (reflexive)", a);
    for (const Value& b : values) {
      require((compare_for_order(a, b) < 0) == (compare_for_order(b, a) > 0), "F4 (both ways)", a, b);
      for (const Value& c : values) {
        if (compare_for_order(a, b) > 0 || compare_for_order(b, c) > 0) continue;
        require(compare_for_order(a, c) <= 0, "F4 (transitive)", a, b, c);
      }
    }
  }
}

std::vector<std::string> evaluate(const parser::Query& query, const parser::Expression& expression, bool as_volatile) {
  static const std::vector<std::vector<Term>> kTable = table();
  std::vector<Term> all;
  for (const auto& terms : kTable) all.insert(all.end(), terms.begin(), terms.end());
  if (as_volatile) std::erase_if(all, [](const Term& term) { return term.kind != TermKind::blank; });
  TestDictionary dictionary(all);
  std::vector<std::vector<Huri>> columns;
  for (const auto& terms : kTable) {
    columns.emplace_back();
    for (const Term& term : terms)
      columns.back().push_back(dictionary.huri(term, as_volatile && term.kind != TermKind::blank));
  }
  VariableColumns places(query.variables.size());
  for (std::size_t variable = 0; variable < query.variables.size(); ++variable) {
    const auto name = std::find(kVariables.begin(), kVariables.end(), query.variables[variable]);
    const auto column = static_cast<ColumnIndex>(name - kVariables.begin());
    if (column < columns.size()) places[variable] = column;
  }
  const std::vector<std::span<const Huri>> spans(columns.begin(), columns.end());

  Budget budget;
  std::pmr::monotonic_buffer_resource arena(&budget);
  EvaluationContext context(dictionary, arena);
  context.now = *parse_date_time(Datatype::date_time, "2024-02-29T12:00:00Z");
  context.base = "http://example/base/";
  context.blank_prefix = "t";
  const auto end = std::chrono::steady_clock::now() + kDeadline;
  context.check = [end] {
    if (std::chrono::steady_clock::now() > end) fail(ErrorKind::timeout, "the deadline has passed");
  };
  const Batch batch{.rows = kRows, .columns = spans, .selection = std::nullopt};
  std::vector<Value> values(kRows);
  std::vector<Truth> truths(kRows);
  Evaluator evaluator(expression, places, context);
  evaluator.evaluate(batch, values);
  read_values(context, batch, values);
  check_values(values);
  evaluator.condition(batch, truths);
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < kRows; ++row) {
    texts.push_back(shown(values[row]) + " " + std::to_string(static_cast<int>(truths[row])));
  }
  return texts;
}

// The expression of the BIND; null if the input made something else of the query.
const parser::Expression* expression_of(const parser::Query& query) {
  const parser::Algebra* node = query.where.get();
  const auto* project = std::get_if<parser::Project>(&node->node);
  if (project == nullptr) return nullptr;
  const auto* extend = std::get_if<parser::Extend>(&project->child->node);
  return extend != nullptr ? &extend->expression : nullptr;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kMaxBytes) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  try {
    const parser::Query query = parser::parse_query(std::string(kPrologue) + std::string(input) + "\n) AS ?value) }");
    const parser::Expression* expression = expression_of(query);
    if (expression == nullptr || has_subquery(*expression)) return 0;
    const auto stable = evaluate(query, *expression, false);
    if (makes_new_terms(*expression)) return 0;
    const auto unstable = evaluate(query, *expression, true);
    for (std::size_t row = 0; row < kRows; ++row) {
      if (stable[row] != unstable[row]) broken("F2", stable[row] + " and " + unstable[row]);
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::internal || error.kind() == ErrorKind::io) broken("F1", error.what());
  }
  return 0;
}
