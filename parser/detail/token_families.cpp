#include "parser/detail/token_families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <utility>

#include "parser/detail/keywords.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;
using Kinds = std::vector<TokenKind>;

// clang-format off
const Kinds kSigned = {INTEGER_POSITIVE, DECIMAL_POSITIVE, DOUBLE_POSITIVE, INTEGER_NEGATIVE, DECIMAL_NEGATIVE,
                       DOUBLE_NEGATIVE};
const Kinds kUnsigned = {INTEGER, DECIMAL, DOUBLE};
const Kinds kStrings = {STRING_LITERAL1, STRING_LITERAL2, STRING_LITERAL_LONG1, STRING_LITERAL_LONG2};
const Kinds kBooleans = {TRUE, FALSE};
// clang-format on

Kinds range(TokenKind first, TokenKind last) {
  Kinds kinds;
  for (auto kind = static_cast<std::uint16_t>(first); kind <= static_cast<std::uint16_t>(last); ++kind)
    kinds.push_back(TokenKind{kind});
  return kinds;
}

Kinds all_of(std::initializer_list<Kinds> parts) {
  Kinds all;
  for (const Kinds& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Kinds functions() {
  return all_of({range(COUNT, GROUP_CONCAT), range(STR, REPLACE), {EXISTS, NOT}});
}

// A family is named if all of `marks` are possible; then none of `kinds` is named again.
struct Family {
  std::string_view name;
  Kinds marks;
  Kinds kinds;
  bool is_last = false;  // named at the end
};

// Tried in this order.
const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"an expression",
       {EXCLAMATION, LPAREN, STR},
       all_of({functions(),
               kSigned,
               kUnsigned,
               kStrings,
               kBooleans,
               {LPAREN, EXCLAMATION, PLUS, MINUS_SIGN, VAR1, VAR2, IRIREF, PNAME_NS, PNAME_LN, TRIPLE_BEGIN}})},
      {"an operator",
       {AND, STAR},
       all_of({kSigned,
               {OR, AND, EQUAL, NOT_EQUAL, LESS, GREATER, LESS_EQUAL, GREATER_EQUAL, IN, NOT, PLUS, MINUS_SIGN, STAR,
                SLASH}}),
       true},
      {"'->'", {MINUS_SIGN, LESS}, {MINUS_SIGN, LESS}, true},
      {"'=>'", {EQUAL, LESS_EQUAL}, {EQUAL, LESS_EQUAL}},
      {"more of the path ('/', '|', '*' ...)", {PIPE, SLASH}, {PIPE, SLASH, STAR, PLUS, QUESTION}, true},
      {"SELECT, ASK, CONSTRUCT or DESCRIBE", {SELECT, ASK}, {SELECT, CONSTRUCT, DESCRIBE, ASK}},
      {"an update (INSERT, DELETE, LOAD, CLEAR ...)",
       {LOAD, CLEAR},
       {LOAD, CLEAR, DROP, CREATE, ADD, MOVE, COPY, INSERT, DELETE, WITH}},
      {"GROUP BY, ORDER BY, LIMIT ...", {ORDER, LIMIT, VALUES}, {GROUP, HAVING, ORDER, LIMIT, OFFSET, VALUES}, true},
      {"a variable", {VAR1}, {VAR1, VAR2}},
      {"an IRI", {IRIREF, PNAME_NS}, {IRIREF, PNAME_LN, PNAME_NS}},
      {"an IRI in '<' and '>'", {IRIREF}, {IRIREF}},
      {"a literal", {INTEGER, STRING_LITERAL1}, all_of({kSigned, kUnsigned, kStrings, kBooleans})},
      {"a string", {STRING_LITERAL1}, kStrings},
      {"a blank node", {ANON}, {BLANK_NODE_LABEL, ANON}},
      {"a function", {STR}, functions()},
      {"FILTER, OPTIONAL or another pattern",
       {OPTIONAL, FILTER},
       {OPTIONAL, GRAPH, SERVICE, BIND, MINUS, FILTER, VALUES, SELECT, LBRACE},
       true},
      {"'{'", {LBRACE}, {LBRACE}},
      {"'{'", {DATA_BLOCK}, {DATA_BLOCK}},
      {"'('", {LPAREN}, {LPAREN, NIL}},
      {"'()'", {NIL}, {NIL}},
  };
  return all;
}

std::string own_name(TokenKind kind) {
  static const std::pair<TokenKind, const char*> words[] = {{END, "the end of the text"},
                                                            {INTEGER, "an integer"},
                                                            {LANG_DIR, "a language tag"},
                                                            {PNAME_NS, "a prefix such as 'ex:'"},
                                                            {A, "'a'"},
                                                            {WORD, "a built-in"}};
  // clang-format off
  static const std::pair<TokenKind, const char*> marks[] = {
      {LBRACKET, "["}, {RBRACE, "}"}, {RPAREN, ")"}, {RBRACKET, "]"}, {DOT, "."}, {COMMA, ","}, {SEMICOLON, ";"},
      {STAR, "*"}, {SLASH, "/"}, {PLUS, "+"}, {MINUS_SIGN, "-"}, {PIPE, "|"}, {CARET, "^"}, {DOUBLE_CARET, "^^"},
      {QUESTION, "?"}, {EXCLAMATION, "!"}, {EQUAL, "="}, {NOT_EQUAL, "!="}, {LESS, "<"}, {GREATER, ">"},
      {LESS_EQUAL, "<="}, {GREATER_EQUAL, ">="}, {OR, "||"}, {AND, "&&"}, {TILDE, "~"}, {REIFIED_BEGIN, "<<"},
      {REIFIED_END, ">>"}, {TRIPLE_BEGIN, "<<("}, {TRIPLE_END, ")>>"}, {ANNOTATION_BEGIN, "{|"}, {ANNOTATION_END, "|}"}};
  // clang-format on
  for (const auto& [of, word] : words)
    if (of == kind) return word;
  for (const auto& [of, mark] : marks)
    if (of == kind) return fmt::format("'{}'", mark);
  return std::string(grammar_name(kind));  // keywords
}

}  // namespace

std::vector<std::string> names_of(const std::vector<TokenKind>& kinds) {
  std::set<TokenKind> left(kinds.begin(), kinds.end());
  std::set<TokenKind> usual = left;
  for (const TokenKind kind : {VERSION, TILDE, ANNOTATION_BEGIN, REIFIED_BEGIN, TRIPLE_BEGIN}) usual.erase(kind);
  if (!usual.empty()) left = usual;  // these are rarely what was meant, and are almost everywhere
  std::vector<std::string> names, last;
  for (const Family& family : families()) {
    const auto stands = [&](TokenKind kind) { return left.contains(kind); };
    if (!std::all_of(family.marks.begin(), family.marks.end(), stands)) continue;
    for (const TokenKind kind : family.kinds) left.erase(kind);
    (family.is_last ? last : names).emplace_back(family.name);
  }
  for (const TokenKind kind : left) names.push_back(own_name(kind));
  names.insert(names.end(), last.begin(), last.end());
  return names;
}

}  // namespace quadrille::parser
