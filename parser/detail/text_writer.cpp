#include "parser/detail/text_writer.hpp"

#include "base/assert.hpp"

namespace quadrille::parser {

namespace {

std::string_view name(PathKind kind) {
  switch (kind) {
    case PathKind::link:
      return "link";
    case PathKind::inverse:
      return "inverse";
    case PathKind::sequence:
      return "sequence";
    case PathKind::alternative:
      return "alternative";
    case PathKind::zero_or_more:
      return "zero_or_more";
    case PathKind::one_or_more:
      return "one_or_more";
    case PathKind::zero_or_one:
      return "zero_or_one";
    case PathKind::negated:
      return "negated";
  }
  QUADRILLE_ASSERT(false, "a path has a kind");
}

std::string_view name(AggregateKind kind) {
  switch (kind) {
    case AggregateKind::count:
      return "count";
    case AggregateKind::sum:
      return "sum";
    case AggregateKind::min:
      return "min";
    case AggregateKind::max:
      return "max";
    case AggregateKind::avg:
      return "avg";
    case AggregateKind::sample:
      return "sample";
    case AggregateKind::group_concat:
      return "group_concat";
  }
  QUADRILLE_ASSERT(false, "an aggregate has a kind");
}

// The operators of expressions, as in the text of a query.
std::string_view symbol(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::logical_or:
      return "||";
    case ExpressionKind::logical_and:
      return "&&";
    case ExpressionKind::logical_not:
      return "!";
    case ExpressionKind::equal:
      return "=";
    case ExpressionKind::not_equal:
      return "!=";
    case ExpressionKind::less:
      return "<";
    case ExpressionKind::greater:
      return ">";
    case ExpressionKind::less_equal:
      return "<=";
    case ExpressionKind::greater_equal:
      return ">=";
    case ExpressionKind::in:
      return "in";
    case ExpressionKind::not_in:
      return "not_in";
    case ExpressionKind::add:
    case ExpressionKind::unary_plus:
      return "+";
    case ExpressionKind::subtract:
    case ExpressionKind::unary_minus:
      return "-";
    case ExpressionKind::multiply:
      return "*";
    case ExpressionKind::divide:
      return "/";
    case ExpressionKind::exists:
      return "exists";
    case ExpressionKind::not_exists:
      return "not_exists";
    default:
      QUADRILLE_ASSERT(false, "variables, constants and calls have no symbol");
  }
}

// True if the lexical form alone reads back as this term: 5, 1.50, 1e0, true.
bool is_bare(const Term& term) {
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
  if (is_bare(term)) {
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
