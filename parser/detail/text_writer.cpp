#include "parser/detail/text_writer.hpp"

#include <map>

namespace quadrille::parser {

namespace {

std::string_view name(PathKind kind) {
  static constexpr std::string_view kNames[] = {"link",         "inverse",     "sequence",    "alternative",
                                                "zero_or_more", "one_or_more", "zero_or_one", "negated"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(AggregateKind kind) {
  static constexpr std::string_view kNames[] = {"count", "sum", "min", "max", "avg", "sample", "group_concat"};
  return kNames[static_cast<std::size_t>(kind)];
}

// The operators of expressions, as in the text of a query. Variables, constants and calls have none.
std::string_view symbol(ExpressionKind kind) {
  using enum ExpressionKind;
  static const std::map<ExpressionKind, std::string_view> symbols = {
      {logical_or, "||"},
      {logical_and, "&&"},
      {logical_not, "!"},
      {equal, "="},
      {not_equal, "!="},
      {less, "<"},
      {greater, ">"},
      {less_equal, "<="},
      {in, "in"},
      {greater_equal, ">="},
      {not_in, "not_in"},
      {add, "+"},
      {unary_plus, "+"},
      {subtract, "-"},
      {unary_minus, "-"},
      {multiply, "*"},
      {divide, "/"},
      {exists, "exists"},
      {not_exists, "not_exists"},
  };
  return symbols.at(kind);
}

// True if the lexical form alone reads back as this term: 5, 1.50, 1e0, true.
bool reads_back_bare(const Term& term) {
  const auto only = [&](std::string_view characters) {
    return !term.text.empty() && term.text.find_first_not_of(characters) == std::string::npos;
  };
  if (term.kind != TermKind::literal) return false;
  if (term.datatype == iri::kXsdInteger) return only("+-0123456789");
  if (term.datatype == iri::kXsdDecimal) return only("+-0123456789.") && term.text.find('.') != std::string::npos;
  if (term.datatype == iri::kXsdDouble)
    return only("+-0123456789.eE") && term.text.find_first_of("eE") != std::string::npos;
  return term.datatype == iri::kXsdBoolean && (term.text == "true" || term.text == "false");
}

}  // namespace

void TextWriter::variable(VariableId variable) {
  const std::string& name = variables_[variable];
  if (!name.starts_with("_:")) out_ += '?';
  out_ += name;
}

void TextWriter::term(const Term& term) {
  if (reads_back_bare(term)) {
    out_ += term.text;
  } else {
    append_ntriples(out_, term.view());
  }
}

void TextWriter::node(const Node& node) {
  if (const auto* id = std::get_if<VariableId>(&node)) {
    variable(*id);
  } else {
    term(std::get<Term>(node));
  }
}

void TextWriter::triple(const TriplePattern& triple) {
  out_ += "(triple ";
  node(triple.subject);
  out_ += ' ';
  node(triple.predicate);
  out_ += ' ';
  node(triple.object);
  out_ += ')';
}

void TextWriter::term_pattern(const TermPattern& pattern) {
  out_ += "(term ";
  variable(pattern.term);
  for (const Node* part : {&pattern.subject, &pattern.predicate, &pattern.object}) {
    out_ += ' ';
    node(*part);
  }
  out_ += ')';
}

void TextWriter::path(const Path& path) {
  const auto iri = [&](std::string_view text) { append_ntriples(out_, TermView::iri(text)); };
  if (path.kind == PathKind::link) return iri(path.iri);
  out_ += '(';
  out_ += name(path.kind);
  for (const Path& child : path.children) {
    out_ += ' ';
    this->path(child);
  }
  for (const std::string& forward : path.forward) {
    out_ += ' ';
    iri(forward);
  }
  for (const std::string& backward : path.backward) {
    out_ += " ^";
    iri(backward);
  }
  out_ += ')';
}

void TextWriter::aggregate(const Aggregate& aggregate, const std::vector<Expression>& arguments, int indent) {
  out_ += '(';
  out_ += name(aggregate.kind);
  if (aggregate.distinct) out_ += " distinct";
  if (aggregate.star) out_ += " *";
  for (const Expression& argument : arguments) {
    out_ += ' ';
    expression(argument, indent);
  }
  if (aggregate.kind == AggregateKind::group_concat) {
    out_ += " separator ";
    append_ntriples(out_, TermView::string(aggregate.separator));
  }
  out_ += ')';
}

void TextWriter::expression(const Expression& expression, int indent) {
  switch (expression.kind) {
    case ExpressionKind::variable:
      return variable(expression.variable);
    case ExpressionKind::constant:
      return term(expression.constant);
    case ExpressionKind::aggregate:
      return aggregate(expression.aggregate, expression.arguments, indent);
    default:
      break;
  }
  out_ += '(';
  if (expression.kind == ExpressionKind::function) {
    out_ += parser::name(expression.builtin);
  } else if (expression.kind == ExpressionKind::call) {
    append_ntriples(out_, TermView::iri(expression.iri));
    if (expression.distinct) out_ += " distinct";
  } else {
    out_ += symbol(expression.kind);
  }
  for (const Expression& argument : expression.arguments) {
    out_ += ' ';
    this->expression(argument, indent);
  }
  if (expression.pattern) write(*expression.pattern, indent + 1);
  out_ += ')';
}

}  // namespace quadrille::parser
