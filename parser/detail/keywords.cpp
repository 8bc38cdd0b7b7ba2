#include "parser/detail/keywords.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace quadrille::parser {

namespace {

constexpr std::size_t kLongestKeyword = 14;  // ENCODE_FOR_URI

// A keyword's kind is spelled as the keyword.
std::unordered_map<std::string_view, TokenKind> make_keywords() {
  std::unordered_map<std::string_view, TokenKind> keywords;
  for (auto kind = static_cast<std::uint16_t>(TokenKind::BASE); is_keyword(TokenKind{kind}); ++kind)
    keywords.emplace(grammar_name(TokenKind{kind}), TokenKind{kind});
  keywords.erase("A");
  return keywords;
}

struct FunctionKeyword {
  TokenKind keyword;
  Builtin builtin;
};
constexpr FunctionKeyword kFunctionWords[] = {
    {TokenKind::STR, Builtin::str},
    {TokenKind::LANG, Builtin::lang},
    {TokenKind::LANGDIR, Builtin::lang_dir},
    {TokenKind::HASLANG, Builtin::has_lang},
    {TokenKind::HASLANGDIR, Builtin::has_lang_dir},
    {TokenKind::LANGMATCHES, Builtin::lang_matches},
    {TokenKind::DATATYPE, Builtin::datatype},
    {TokenKind::BOUND, Builtin::bound},
    {TokenKind::IRI, Builtin::iri},
    {TokenKind::URI, Builtin::iri},
    {TokenKind::BNODE, Builtin::bnode},
    {TokenKind::RAND, Builtin::rand},
    {TokenKind::ABS, Builtin::abs},
    {TokenKind::CEIL, Builtin::ceil},
    {TokenKind::FLOOR, Builtin::floor},
    {TokenKind::ROUND, Builtin::round},
    {TokenKind::CONCAT, Builtin::concat},
    {TokenKind::STRLEN, Builtin::strlen},
    {TokenKind::UCASE, Builtin::ucase},
    {TokenKind::LCASE, Builtin::lcase},
    {TokenKind::ENCODE_FOR_URI, Builtin::encode_for_uri},
    {TokenKind::CONTAINS, Builtin::contains},
    {TokenKind::STRSTARTS, Builtin::strstarts},
    {TokenKind::STRENDS, Builtin::strends},
    {TokenKind::STRBEFORE, Builtin::strbefore},
    {TokenKind::STRAFTER, Builtin::strafter},
    {TokenKind::YEAR, Builtin::year},
    {TokenKind::MONTH, Builtin::month},
    {TokenKind::DAY, Builtin::day},
    {TokenKind::HOURS, Builtin::hours},
    {TokenKind::MINUTES, Builtin::minutes},
    {TokenKind::SECONDS, Builtin::seconds},
    {TokenKind::TIMEZONE, Builtin::timezone},
    {TokenKind::TZ, Builtin::tz},
    {TokenKind::NOW, Builtin::now},
    {TokenKind::UUID, Builtin::uuid},
    {TokenKind::STRUUID, Builtin::struuid},
    {TokenKind::MD5, Builtin::md5},
    {TokenKind::SHA1, Builtin::sha1},
    {TokenKind::SHA256, Builtin::sha256},
    {TokenKind::SHA384, Builtin::sha384},
    {TokenKind::SHA512, Builtin::sha512},
    {TokenKind::COALESCE, Builtin::coalesce},
    {TokenKind::IF, Builtin::if_},
    {TokenKind::STRLANG, Builtin::strlang},
    {TokenKind::STRLANGDIR, Builtin::strlang_dir},
    {TokenKind::STRDT, Builtin::strdt},
    {TokenKind::SAMETERM, Builtin::sameterm},
    {TokenKind::ISIRI, Builtin::is_iri},
    {TokenKind::ISURI, Builtin::is_iri},
    {TokenKind::ISBLANK, Builtin::is_blank},
    {TokenKind::ISLITERAL, Builtin::is_literal},
    {TokenKind::ISNUMERIC, Builtin::is_numeric},
    {TokenKind::ISTRIPLE, Builtin::is_triple},
    {TokenKind::TRIPLE, Builtin::triple},
    {TokenKind::SUBJECT, Builtin::subject},
    {TokenKind::PREDICATE, Builtin::predicate},
    {TokenKind::OBJECT, Builtin::object},
    {TokenKind::REGEX, Builtin::regex},
    {TokenKind::SUBSTR, Builtin::substr},
    {TokenKind::REPLACE, Builtin::replace},
};

}  // namespace

TokenKind keyword(std::string_view word) {
  static const std::unordered_map<std::string_view, TokenKind> keywords = make_keywords();
  if (word == "a") return TokenKind::A;
  if (word.size() > kLongestKeyword) return TokenKind::WORD;
  std::array<char, kLongestKeyword> upper;
  std::transform(word.begin(), word.end(), upper.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  const auto found = keywords.find(std::string_view(upper.data(), word.size()));
  return found == keywords.end() ? TokenKind::WORD : found->second;
}

std::vector<std::size_t> keywords_within(std::string_view word) {
  constexpr std::size_t kMostBytes = 4 * kLongestKeyword;
  if (word.size() > kMostBytes) return {};
  // first[at]: the size of the first keyword of the rest from `at` on; 0 if the rest has no division.
  std::array<std::size_t, kMostBytes + 1> first{};
  for (std::size_t at = word.size(); at-- > 0;) {
    const std::size_t rest = word.size() - at;
    for (std::size_t size = std::min(rest, kLongestKeyword); size > 1 && first[at] == 0; --size) {
      const bool can_follow = size == rest || first[at + size] != 0;
      if (can_follow && keyword(word.substr(at, size)) != TokenKind::WORD) first[at] = size;
    }
  }
  std::vector<std::size_t> sizes;
  for (std::size_t at = 0; at < word.size() && first[at] != 0; at += first[at]) sizes.push_back(first[at]);
  return sizes;
}

std::optional<Builtin> builtin(TokenKind kind) {
  for (const FunctionKeyword& function : kFunctionWords)
    if (function.keyword == kind) return function.builtin;
  return std::nullopt;
}

}  // namespace quadrille::parser
