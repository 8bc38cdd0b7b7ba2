#include "parser/prepared_query.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <random>
#include <string>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "base/iri_reference.hpp"
#include "base/well_known_prefixes.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/names.hpp"
#include "parser/detail/term_places.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kMarkedIri = "urn:x-quadrille:";

// Digits only, so that it can be part of a number too; different in each process, so that no client can write it.
const std::string& mark() {
  static const std::string digits = [] {
    std::random_device random;
    std::string text = "7";
    for (int place = 0; place < 14; ++place) text += static_cast<char>('0' + random() % 10);
    return text;
  }();
  return digits;
}

// The text with marks in the places of the selected constants.
std::string marked_text(const QueryTokens& tokens, const std::vector<bool>& is_marked) {
  std::string text;
  std::size_t at = 0;
  for (std::size_t number = 0; number < tokens.num_constants(); ++number) {
    if (!is_marked[number]) continue;
    const Token& token = tokens.constant(number);
    text += tokens.text().substr(at, token.offset - at);
    at = token.offset + token.size;
    const std::string marked = fmt::format("{}{:04}", mark(), number);
    if (is_iri(token.kind)) {
      text += fmt::format("<{}{}>", kMarkedIri, marked);
    } else if (is_string(token.kind)) {
      text += fmt::format("\"{}\"", marked);
    } else {
      text += marked;
      if (token.kind == TokenKind::DECIMAL) text += ".5";
      if (token.kind == TokenKind::DOUBLE) text += "e0";
    }
  }
  text += tokens.text().substr(at);
  return text;
}

// The numbers of the constants, below `end`, whose marks are in this text.
std::vector<std::size_t> marked_numbers(std::string_view text, std::size_t end) {
  std::vector<std::size_t> numbers;
  for (std::size_t at = 0; (at = text.find(mark(), at)) != std::string_view::npos;) {
    at += mark().size();
    std::size_t number = 0;
    const char* const digits = text.data() + at;
    const bool is_whole = text.size() >= at + 4 && std::from_chars(digits, digits + 4, number).ptr == digits + 4;
    if (is_whole && number < end) numbers.push_back(number);
  }
  return numbers;
}

Query parse_marked(const QueryTokens& tokens, const std::vector<bool>& is_marked, std::string_view base,
                   const DefaultPrefixes& prefixes) {
  return parse_query(marked_text(tokens, is_marked), base, prefixes);
}

// The namespace of a prefix: the text has been parsed, so it is declared, or a default.
std::string_view space_of(const std::vector<Prefix>& declared, std::string_view prefix,
                          const DefaultPrefixes& prefixes) {
  for (const Prefix& one : declared) {
    if (one.prefix == prefix) return one.iri;
  }
  return prefixes.find(prefix).value_or("");
}

Term term_of(const Token& token, std::string_view source, std::string_view base, std::string_view space) {
  const std::string_view text = token.text(source);
  if (token.kind == TokenKind::IRIREF) return Term(TermView::iri(resolve_iri(base, text.substr(1, text.size() - 2))));
  if (token.kind == TokenKind::PNAME_LN) {
    return Term(TermView::iri(expanded_name(space, text.substr(text.find(':') + 1))));
  }
  if (is_string(token.kind)) return Term(TermView::string(string_value(source, token)));
  return number_term(source, token);
}

bool all_functions_are_known(Query& query, const KnowsFunction& knows_function) {
  bool all = true;
  visit_terms(query, {[](Term&) {}, [](std::string_view) {},
                      [&](Expression& expression) {
                        const bool is_call = expression.kind == ExpressionKind::call;
                        all = all && (!is_call || knows_function(expression.iri));
                      }});
  return all;
}

}  // namespace

std::optional<std::vector<bool>> find_parameters(const QueryTokens& tokens, std::string_view base,
                                                 const DefaultPrefixes& prefixes, const KnowsFunction& knows_function) {
  QUADRILLE_ASSERT(tokens.can_be_prepared(), "only such texts have parameters");
  Query own = parse_query(tokens.text(), base, prefixes);
  if (!all_functions_are_known(own, knows_function)) return std::nullopt;
  std::vector<bool> found(tokens.num_constants()), is_set(tokens.num_constants());
  const auto mark_all = [&](std::string_view text, std::vector<bool>& all) {
    for (const std::size_t number : marked_numbers(text, all.size())) all[number] = true;
  };
  const TermVisitor visitor{[&](Term& term) {
                              // A triple term is one term of several constants.
                              mark_all(term.text, term.kind == TermKind::triple ? is_set : found);
                            },
                            [&](std::string_view text) { mark_all(text, is_set); }};
  try {
    Query query = parse_marked(tokens, std::vector<bool>(tokens.num_constants(), true), base, prefixes);
    visit_terms(query, visitor);
  } catch (const Error&) {
    return found;  // the text itself contains marks: no constant can differ
  }
  for (std::size_t number = 0; number < found.size(); ++number) found[number] = found[number] && !is_set[number];
  return found;
}

PreparedQuery::PreparedQuery(const QueryTokens& tokens, const std::vector<bool>& is_parameter, std::string_view base,
                             const DefaultPrefixes& prefixes)
    : base_(base), query_(parse_marked(tokens, is_parameter, base, prefixes)) {
  std::vector<std::size_t> place_of(tokens.num_constants());
  for (std::size_t number = 0; number < tokens.num_constants(); ++number) {
    if (!is_parameter[number]) continue;
    const Token& token = tokens.constant(number);
    place_of[number] = parameters_.size();
    const std::string_view text = tokens.constant_text(number);
    parameters_.push_back({number, {}, {}});
    if (token.kind == TokenKind::PNAME_LN)
      parameters_.back().space = space_of(query_.prefixes, text.substr(0, text.find(':')), prefixes);
  }
  visit_terms(query_, {[&](Term& term) {
                         for (const std::size_t number : marked_numbers(term.text, is_parameter.size())) {
                           if (is_parameter[number]) parameters_[place_of[number]].places.push_back(&term);
                         }
                       },
                       [](std::string_view) {}, [](Expression& expression) { expression.position = {}; }});
}

const Query& PreparedQuery::with(const QueryTokens& tokens) {
  for (const Parameter& parameter : parameters_) {
    Term term = term_of(tokens.constant(parameter.constant), tokens.text(), base_, parameter.space);
    for (std::size_t place = 1; place < parameter.places.size(); ++place) *parameter.places[place] = term;
    *parameter.places.front() = std::move(term);
  }
  return query_;
}

}  // namespace quadrille::parser
