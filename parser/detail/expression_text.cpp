#include "parser/detail/expression_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.hpp"
#include "base/term.hpp"
#include "base/triple_term.hpp"
#include "parser/detail/characters.hpp"
#include "parser/detail/fold.hpp"
#include "parser/detail/lexer.hpp"

namespace quadrille::parser {

namespace {

bool is_plain_name(std::string_view local) {
  const auto is_plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x80 && (is_letter(byte) || is_digit(byte) || c == '_' || c == '-');
  };
  return !local.empty() && local.front() != '-' && std::all_of(local.begin(), local.end(), is_plain);
}

// True if the lexical form alone is a literal of this datatype: 5, 1.50, 1e0, true.
bool is_bare(const Term& term) {
  if (term.datatype == iri::kXsdBoolean) return term.text == "true" || term.text == "false";
  const bool is_number =
      term.datatype == iri::kXsdInteger || term.datatype == iri::kXsdDecimal || term.datatype == iri::kXsdDouble;
  if (!is_number || term.text.empty() || term.text.find_first_not_of("+-.0123456789eE") != std::string::npos)
    return false;
  const SourceText source(term.text);
  const Token token = Lexer(source).next();
  if (token.size != term.text.size()) return false;
  using enum TokenKind;
  switch (token.kind) {
    case INTEGER:
    case INTEGER_POSITIVE:
    case INTEGER_NEGATIVE:
      return term.datatype == iri::kXsdInteger;
    case DECIMAL:
    case DECIMAL_POSITIVE:
    case DECIMAL_NEGATIVE:
      return term.datatype == iri::kXsdDecimal;
    case DOUBLE:
    case DOUBLE_POSITIVE:
    case DOUBLE_NEGATIVE:
      return term.datatype == iri::kXsdDouble;
    default:
      return false;
  }
}

// How tightly an operator binds its operands.
enum Level : int { kOr = 1, kAnd, kRelation, kSum, kProduct, kUnary, kPrimary };

Level level_of(ExpressionKind kind) {
  using enum ExpressionKind;
  switch (kind) {
    case logical_or:
      return kOr;
    case logical_and:
      return kAnd;
    case equal:
    case not_equal:
    case less:
    case greater:
    case less_equal:
    case greater_equal:
    case in:
    case not_in:
      return kRelation;
    case add:
    case subtract:
      return kSum;
    case multiply:
    case divide:
      return kProduct;
    case logical_not:
    case unary_plus:
    case unary_minus:
      return kUnary;
    default:
      return kPrimary;
  }
}

std::string_view symbol_of(ExpressionKind kind) {
  using enum ExpressionKind;
  switch (kind) {
    case logical_or:
      return "||";
    case logical_and:
      return "&&";
    case logical_not:
      return "!";
    case equal:
      return "=";
    case not_equal:
      return "!=";
    case less:
      return "<";
    case greater:
      return ">";
    case less_equal:
      return "<=";
    case greater_equal:
      return ">=";
    case in:
      return "IN";
    case not_in:
      return "NOT IN";
    case add:
    case unary_plus:
      return "+";
    case subtract:
    case unary_minus:
      return "-";
    case multiply:
      return "*";
    case divide:
      return "/";
    default:
      QUADRILLE_ASSERT(false, "this kind of expression has no operator");
  }
}

class ExpressionWriter {
 public:
  ExpressionWriter(const TermText& terms, const std::vector<std::string>& variables)
      : terms_(terms), variables_(variables) {}

  // With parentheses if it binds less tightly than `least`.
  void write(const Expression& expression, int least) {
    const Level level = level_of(expression.kind);
    if (level < least) out_ += '(';
    operation(expression, level);
    if (level < least) out_ += ')';
  }
  std::string take() { return std::move(out_); }

 private:
  void operation(const Expression& expression, Level level) {
    const auto& arguments = expression.arguments;
    switch (level) {
      case kOr:
      case kAnd:
        return chain(expression, level);
      case kRelation:
        write(arguments.front(), kSum);
        if (expression.kind != ExpressionKind::in && expression.kind != ExpressionKind::not_in)
          return right(expression, kSum);
        out_ += ' ';
        out_ += symbol_of(expression.kind);
        out_ += ' ';
        return list(arguments, 1);
      case kSum:
      case kProduct:
        write(arguments.front(), level);
        return right(expression, level + 1);
      case kUnary:
        return unary(expression);
      default:
        return primary(expression);
    }
  }

  void right(const Expression& expression, int least) {
    out_ += ' ';
    out_ += symbol_of(expression.kind);
    out_ += ' ';
    write(expression.arguments.back(), least);
  }

  // A sign in front of a number would be a part of it.
  void unary(const Expression& expression) {
    const Expression& operand = expression.arguments.front();
    const bool is_sign = expression.kind != ExpressionKind::logical_not;
    out_ += symbol_of(expression.kind);
    write(operand, is_sign && operand.kind == ExpressionKind::constant ? kPrimary + 1 : kPrimary);
  }

  // a || b || c is a tree of the shape that fold() makes; any other shape needs parentheses.
  void chain(const Expression& expression, Level level) {
    std::vector<const Expression*> operands;
    collect(expression, expression.kind, operands);
    if (!is_fold(expression, expression.kind, operands.size())) {
      write(expression.arguments.front(), level + 1);
      return right(expression, level + 1);
    }
    for (const Expression* operand : operands) {
      if (operand != operands.front()) {
        out_ += ' ';
        out_ += symbol_of(expression.kind);
        out_ += ' ';
      }
      write(*operand, level + 1);
    }
  }
  static void collect(const Expression& expression, ExpressionKind kind, std::vector<const Expression*>& operands) {
    if (expression.kind != kind) {
      operands.push_back(&expression);
      return;
    }
    for (const Expression& argument : expression.arguments) collect(argument, kind, operands);
  }
  static bool is_fold(const Expression& expression, ExpressionKind kind, std::size_t operands) {
    if (operands == 1) return expression.kind != kind;
    if (expression.kind != kind) return false;
    const std::size_t left = operands > kLongList ? operands / 2 : operands - 1;
    return is_fold(expression.arguments.front(), kind, left) &&
           is_fold(expression.arguments.back(), kind, operands - left);
  }

  void list(const std::vector<Expression>& arguments, std::size_t from) {
    out_ += '(';
    for (std::size_t i = from; i < arguments.size(); ++i) {
      if (i != from) out_ += ", ";
      write(arguments[i], kOr);
    }
    out_ += ')';
  }

  void primary(const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::variable:
        out_ += '?';
        out_ += variables_[expression.variable];
        return;
      case ExpressionKind::constant:
        out_ += terms_.term(expression.constant);
        return;
      case ExpressionKind::call:
        out_ += terms_.iri(expression.iri);
        if (!expression.distinct) return list(expression.arguments, 0);
        out_ += "(DISTINCT ";
        for (const Expression& argument : expression.arguments) {
          if (&argument != &expression.arguments.front()) out_ += ", ";
          write(argument, kOr);
        }
        out_ += ')';
        return;
      case ExpressionKind::function:
        out_ += name(expression.builtin);
        if (expression.builtin != Builtin::iri) return list(expression.arguments, 0);
        out_ += '(';  // the second argument is the base
        write(expression.arguments.front(), kOr);
        out_ += ')';
        return;
      default:
        QUADRILLE_ASSERT(false, "rules have no EXISTS and no aggregates");
    }
  }

  const TermText& terms_;
  const std::vector<std::string>& variables_;
  std::string out_;
};

}  // namespace

TermText::TermText(const std::vector<Prefix>& prefixes) {
  for (const Prefix& prefix : prefixes) {
    const bool is_new = std::none_of(prefixes_.begin(), prefixes_.end(),
                                     [&](const Prefix& other) { return other.prefix == prefix.prefix; });
    if (is_new) prefixes_.push_back(prefix);
  }
}

std::string TermText::iri(std::string_view iri) const {
  const Prefix* best = nullptr;
  for (const Prefix& prefix : prefixes_) {
    if (!iri.starts_with(prefix.iri) || !is_plain_name(iri.substr(prefix.iri.size()))) continue;
    if (best == nullptr || prefix.iri.size() > best->iri.size()) best = &prefix;
  }
  if (best != nullptr) return best->prefix + ":" + std::string(iri.substr(best->iri.size()));
  return "<" + std::string(iri) + ">";
}

std::string TermText::term(const Term& term) const {
  if (term.kind == TermKind::iri) return iri(term.text);
  if (term.kind == TermKind::triple) return triple(term.text);
  if (is_bare(term)) return term.text;
  std::string text = to_ntriples(TermView::string(term.text));
  if (!term.language.empty()) return text + "@" + term.language;
  if (term.datatype != iri::kXsdString) text += "^^" + iri(term.datatype);
  return text;
}

std::string TermText::triple(std::string_view text) const {
  const TripleParts parts(text);
  return fmt::format("<<( {} {} {} )>>", term(Term(parts.subject())), term(Term(parts.predicate())),
                     term(Term(parts.object())));
}

std::string expression_text(const Expression& expression, const TermText& terms,
                            const std::vector<std::string>& variables) {
  ExpressionWriter writer(terms, variables);
  writer.write(expression, kOr);
  return writer.take();
}

}  // namespace quadrille::parser
