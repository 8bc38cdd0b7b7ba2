#pragma once

// Functions that split lexical forms of numbers without allocating, for inline codes, keys and casts.
// Source: XML Schema 1.1 Datatypes 3.3.3-3.3.5, 3.4.13-3.4.25 (forms and facets).

#include <optional>
#include <string_view>

#include "dictionary/datatype.hpp"

namespace quadrille {

// A lexical form of xsd:decimal or xsd:integer, in parts:  sign  whole  point  fraction
//                                                           "-"  "007"   "."    "50"
struct DecimalForm {
  char sign = 0;  // '+', '-' or 0
  std::string_view whole;
  bool has_point = false;
  std::string_view fraction;

  // Digits without leading zeros / trailing zeros; empty for 0.
  std::string_view significant_whole() const;
  std::string_view significant_fraction() const;
  bool is_zero() const { return significant_whole().empty() && significant_fraction().empty(); }
  // The number of unnecessary leading zeros of `whole`: "007" 2, "00" 1, "0" 0, "" 0.
  std::size_t needless_zeros() const;
};

// Local. nullopt if the text is not a form of xsd:decimal.
std::optional<DecimalForm> split_decimal(std::string_view lexical);
// Local. nullopt if the text is not a valid form of this type, for which is_integer(type) holds: "300" is not an
// xsd:byte.
std::optional<DecimalForm> split_integer(Datatype type, std::string_view lexical);

// Local. The nearest value of a form of xsd:double or xsd:float ("1.5", "-1E3", "INF", "NaN"); values that are too
// large are infinite. nullopt if the text is not such a form.
std::optional<double> parse_double(std::string_view lexical);
std::optional<float> parse_float(std::string_view lexical);

// Local. True if the text is a valid form of a numeric type.
bool is_valid_number(Datatype type, std::string_view lexical);

}  // namespace quadrille
