// Arithmetic and comparison of decimals: in 64 or 128 bits while that is enough, in GMP beyond.

#include <algorithm>
#include <limits>
#include <utility>

#include "dictionary/decimal.hpp"
#include "dictionary/detail/powers_of_ten.hpp"

namespace quadrille {

using detail::kMaxSmallPower;
using detail::kPowersOfTen;
using detail::shift_left;

Decimal operator+(const Decimal& a, const Decimal& b) {
  const std::uint32_t scale = std::max(a.scale_, b.scale_);
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t sum = 0;
  if (!a.big_ && !b.big_ && shift_left(a.small_, scale - a.scale_, x) && shift_left(b.small_, scale - b.scale_, y) &&
      !__builtin_add_overflow(x, y, &sum)) {
    return Decimal::from_scaled(sum, scale);
  }
  Decimal::Big total = a.coefficient_at(scale);
  mpz_add(total.z, total.z, b.coefficient_at(scale).z);
  return Decimal::from_big(std::move(total), scale);
}

Decimal operator-(const Decimal& a) {
  if (!a.big_ && a.small_ != std::numeric_limits<std::int64_t>::min()) return Decimal::from_scaled(-a.small_, a.scale_);
  Decimal::Big negated = a.coefficient();
  mpz_neg(negated.z, negated.z);
  return Decimal::from_big(std::move(negated), a.scale_);
}

Decimal operator-(const Decimal& a, const Decimal& b) {
  return a + -b;
}

Decimal operator*(const Decimal& a, const Decimal& b) {
  std::int64_t product = 0;
  if (!a.big_ && !b.big_ && !__builtin_mul_overflow(a.small_, b.small_, &product)) {
    return Decimal::from_scaled(product, a.scale_ + b.scale_);
  }
  Decimal::Big big = a.coefficient();
  mpz_mul(big.z, big.z, b.coefficient().z);
  return Decimal::from_big(std::move(big), a.scale_ + b.scale_);
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
  const std::uint32_t scale = std::max(a.scale_, b.scale_);
  if (!a.big_ && !b.big_ && scale - a.scale_ <= kMaxSmallPower && scale - b.scale_ <= kMaxSmallPower) {
    const __int128 x = static_cast<__int128>(a.small_) * kPowersOfTen[scale - a.scale_];
    const __int128 y = static_cast<__int128>(b.small_) * kPowersOfTen[scale - b.scale_];
    return x < y ? std::strong_ordering::less : x > y ? std::strong_ordering::greater : std::strong_ordering::equal;
  }
  if (a.sign() != b.sign()) return a.sign() <=> b.sign();
  return mpz_cmp(a.coefficient_at(scale).z, b.coefficient_at(scale).z) <=> 0;
}

bool operator==(const Decimal& a, const Decimal& b) {
  if (a.scale_ != b.scale_ || static_cast<bool>(a.big_) != static_cast<bool>(b.big_)) return false;  // D1, D2
  return a.big_ ? mpz_cmp(a.big_->z, b.big_->z) == 0 : a.small_ == b.small_;
}

namespace {

constexpr std::uint32_t kQuotientDigits = 18;

// The number of digits behind the point of numerator/denominator (coprime), if that is finite: the denominator is
// 2^p 5^q and the digits are max(p, q).
std::optional<std::uint32_t> ending_digits(const detail::BigInteger& denominator) {
  detail::BigInteger rest;
  const auto twos = static_cast<std::uint32_t>(mpz_scan1(denominator.z, 0));
  const auto fives = static_cast<std::uint32_t>(mpz_remove(rest.z, denominator.z, detail::BigInteger(5).z));
  mpz_tdiv_q_2exp(rest.z, rest.z, twos);
  if (mpz_cmp_ui(rest.z, 1) != 0) return std::nullopt;
  return std::max(twos, fives);
}

// numerator * 10^digits / denominator to the nearest integer, denominator > 0: floor((2 n + d) / 2 d).
detail::BigInteger scaled_quotient(const detail::BigInteger& numerator, const detail::BigInteger& denominator,
                                   std::uint32_t digits) {
  using Big = detail::BigInteger;
  Big quotient;
  mpz_mul(quotient.z, numerator.z, Big::power_of_ten(digits).z);
  mpz_mul_2exp(quotient.z, quotient.z, 1);
  mpz_add(quotient.z, quotient.z, denominator.z);
  Big divisor;
  mpz_mul_2exp(divisor.z, denominator.z, 1);
  mpz_fdiv_q(quotient.z, quotient.z, divisor.z);
  return quotient;
}

}  // namespace

std::optional<Decimal> divide(const Decimal& a, const Decimal& b) {
  using Big = Decimal::Big;
  if (b.sign() == 0) return std::nullopt;
  if (a.sign() == 0) return Decimal();
  const std::uint32_t scale = std::max(a.scale_, b.scale_);
  Big numerator = a.coefficient_at(scale);
  Big denominator = b.coefficient_at(scale);
  if (mpz_sgn(denominator.z) < 0) {
    mpz_neg(numerator.z, numerator.z);
    mpz_neg(denominator.z, denominator.z);
  }
  Big common;
  mpz_gcd(common.z, numerator.z, denominator.z);
  mpz_divexact(numerator.z, numerator.z, common.z);
  mpz_divexact(denominator.z, denominator.z, common.z);

  std::uint32_t digits = kQuotientDigits;
  if (const auto ending = ending_digits(denominator)) {
    digits = *ending;
  } else {
    const std::size_t above = mpz_sizeinbase(numerator.z, 10);
    const std::size_t below = mpz_sizeinbase(denominator.z, 10);
    if (below >= above) digits += static_cast<std::uint32_t>(below - above) + 1;  // zeros that open the fraction
  }
  return Decimal::from_big(scaled_quotient(numerator, denominator, digits), digits);
}

Decimal floor(const Decimal& a) {
  if (a.is_integer()) return a;
  if (!a.big_ && a.scale_ <= kMaxSmallPower) {
    const std::int64_t power = kPowersOfTen[a.scale_];
    return Decimal(a.small_ / power - (a.small_ % power < 0));
  }
  Decimal::Big quotient = a.coefficient();
  mpz_fdiv_q(quotient.z, quotient.z, Decimal::Big::power_of_ten(a.scale_).z);
  return Decimal::from_big(std::move(quotient), 0);
}

Decimal ceil(const Decimal& a) {
  return -floor(-a);
}

Decimal round(const Decimal& a) {
  return a.is_integer() ? a : floor(a + Decimal::from_scaled(5, 1));
}

Decimal abs(const Decimal& a) {
  return a.sign() < 0 ? -a : a;
}

}  // namespace quadrille
