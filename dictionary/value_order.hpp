#pragma once

// Functions that compare numbers by value, whatever their datatypes.
//
// There are two orders. SPARQL's operators (=, <, ...) first promote both sides to the higher type of integer,
// decimal, float, double: 0.1 and 1e-1 are equal, since the decimal is rounded to a double. compare() implements this;
// NaN is unordered. Rounding makes it intransitive, so sorting has its own order: sort_order() uses the exact values,
// NaN last. It never contradicts compare(): a < b there implies a < b here.
// Source: SPARQL 1.1 Query 17.3; XPath and XQuery Functions and Operators 3.1, 4.3 and 19.1.2; XPath 2.0, B.1.

#include <compare>
#include <cstdint>
#include <optional>

#include "base/term.hpp"
#include "dictionary/decimal.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

enum class NumericType : std::uint8_t { integer, decimal, float_number, double_number };  // in order of promotion

struct NumericValue {
  NumericType type = NumericType::integer;
  Decimal exact;    // of integer and decimal
  double real = 0;  // of float and double; a float's exact value

  static NumericValue integer(Decimal value) { return {NumericType::integer, std::move(value), 0}; }
  static NumericValue decimal(Decimal value) { return {NumericType::decimal, std::move(value), 0}; }
  static NumericValue float_number(float value) { return {NumericType::float_number, {}, value}; }
  static NumericValue double_number(double value) { return {NumericType::double_number, {}, value}; }

  bool is_real() const { return type >= NumericType::float_number; }
};

// Local. The value of a literal that is valid for its numeric datatype; nullopt for every other term.
std::optional<NumericValue> numeric_value(TermView term);
// Local. The value of an inline HURI of a numeric kind.
NumericValue numeric_value(Huri huri);

// The value, promoted.
double to_double(const NumericValue& value);
float to_float(const NumericValue& value);

// Local. SPARQL's comparison, by promotion; unordered if one is NaN.
std::partial_ordering compare(const NumericValue& a, const NumericValue& b);
// Local. The same for inline HURIs of numeric kinds; no allocation, mostly a few ns.
std::partial_ordering compare_numbers(Huri a, Huri b);

// Local. The total order of exact values for sorting; -0 and 0 are equal, NaN comes last and equals itself.
std::weak_ordering sort_order(const NumericValue& a, const NumericValue& b);

}  // namespace quadrille
