#pragma once

// A NumericValue is the value of a literal of a numeric datatype, whatever its lexical form.
// Source: SPARQL 1.1 Query 17.3; XPath 2.0, B.1.

#include <cstdint>
#include <optional>
#include <utility>

#include "base/term.hpp"
#include "dictionary/decimal.hpp"

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

// The value, promoted.
double to_double(const NumericValue& value);
float to_float(const NumericValue& value);

}  // namespace quadrille
