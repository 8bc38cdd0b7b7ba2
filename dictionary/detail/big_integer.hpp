#pragma once

// A BigInteger is GMP's integer with the lifetime of a C++ value. Operations are GMP's own (mpz_*) on `z`.

#include <gmp.h>

namespace quadrille::detail {

struct BigInteger {
  mpz_t z;

  BigInteger() { mpz_init(z); }
  explicit BigInteger(long value) { mpz_init_set_si(z, value); }
  BigInteger(const BigInteger& other) { mpz_init_set(z, other.z); }
  BigInteger(BigInteger&& other) noexcept {
    mpz_init(z);
    mpz_swap(z, other.z);
  }
  BigInteger& operator=(BigInteger other) noexcept {
    mpz_swap(z, other.z);
    return *this;
  }
  ~BigInteger() { mpz_clear(z); }

  static BigInteger power_of_ten(unsigned long exponent) {
    BigInteger power;
    mpz_ui_pow_ui(power.z, 10, exponent);
    return power;
  }
};

}  // namespace quadrille::detail
