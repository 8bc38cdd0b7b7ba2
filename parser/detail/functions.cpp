#include "parser/detail/functions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/nearest.hpp"
#include "parser/detail/grammar.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

constexpr FunctionShape kFunctions[] = {
    {RAND, "without arguments: RAND()"},
    {NOW, "without arguments: NOW()"},
    {UUID, "without arguments: UUID()"},
    {STRUUID, "without arguments: STRUUID()"},
    {STR, "with one argument"},
    {LANG, "with one argument"},
    {LANGDIR, "with one argument"},
    {HASLANG, "with one argument"},
    {HASLANGDIR, "with one argument"},
    {DATATYPE, "with one argument"},
    {IRI, "with one argument"},
    {URI, "with one argument"},
    {ABS, "with one argument"},
    {CEIL, "with one argument"},
    {FLOOR, "with one argument"},
    {ROUND, "with one argument"},
    {STRLEN, "with one argument"},
    {UCASE, "with one argument"},
    {LCASE, "with one argument"},
    {ENCODE_FOR_URI, "with one argument"},
    {YEAR, "with one argument"},
    {MONTH, "with one argument"},
    {DAY, "with one argument"},
    {HOURS, "with one argument"},
    {MINUTES, "with one argument"},
    {SECONDS, "with one argument"},
    {TIMEZONE, "with one argument"},
    {TZ, "with one argument"},
    {MD5, "with one argument"},
    {SHA1, "with one argument"},
    {SHA256, "with one argument"},
    {SHA384, "with one argument"},
    {SHA512, "with one argument"},
    {ISIRI, "with one argument"},
    {ISURI, "with one argument"},
    {ISBLANK, "with one argument"},
    {ISLITERAL, "with one argument"},
    {ISNUMERIC, "with one argument"},
    {ISTRIPLE, "with one argument"},
    {SUBJECT, "with one argument"},
    {PREDICATE, "with one argument"},
    {OBJECT, "with one argument"},
    {LANGMATCHES, "with two arguments"},
    {CONTAINS, "with two arguments"},
    {STRSTARTS, "with two arguments"},
    {STRENDS, "with two arguments"},
    {STRBEFORE, "with two arguments"},
    {STRAFTER, "with two arguments"},
    {STRLANG, "with two arguments"},
    {STRDT, "with two arguments"},
    {SAMETERM, "with two arguments"},
    {STRLANGDIR, "with three arguments: STRLANGDIR(text, \"ar\", \"rtl\")"},
    {TRIPLE, "with three arguments: TRIPLE(subject, predicate, object)"},
    {IF, "with three arguments: IF(condition, then, else)"},
    {BOUND, "with a variable: BOUND(?x)"},
    {BNODE, "with one argument, or none"},
    {CONCAT, "with arguments in parentheses"},
    {COALESCE, "with arguments in parentheses"},
    {REGEX, "with two or three arguments: REGEX(text, pattern, flags)"},
    {SUBSTR, "with two or three arguments: SUBSTR(text, start, length)"},
    {REPLACE, "with three or four arguments: REPLACE(text, pattern, replacement, flags)"},
    {COUNT, "with one argument, or '*'"},
    {SUM, "with one argument"},
    {MIN, "with one argument"},
    {MAX, "with one argument"},
    {AVG, "with one argument"},
    {SAMPLE, "with one argument"},
    {GROUP_CONCAT, "with one argument: GROUP_CONCAT(?x; SEPARATOR=\", \")"},
};

// Names of other languages.
constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
    {"STARTSWITH", "STRSTARTS"},
    {"STARTS_WITH", "STRSTARTS"},
    {"BEGINSWITH", "STRSTARTS"},
    {"ENDSWITH", "STRENDS"},
    {"ENDS_WITH", "STRENDS"},
    {"SUBSTRING", "SUBSTR"},
    {"LENGTH", "STRLEN"},
    {"LEN", "STRLEN"},
    {"SIZE", "STRLEN"},
    {"UPPER", "UCASE"},
    {"UPPERCASE", "UCASE"},
    {"UPPER_CASE", "UCASE"},
    {"TOUPPER", "UCASE"},
    {"LOWER", "LCASE"},
    {"LOWERCASE", "LCASE"},
    {"LOWER_CASE", "LCASE"},
    {"TOLOWER", "LCASE"},
    {"CEILING", "CEIL"},
    {"INSTR", "CONTAINS"},
    {"INDEXOF", "STRBEFORE"},
    {"MATCH", "REGEX"},
    {"MATCHES", "REGEX"},
    {"REGEXP", "REGEX"},
    {"LIKE", "REGEX"},
    {"ISNULL", "!BOUND"},
    {"NVL", "COALESCE"},
    {"IFNULL", "COALESCE"},
    {"AVERAGE", "AVG"},
    {"MEAN", "AVG"},
    {"TOTAL", "SUM"},
    {"STRING_AGG", "GROUP_CONCAT"},
    {"CONCATENATE", "CONCAT"},
    {"TOSTRING", "STR"},
    {"STRING", "STR"},
    {"TEXT", "STR"},
    {"TYPE", "DATATYPE"},
    {"TYPEOF", "DATATYPE"},
    {"HOUR", "HOURS"},
    {"MINUTE", "MINUTES"},
    {"SECOND", "SECONDS"},
    {"ISURL", "isIRI"},
    {"ISNUMBER", "isNUMERIC"},
    {"RANDOM", "RAND"},
    {"CURRENT_TIMESTAMP", "NOW"},
    {"CURRENT_DATE", "NOW"},
    {"URLENCODE", "ENCODE_FOR_URI"},
    {"ENCODE", "ENCODE_FOR_URI"},
    {"LANGUAGE", "LANG"},
    {"ANY_VALUE", "SAMPLE"},
};

}  // namespace

std::span<const FunctionShape> function_shapes() {
  return kFunctions;
}

const FunctionShape* find_function(TokenKind name) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                  [name](const FunctionShape& function) { return function.name == name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

std::optional<std::string> function_meant_by(std::string_view word) {
  std::string upper(word);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  for (const auto& [other, ours] : kOthers) {
    if (other == upper) return std::string(ours);
  }
  std::vector<std::string> names;
  for (const FunctionShape& function : kFunctions) names.emplace_back(grammar_name(function.name));
  return nearest(word, names);
}

}  // namespace quadrille::parser
