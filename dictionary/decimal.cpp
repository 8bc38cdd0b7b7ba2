#include "dictionary/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "dictionary/detail/powers_of_ten.hpp"

namespace quadrille {

using detail::kMaxSmallPower;
using detail::kPowersOfTen;

namespace {

// An optional sign, digits and at most one point with digits on at least one side. `digits` receives the sign and the
// digits without the point, `scale` the number of digits after it.
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
  if (big_ || scale_ > scale || !detail::shift_left(small_, scale - scale_, result)) return std::nullopt;
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

std::size_t Decimal::digit_count() const {
  const std::size_t coefficient = big_ ? mpz_sizeinbase(big_->z, 10) : std::to_string(small_).size() - (small_ < 0);
  return std::max(coefficient, std::size_t{scale_} + 1);
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
  if (sign() < 0) text.insert(text.begin(), '-');
  return text;
}

}  // namespace quadrille
