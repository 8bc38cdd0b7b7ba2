#include "parser/detail/token_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>

#include "parser/detail/characters.hpp"
#include "parser/detail/keywords.hpp"
#include "parser/detail/lexer.hpp"
#include "parser/detail/nearest.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

// A family of kinds that is named as one where `threshold` of them can stand. Tried from the top: a kind that an
// earlier family took is not named again.
struct Family {
  std::string_view name;
  std::size_t threshold;
  std::vector<TokenKind> kinds;
};

bool is_function(TokenKind kind) {
  return (kind >= STR && kind <= REPLACE) || (kind >= COUNT && kind <= GROUP_CONCAT);
}

std::vector<TokenKind> functions_and(std::initializer_list<TokenKind> others) {
  std::vector<TokenKind> kinds(others);
  for (auto kind = static_cast<std::uint16_t>(COUNT); kind <= static_cast<std::uint16_t>(REPLACE); ++kind)
    if (is_function(TokenKind{kind})) kinds.push_back(TokenKind{kind});
  return kinds;
}

const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"an expression", 60,
       functions_and({LPAREN,
                      EXCLAMATION,
                      PLUS,
                      MINUS_SIGN,
                      EXISTS,
                      NOT,
                      VAR1,
                      VAR2,
                      IRIREF,
                      PNAME_NS,
                      PNAME_LN,
                      INTEGER,
                      DECIMAL,
                      DOUBLE,
                      INTEGER_POSITIVE,
                      DECIMAL_POSITIVE,
                      DOUBLE_POSITIVE,
                      INTEGER_NEGATIVE,
                      DECIMAL_NEGATIVE,
                      DOUBLE_NEGATIVE,
                      STRING_LITERAL1,
                      STRING_LITERAL2,
                      STRING_LITERAL_LONG1,
                      STRING_LITERAL_LONG2,
                      TRUE,
                      FALSE})},
      {"an operator",
       5,
       {OR,
        AND,
        EQUAL,
        NOT_EQUAL,
        LESS,
        GREATER,
        LESS_EQUAL,
        GREATER_EQUAL,
        IN,
        NOT,
        PLUS,
        MINUS_SIGN,
        STAR,
        SLASH,
        INTEGER_POSITIVE,
        DECIMAL_POSITIVE,
        DOUBLE_POSITIVE,
        INTEGER_NEGATIVE,
        DECIMAL_NEGATIVE,
        DOUBLE_NEGATIVE}},
      {"a query (SELECT, ASK, CONSTRUCT or DESCRIBE)", 4, {SELECT, CONSTRUCT, DESCRIBE, ASK}},
      {"an update (INSERT, DELETE, LOAD, CLEAR ...)",
       8,
       {LOAD, CLEAR, DROP, CREATE, ADD, MOVE, COPY, INSERT, DELETE, WITH}},
      {"a solution modifier (GROUP BY, ORDER BY, LIMIT ...)", 5, {GROUP, HAVING, ORDER, LIMIT, OFFSET, VALUES}},
      {"a variable", 1, {VAR1, VAR2}},
      {"an IRI", 1, {IRIREF, PNAME_LN, PNAME_NS}},
      {"a string", 5, {STRING_LITERAL1, STRING_LITERAL2, STRING_LITERAL_LONG1, STRING_LITERAL_LONG2, A}},
      {"a literal",
       5,
       {INTEGER, DECIMAL, DOUBLE, INTEGER_POSITIVE, DECIMAL_POSITIVE, DOUBLE_POSITIVE, INTEGER_NEGATIVE,
        DECIMAL_NEGATIVE, DOUBLE_NEGATIVE, STRING_LITERAL1, STRING_LITERAL2, STRING_LITERAL_LONG1, STRING_LITERAL_LONG2,
        TRUE, FALSE}},
      {"a string", 1, {STRING_LITERAL1, STRING_LITERAL2, STRING_LITERAL_LONG1, STRING_LITERAL_LONG2}},
      {"a number",
       2,
       {INTEGER, DECIMAL, DOUBLE, INTEGER_POSITIVE, DECIMAL_POSITIVE, DOUBLE_POSITIVE, INTEGER_NEGATIVE,
        DECIMAL_NEGATIVE, DOUBLE_NEGATIVE}},
      {"a blank node", 1, {BLANK_NODE_LABEL, ANON}},
      {"a function", 8, functions_and({EXISTS, NOT})},
      {"FILTER, OPTIONAL or another pattern", 5, {OPTIONAL, GRAPH, SERVICE, BIND, MINUS, FILTER, VALUES, SELECT}},
      {"'{'", 1, {LBRACE, DATA_BLOCK}},
      {"'('", 1, {LPAREN, NIL}},
      {"'['", 1, {LBRACKET}},
  };
  return all;
}

std::string own_name(TokenKind kind) {
  switch (kind) {
    case END:
      return "the end of the text";
    case INTEGER:
      return "an integer";
    case LANGTAG:
      return "a language tag";
    case PNAME_NS:
      return "a prefix";
    case A:
      return "'a'";
    default:
      break;
  }
  if (is_keyword(kind)) return std::string(grammar_name(kind));
  static const std::pair<TokenKind, const char*> marks[] = {
      {RBRACE, "}"},         {RPAREN, ")"},     {RBRACKET, "]"},      {DOT, "."},      {COMMA, ","},
      {SEMICOLON, ";"},      {STAR, "*"},       {SLASH, "/"},         {PLUS, "+"},     {MINUS_SIGN, "-"},
      {PIPE, "|"},           {CARET, "^"},      {DOUBLE_CARET, "^^"}, {QUESTION, "?"}, {EXCLAMATION, "!"},
      {EQUAL, "="},          {NOT_EQUAL, "!="}, {LESS, "<"},          {GREATER, ">"},  {LESS_EQUAL, "<="},
      {GREATER_EQUAL, ">="}, {OR, "||"},        {AND, "&&"}};
  for (const auto& [mark, text] : marks)
    if (mark == kind) return fmt::format("'{}'", text);
  return std::string(grammar_name(kind));
}

std::vector<std::string> names_of(const std::vector<TokenKind>& kinds) {
  std::set<TokenKind> left(kinds.begin(), kinds.end());
  std::vector<std::string> names;
  for (const Family& family : families()) {
    const auto stands = [&](TokenKind kind) { return left.contains(kind); };
    const auto count = std::count_if(family.kinds.begin(), family.kinds.end(), stands);
    if (static_cast<std::size_t>(count) < family.threshold) continue;
    for (const TokenKind kind : family.kinds) left.erase(kind);
    if (std::find(names.begin(), names.end(), family.name) == names.end()) names.emplace_back(family.name);
  }
  for (const TokenKind kind : left) names.push_back(own_name(kind));
  return names;
}

}  // namespace

std::string expected_text(const std::vector<TokenKind>& kinds) {
  constexpr std::size_t kMaxNames = 8;
  std::vector<std::string> names = names_of(kinds);
  const bool more = names.size() > kMaxNames;
  if (more) names.resize(kMaxNames);
  std::string text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() && !more ? " or " : ", ") + names[i];
  return more ? text + " ..." : text;
}

std::string suggestion_text(const SourceText& source, const Token& word, const std::vector<TokenKind>& expected) {
  const auto nearest_of = [&](const auto& is_candidate) {
    std::vector<std::string> names;
    for (auto kind = static_cast<std::uint16_t>(BASE); is_keyword(TokenKind{kind}); ++kind)
      if (is_candidate(TokenKind{kind}))
        names.emplace_back(kind == static_cast<std::uint16_t>(A) ? "a" : grammar_name(TokenKind{kind}));
    return nearest(word.text(source.text()), names);
  };
  const auto is_expected = [&](TokenKind kind) {
    return std::find(expected.begin(), expected.end(), kind) != expected.end();
  };
  const auto name = nearest_of(is_expected);
  return name ? fmt::format("; did you mean {}?", *name) : std::string();
}

std::string found_text(const SourceText& source, const Token& token) {
  constexpr std::size_t kLongestQuote = 40;
  const std::string_view text = token.text(source.text());
  if (token.kind == END) return "unexpected end of the text";
  if (token.kind == UNKNOWN && (text[0] == '"' || text[0] == '\'')) {
    const std::string_view rest = source.text().substr(token.offset + token.size);
    if (rest.empty() || rest[0] != '\\') return "the string that begins here is not closed";
    const bool by_number = rest.starts_with("\\u") || rest.starts_with("\\U");
    if (by_number)
      return fmt::format("this string has the escape '{}', which names no character",
                         rest.substr(0, rest[1] == 'u' ? 6 : 10));
    return fmt::format("this string has the escape '{}', which SPARQL does not know",
                       rest.substr(0, 1 + (rest.size() > 1 ? decode(rest, 1).size : 0)));
  }
  if (token.kind == DATA_BLOCK) return "unexpected '{'";
  if (text.size() <= kLongestQuote) return fmt::format("unexpected '{}'", text);
  std::size_t cut = kLongestQuote - 3;
  while (is_continuation(text[cut])) --cut;
  return fmt::format("unexpected '{}...'", text.substr(0, cut));
}

}  // namespace quadrille::parser
