#include "parser/expression.hpp"

#include <iterator>

namespace quadrille::parser {

std::string_view name(Builtin builtin) {
  static constexpr std::string_view kNames[] = {
      "STR",       "LANG",    "LANGMATCHES", "DATATYPE",  "BOUND",          "IRI",
      "BNODE",     "RAND",    "ABS",         "CEIL",      "FLOOR",          "ROUND",
      "CONCAT",    "STRLEN",  "UCASE",       "LCASE",     "ENCODE_FOR_URI", "CONTAINS",
      "STRSTARTS", "STRENDS", "STRBEFORE",   "STRAFTER",  "YEAR",           "MONTH",
      "DAY",       "HOURS",   "MINUTES",     "SECONDS",   "TIMEZONE",       "TZ",
      "NOW",       "UUID",    "STRUUID",     "MD5",       "SHA1",           "SHA256",
      "SHA384",    "SHA512",  "COALESCE",    "IF",        "STRLANG",        "STRDT",
      "sameTerm",  "isIRI",   "isBLANK",     "isLITERAL", "isNUMERIC",      "REGEX",
      "SUBSTR",    "REPLACE", "LANGDIR",     "hasLANG",   "hasLANGDIR",     "STRLANGDIR",
      "isTRIPLE",  "TRIPLE",  "SUBJECT",     "PREDICATE", "OBJECT",
  };
  static_assert(std::size(kNames) == static_cast<std::size_t>(Builtin::object) + 1);
  return kNames[static_cast<std::size_t>(builtin)];
}

}  // namespace quadrille::parser
