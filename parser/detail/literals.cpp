#include "parser/detail/literals.hpp"

#include "base/longest_term.hpp"
#include "base/text.hpp"
#include "parser/detail/source_text.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

Term term(std::string text, std::string_view datatype) {
  Term made;
  made.kind = TermKind::literal;
  made.text = std::move(text);
  made.datatype = datatype;
  return made;
}

}  // namespace

std::string string_value(std::string_view source, const Token& token) {
  const bool is_long = token.kind >= TokenKind::STRING_LITERAL_LONG1;
  const std::size_t quotes = is_long ? 3 : 1;
  const std::string_view inner = source.substr(token.offset + quotes, token.size - 2 * quotes);
  std::string value;
  value.reserve(inner.size());
  for (std::size_t i = 0; i < inner.size();) {
    const std::size_t backslash = std::min(inner.find('\\', i), inner.size());
    value += inner.substr(i, backslash - i);
    i = backslash;
    if (i == inner.size()) break;
    if (const auto escape = codepoint_escape(inner.substr(i))) {
      append_utf8(value, escape->value);
      i += escape->size;
    } else {
      value += unescaped(inner[i + 1]);
      i += 2;
    }
  }
  if (value.size() > kLongestTermBytes) fail_at(token.position, "{}", too_long_term(value.size()));
  return value;
}

Term number_term(std::string_view source, const Token& token) {
  switch (token.kind) {
    case TokenKind::INTEGER:
    case TokenKind::INTEGER_POSITIVE:
    case TokenKind::INTEGER_NEGATIVE:
      return term(std::string(token.text(source)), iri::kXsdInteger);
    case TokenKind::DECIMAL:
    case TokenKind::DECIMAL_POSITIVE:
    case TokenKind::DECIMAL_NEGATIVE:
      return term(std::string(token.text(source)), iri::kXsdDecimal);
    default:
      return term(std::string(token.text(source)), iri::kXsdDouble);
  }
}

Term boolean_term(const Token& token) {
  return term(token.kind == TokenKind::TRUE ? "true" : "false", iri::kXsdBoolean);
}

Term language_term(std::string text, std::string_view source, const Token& tag) {
  const std::string_view written = tag.text(source).substr(1);
  const std::string_view direction = direction_of(written);
  const bool has_direction = !direction.empty();
  if (has_direction && !is_direction(direction))
    fail_at(tag.position, "'{}' is not a direction of text; write --ltr or --rtl after the language", direction);
  Term made = term(std::move(text), has_direction ? iri::kRdfDirLangString : iri::kRdfLangString);
  made.language = to_lower(written);
  return made;
}

Term typed_term(std::string text, std::string datatype, Position position) {
  if (datatype == iri::kRdfLangString)
    fail_at(position, "a literal of datatype rdf:langString needs a language tag instead");
  if (datatype == iri::kRdfDirLangString)
    fail_at(position, "a literal of datatype rdf:dirLangString needs a language tag and a direction instead");
  return term(std::move(text), datatype);
}

}  // namespace quadrille::parser
