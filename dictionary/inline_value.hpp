#pragma once

// Functions that return the values of inline HURIs without their text, for kernels that filter and add. Each needs a
// stable HURI of its kind. All are a few instructions; floating_value is a multiplication if the number has fewer than
// about 22 digits before or after the point, else a conversion of some 50 ns.

#include <cstdint>

#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

constexpr std::int64_t integer_value(Huri huri) {
  return static_cast<std::int64_t>(huri.payload() >> detail::kIntegerCodeBits) - detail::kIntegerBias;
}
constexpr Datatype integer_type(Huri huri) {
  return static_cast<Datatype>(static_cast<std::uint64_t>(Datatype::integer) +
                               (huri.payload() >> detail::kIntegerSpellingBits & 15));
}
// In millionths.
constexpr std::int64_t decimal_micros(Huri huri) {
  return static_cast<std::int64_t>(huri.payload() >> detail::kDecimalCodeBits) - detail::kDecimalBias;
}
// The exact value, of floats too: every float is a double.
double floating_value(Huri huri);
constexpr bool is_float(Huri huri) {
  return (huri.payload() & detail::kFloatingCodeMask) >= detail::kFloatingFloats;
}

constexpr bool boolean_value(Huri huri) {
  return huri.payload() >= 2;
}

// Milliseconds since 1970-01-01T00:00:00Z; a time without zone is read in UTC.
constexpr std::int64_t date_time_ms(Huri huri) {
  return static_cast<std::int64_t>(huri.payload() >> detail::kDateTimeCodeBits) - detail::kDateTimeBias;
}
// Quarters of an hour from 1970-01-01T00:00:00Z to the first instant of the date.
constexpr std::int64_t date_quarters(Huri huri) {
  return static_cast<std::int64_t>(huri.payload() >> detail::kDateCodeBits) - detail::kDateBias;
}
// For a date_time or a date.
constexpr bool has_zone(Huri huri) {
  return detail::zone_code(huri) != detail::kNoZone;
}

}  // namespace quadrille
