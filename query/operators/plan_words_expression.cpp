// The part of plan_words.hpp that writes expressions and property paths as in a query.

#include <fmt/format.h>

#include <map>

#include "query/operators/plan_words.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::query {

namespace {

using parser::Expression;
using parser::ExpressionKind;
using parser::Path;
using parser::PathKind;

// Of operators between two operands; empty for others.
std::string_view symbol(ExpressionKind kind) {
  using enum ExpressionKind;
  static const std::map<ExpressionKind, std::string_view> symbols = {
      {logical_or, " || "}, {logical_and, " && "}, {equal, " = "},       {not_equal, " != "},
      {less, " < "},        {greater, " > "},      {less_equal, " <= "}, {add, " + "},
      {subtract, " - "},    {multiply, " * "},     {divide, " / "},      {greater_equal, " >= "},
  };
  const auto found = symbols.find(kind);
  return found == symbols.end() ? std::string_view() : found->second;
}

std::string_view name(parser::AggregateKind kind) {
  static constexpr std::string_view kNames[] = {"COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Writes an expression until the text is too long.
class ExpressionWriter {
 public:
  ExpressionWriter(const PlanWords& words, std::string& out) : words_(words), out_(out) {}

  void write(const Expression& expression) {
    if (out_.size() > PlanWords::kLongest) return;
    switch (expression.kind) {
      case ExpressionKind::variable:
        out_ += words_.variable(expression.variable);
        return;
      case ExpressionKind::constant:
        out_ += words_.term(expression.constant.view());
        return;
      case ExpressionKind::function:
        return call(parser::name(expression.builtin), expression);
      case ExpressionKind::call:
        return call(words_.iri(expression.iri), expression);
      case ExpressionKind::logical_not:
        return prefixed("!", expression);
      case ExpressionKind::unary_plus:
        return prefixed("+", expression);
      case ExpressionKind::unary_minus:
        return prefixed("-", expression);
      case ExpressionKind::in:
      case ExpressionKind::not_in:
        operand(expression, 0);
        out_ += expression.kind == ExpressionKind::in ? " IN (" : " NOT IN (";
        list(expression, 1);
        return;
      case ExpressionKind::exists:
        out_ += "EXISTS {...}";
        return;
      case ExpressionKind::not_exists:
        out_ += "NOT EXISTS {...}";
        return;
      case ExpressionKind::aggregate:
        out_ += words_.aggregate(expression.aggregate, expression.arguments);
        return;
      default:
        operand(expression, 0);
        out_ += symbol(expression.kind);
        operand(expression, 1);
    }
  }

 private:
  // Puts operators in parentheses, except for chains of && and of ||.
  void operand(const Expression& parent, std::size_t place) {
    const Expression& child = parent.arguments[place];
    const bool is_chain = child.kind == parent.kind &&
                          (child.kind == ExpressionKind::logical_and || child.kind == ExpressionKind::logical_or);
    const bool is_plain =
        symbol(child.kind).empty() && child.kind != ExpressionKind::in && child.kind != ExpressionKind::not_in;
    if (is_plain || is_chain) return write(child);
    out_ += '(';
    write(child);
    out_ += ')';
  }
  void prefixed(std::string_view sign, const Expression& expression) {
    out_ += sign;
    operand(expression, 0);
  }
  void call(std::string_view function, const Expression& expression) {
    out_ += function;
    out_ += expression.distinct ? "(DISTINCT " : "(";
    list(expression, 0);
  }
  void list(const Expression& expression, std::size_t first) {
    for (std::size_t place = first; place < expression.arguments.size(); ++place) {
      if (place > first) out_ += ", ";
      if (out_.size() > PlanWords::kLongest) break;
      write(expression.arguments[place]);
    }
    out_ += ')';
  }

  const PlanWords& words_;
  std::string& out_;
};

class PathWriter {
 public:
  PathWriter(const PlanWords& words, std::string& out) : words_(words), out_(out) {}

  void write(const Path& path) {
    if (out_.size() > PlanWords::kLongest) return;
    switch (path.kind) {
      case PathKind::link:
        return iri(path.iri);
      case PathKind::inverse:
        out_ += '^';
        return operand(path.children.front());
      case PathKind::sequence:
        return chain(path, "/");
      case PathKind::alternative:
        return chain(path, "|");
      case PathKind::zero_or_more:
        return closure(path, '*');
      case PathKind::one_or_more:
        return closure(path, '+');
      case PathKind::zero_or_one:
        return closure(path, '?');
      case PathKind::negated:
        return negated(path);
    }
  }

 private:
  void iri(const std::string& iri) {
    const std::string text = words_.iri(iri);
    out_ += text == "rdf:type" ? "a" : text;
  }
  void operand(const Path& path) {
    if (path.kind == PathKind::link || path.kind == PathKind::negated) return write(path);
    out_ += '(';
    write(path);
    out_ += ')';
  }
  void chain(const Path& path, std::string_view sign) {
    for (const Path& child : path.children) {
      if (&child != &path.children.front()) out_ += sign;
      operand(child);
    }
  }
  void closure(const Path& path, char sign) {
    operand(path.children.front());
    out_ += sign;
  }
  void negated(const Path& path) {
    std::string_view sign = "!(";
    for (const std::string& forward : path.forward) out_ += std::exchange(sign, "|"), iri(forward);
    for (const std::string& backward : path.backward) out_ += std::exchange(sign, "|"), out_ += '^', iri(backward);
    out_ += sign == "|" ? ")" : "!()";
  }

  const PlanWords& words_;
  std::string& out_;
};

}  // namespace

std::string PlanWords::path(const parser::Path& path) const {
  std::string text;
  PathWriter(*this, text).write(path);
  return shortened(std::move(text), kLongest);
}

std::string PlanWords::expression(const Expression& expression) const {
  std::string text;
  ExpressionWriter(*this, text).write(expression);
  return shortened(std::move(text), kLongest);
}

std::string PlanWords::conditions(const std::vector<Expression>& conditions) const {
  std::string text;
  for (const Expression& condition : conditions) {
    if (text.size() > kLongest) break;
    const bool in_parentheses = conditions.size() > 1 && condition.kind == ExpressionKind::logical_or;
    if (!text.empty()) text += " && ";
    text += in_parentheses ? fmt::format("({})", expression(condition)) : expression(condition);
  }
  return shortened(std::move(text), kLongest);
}

std::string PlanWords::aggregate(const parser::Aggregate& aggregate, const std::vector<Expression>& arguments) const {
  std::string text =
      fmt::format("{}({}{}", name(aggregate.kind), aggregate.distinct ? "DISTINCT " : "", aggregate.star ? "*" : "");
  for (const Expression& argument : arguments) text += expression(argument);
  if (aggregate.kind == parser::AggregateKind::group_concat && aggregate.separator != " ") {
    text += "; SEPARATOR=";
    results::append_quoted(text, aggregate.separator);
  }
  return text + ")";
}

}  // namespace quadrille::query
