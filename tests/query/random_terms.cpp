#include "tests/query/random_terms.hpp"

#include <fmt/format.h>

namespace quadrille::testing {

std::string RandomTerms::word() {
  static const char* const kWords[] = {"a", "ab", "abc", "b", "ba", "zebra", "Ab", "12", "ärger", "1.5", "http://e/t1"};
  return kWords[below(11)];
}

std::string RandomTerms::literal() {
  const auto sign = [&] { return below(3) == 0 ? "-" : ""; };
  switch (below(12)) {
    case 0:
      return fmt::format("{}{}", sign(), below(40));
    case 1:
      return fmt::format("{}{}.{}", sign(), below(20), below(100));
    case 2:
      return fmt::format("{}{}e{}", sign(), below(20), below(3));
    case 3:
      return fmt::format("\"{}{}\"^^xsd:{}", sign(), below(30), below(2) == 0 ? "float" : "long");
    case 4:
      return fmt::format("\"{}123456789012345678{}.5\"^^xsd:decimal", sign(), below(100));
    case 5:
      return fmt::format("\"20{:02}-{:02}-{:02}T{:02}:00:00{}\"^^xsd:dateTime", below(3), 1 + below(12), 1 + below(28),
                         below(24), below(2) == 0 ? "Z" : "");
    case 6:
      return fmt::format("\"20{:02}-{:02}-{:02}{}\"^^xsd:date", below(3), 1 + below(12), 1 + below(28),
                         below(3) == 0 ? "+05:00" : "");
    case 7:
      return fmt::format("\"{}\"@{}", word(), below(3) == 0 ? "en" : below(2) == 0 ? "en-gb" : "de");
    case 8:
      return below(2) == 0 ? "true" : "false";
    case 9:
      return fmt::format("\"{}\"^^<http://e/type{}>", word(), below(2));
    default:
      return fmt::format("\"{}\"", word());
  }
}

std::string RandomTerms::term() {
  return below(4) == 0 ? fmt::format("<http://e/t{}>", below(30)) : literal();
}

std::string RandomTerms::text_of_o() {
  return below(2) == 0 ? "?o" : "STR(?o)";
}

std::string RandomTerms::condition() {
  static const char* const kComparisons[] = {"<", "<=", "=", ">", ">=", "!="};
  switch (below(11)) {
    case 0:
    case 1:
      return fmt::format("?o {} {}", kComparisons[below(6)], term());
    case 2:
      return fmt::format("{} {} ?o", term(), kComparisons[below(6)]);
    case 3:
      return fmt::format("?o IN ({}, {}, {})", term(), term(), term());
    case 4:
      return fmt::format("STRSTARTS({}, \"{}\")", text_of_o(), word());
    case 5: {
      static const char* const kPatterns[] = {"^a", "^ab*", "^ab+",         "^ä?r", "^a|b",
                                              "a",  "^ab.", "^http://e/t1", "^1$",  "^a{0}"};
      return fmt::format("REGEX({}, \"{}\")", text_of_o(), kPatterns[below(10)]);
    }
    case 6:
      return fmt::format("LANG(?o) = \"{}\"", below(2) == 0 ? "en" : "");
    case 7:
      return fmt::format("LANGMATCHES(LANG(?o), \"{}\")", below(3) == 0 ? "EN" : below(2) == 0 ? "*" : "");
    case 8: {
      static const char* const kTests[] = {"isIRI", "isLiteral", "isNumeric", "isBlank"};
      return fmt::format("{}(?o)", kTests[below(4)]);
    }
    case 9:
      return fmt::format("sameTerm(?o, {})", term());
    default:
      return fmt::format("({} {} {})", condition(), below(2) == 0 ? "&&" : "||", condition());
  }
}

}  // namespace quadrille::testing
