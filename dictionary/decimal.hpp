#pragma once

// A Decimal is an exact decimal number of any length: a value of xsd:decimal, xsd:integer and the types derived from
// it, or the exact value of a double.
//
//   value = coefficient / 10^scale
//
// D1  The coefficient does not end in 0 unless the scale is 0, so equal values have equal representations and
//     is_integer() is scale() == 0.
// D2  A coefficient of 64 bits is in the object; only longer ones are on the heap (GMP).
//
// Arithmetic is exact, except for quotients that do not end (see divide). Cost: a few ns while D2 holds.
// Called by inline_term and term_key (values of literals), value_ranges (comparison), expressions and aggregates of
// query. Source: XML Schema 1.1 Datatypes 3.3.3; XPath and XQuery Functions and Operators 3.1, 4.2-4.4.

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "dictionary/detail/big_integer.hpp"

namespace quadrille {

class Decimal {
 public:
  Decimal() = default;  // 0
  explicit Decimal(std::int64_t integer) : small_(integer) {}
  Decimal(const Decimal& other);
  Decimal(Decimal&&) noexcept = default;
  Decimal& operator=(const Decimal& other);
  Decimal& operator=(Decimal&&) noexcept = default;

  // coefficient / 10^scale, e.g. from_scaled(1250, 2) = 12.5.
  static Decimal from_scaled(std::int64_t coefficient, std::uint32_t scale);
  // The value of a lexical form of xsd:decimal ("-1.50", ".5", "12.", "+7") or of xsd:integer; nullopt if it is
  // neither.
  static std::optional<Decimal> parse(std::string_view lexical);
  static std::optional<Decimal> parse_integer(std::string_view lexical);
  // The exact value, at most 1074 fraction digits; nullopt for NaN and the infinities.
  static std::optional<Decimal> from_double(double value);

  int sign() const;  // -1, 0, 1
  bool is_integer() const { return scale_ == 0; }
  std::uint32_t scale() const { return scale_; }  // fraction digits of the value
  std::optional<std::int64_t> to_int64() const;   // nullopt if there is a fraction or the value is too large
  // value * 10^scale if that is an integer of 64 bits.
  std::optional<std::int64_t> to_scaled(std::uint32_t scale) const;
  // Nearest value, ties to even; an infinity if it is too large (XPath casting, F&O 19.1.2).
  double to_double() const;
  float to_float() const;
  // Canonical form: "-1.5", "0.25", "100"; an integer has no point (XSD 1.1, 3.3.3.2; F&O 19.1.2.1).
  std::string to_string() const;
  // The length of to_string() without sign and point; may be one too many.
  std::size_t digit_count() const;
  // Digits of the coefficient without sign, "0" for 0.
  std::string digits() const;

  friend Decimal operator+(const Decimal& a, const Decimal& b);
  friend Decimal operator*(const Decimal& a, const Decimal& b);
  friend Decimal operator-(const Decimal& a);
  friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
  friend bool operator==(const Decimal& a, const Decimal& b);
  friend std::optional<Decimal> divide(const Decimal& a, const Decimal& b);
  friend Decimal floor(const Decimal& a);

 private:
  using Big = detail::BigInteger;

  static Decimal from_big(Big coefficient, std::uint32_t scale);
  Big coefficient() const;                        // as a big integer, whichever form it has
  Big coefficient_at(std::uint32_t scale) const;  // of the same value at a scale that is not smaller
  template <class Real>
  Real to_nearest() const;

  std::int64_t small_ = 0;
  std::uint32_t scale_ = 0;
  std::unique_ptr<Big> big_;  // the coefficient, iff it does not fit in small_
};

Decimal operator+(const Decimal& a, const Decimal& b);
Decimal operator-(const Decimal& a, const Decimal& b);
Decimal operator*(const Decimal& a, const Decimal& b);
Decimal operator-(const Decimal& a);
std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
bool operator==(const Decimal& a, const Decimal& b);
// nullopt if b is 0. Exact if the quotient ends; otherwise rounded to nearest with at least 18 digits after the point
// and at least 18 significant ones.
std::optional<Decimal> divide(const Decimal& a, const Decimal& b);
Decimal floor(const Decimal& a);
Decimal ceil(const Decimal& a);
Decimal round(const Decimal& a);  // halves go up, as in XPath: 2.5 -> 3, -2.5 -> -2
Decimal abs(const Decimal& a);

}  // namespace quadrille
