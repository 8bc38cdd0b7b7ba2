#include "dictionary/decimal.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace quadrille {

namespace {

constexpr std::uint32_t kMaxSmallPower = 18;  // 10^18 fits in 63 bits
constexpr std::uint32_t kQuotientDigits = 18;

constexpr std::array<std::int64_t, kMaxSmallPower + 1> kPowersOfTen = [] {
  std::array<std::int64_t, kMaxSmallPower + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

// value * 10^exponent, if it fits.
bool shift_left(std::int64_t value, std::uint32_t exponent, std::int64_t& out) {
  if (value == 0) {
    out = 0;
    return true;
  }
  return exponent <= kMaxSmallPower && !__builtin_mul_overflow(value, kPowersOfTen[exponent], &out);
}

// An optional sign, digits and at most one point with digits on at least one side. `digits` gets the sign and the
// digits without the point, `scale` the number of digits behind it.
bool scan_decimal(std::string_view lexical, std::string& digits, std::uint32_t& scale) {
  bool after_point = false;
  bool any = false;
  if (!lexical.empty() && (lexical[0] == '+' || lexical[0] == '-')) {
    if (lexical[0] == '-') digits += '-';
    lexical.remove_prefix(1);
  }
  for (const char character : lexical) {
    if (character >= '0' && character <= '9') {
      digits += character;
      scale += after_point;
      any = true;
    } else if (character == '.' && !after_point) {
      after_point = true;
    } else {
      return false;
    }
  }
  return any;
}

}  // namespace

Decimal::Decimal(const Decimal& other)
    : small_(other.small_), scale_(other.scale_), big_(other.big_ ? std::make_unique<Big>(*other.big_) : nullptr) {}

Decimal& Decimal::operator=(const Decimal& other) {
  if (this != &other) *this = Decimal(other);
  return *this;
}

Decimal Decimal::from_scaled(std::int64_t coefficient, std::uint32_t scale) {
  Decimal result;
  if (coefficient == 0) return result;
  while (scale > 0 && coefficient % 10 == 0) {
    coefficient /= 10;
    --scale;
  }
  result.small_ = coefficient;
  result.scale_ = scale;
  return result;
}

Decimal Decimal::from_big(Big coefficient, std::uint32_t scale) {
  if (mpz_fits_slong_p(coefficient.z)) return from_scaled(mpz_get_si(coefficient.z), scale);
  if (scale > 0 && mpz_divisible_ui_p(coefficient.z, 10)) {
    Big stripped;
    auto zeros = static_cast<std::uint32_t>(mpz_remove(stripped.z, coefficient.z, Big(10).z));
    if (zeros > scale) {
      mpz_mul(stripped.z, stripped.z, Big::power_of_ten(zeros - scale).z);
      zeros = scale;
    }
    return from_big(std::move(stripped), scale - zeros);
  }
  Decimal result;
  result.scale_ = scale;
  result.big_ = std::make_unique<Big>(std::move(coefficient));
  return result;
}

std::optional<Decimal> Decimal::parse(std::string_view lexical) {
  std::string digits;
  std::uint32_t scale = 0;
  if (!scan_decimal(lexical, digits, scale)) return std::nullopt;
  if (digits.size() <= kMaxSmallPower) {
    std::int64_t coefficient = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), coefficient);
    return from_scaled(coefficient, scale);
  }
  Big coefficient;
  mpz_set_str(coefficient.z, digits.c_str(), 10);
  return from_big(std::move(coefficient), scale);
}

std::optional<Decimal> Decimal::parse_integer(std::string_view lexical) {
  if (lexical.find('.') != std::string_view::npos) return std::nullopt;
  return parse(lexical);
}

std::optional<Decimal> Decimal::from_double(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  if (value == 0) return Decimal();
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;  // value = mantissa * 2^exponent
  while (mantissa % 2 == 0 && exponent < 0) {
    mantissa /= 2;
    ++exponent;
  }
  Big coefficient(mantissa);
  if (exponent >= 0) {
    mpz_mul_2exp(coefficient.z, coefficient.z, static_cast<mp_bitcnt_t>(exponent));
    return from_big(std::move(coefficient), 0);
  }
  const auto scale = static_cast<std::uint32_t>(-exponent);  // m / 2^k = m 5^k / 10^k
  Big power;
  mpz_ui_pow_ui(power.z, 5, scale);
  mpz_mul(coefficient.z, coefficient.z, power.z);
  return from_big(std::move(coefficient), scale);
}

Decimal::Big Decimal::coefficient() const {
  return big_ ? *big_ : Big(small_);
}

Decimal::Big Decimal::coefficient_at(std::uint32_t scale) const {
  Big result = coefficient();
  if (scale > scale_) mpz_mul(result.z, result.z, Big::power_of_ten(scale - scale_).z);
  return result;
}

int Decimal::sign() const {
  if (big_) return mpz_sgn(big_->z);
  return small_ > 0 ? 1 : small_ < 0 ? -1 : 0;
}

std::optional<std::int64_t> Decimal::to_int64() const {
  return to_scaled(0);
}

std::optional<std::int64_t> Decimal::to_scaled(std::uint32_t scale) const {
  std::int64_t result = 0;
  if (big_ || scale_ > scale || !shift_left(small_, scale - scale_, result)) return std::nullopt;
  return result;
}

template <class Real>
Real Decimal::to_nearest() const {
  std::string text = digits();
  const bool above_one = text.size() > scale_;
  text += "e-" + std::to_string(scale_);
  Real result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error == std::errc::result_out_of_range) result = above_one ? std::numeric_limits<Real>::infinity() : Real{0};
  return sign() < 0 ? -result : result;
}

double Decimal::to_double() const {
  // Both operands are exact doubles, so the quotient is rounded once.
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  if (!big_ && scale_ <= kMaxSmallPower && -kExact <= small_ && small_ <= kExact) {
    return static_cast<double>(small_) / static_cast<double>(kPowersOfTen[scale_]);
  }
  return to_nearest<double>();
}

float Decimal::to_float() const {
  return to_nearest<float>();
}

std::string Decimal::digits() const {
  std::string text;
  if (big_) {
    text.resize(mpz_sizeinbase(big_->z, 10) + 2);
    mpz_get_str(text.data(), 10, big_->z);
    text.resize(text.find('\0'));
  } else {
    text = std::to_string(small_);
  }
  if (text[0] == '-') text.erase(0, 1);
  return text;
}

std::string Decimal::to_string() const {
  std::string text = digits();
  if (scale_ > 0) {
    if (text.size() <= scale_) text.insert(0, scale_ + 1 - text.size(), '0');
    text.insert(text.size() - scale_, 1, '.');
  }
  return sign() < 0 ? "-" + text : text;
}

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
