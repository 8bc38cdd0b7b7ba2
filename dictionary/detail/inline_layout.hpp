#pragma once

// The constants of the bit layouts in inline_term.hpp, and the functions that implement it, one pair for each kind.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dictionary/datatype.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::detail {

inline constexpr int kIntegerSpellingBits = 3;
inline constexpr int kIntegerCodeBits = 7;
inline constexpr std::int64_t kIntegerBias = std::int64_t{1} << 51;

inline constexpr int kDecimalSpellingBits = 3;
inline constexpr int kDecimalCodeBits = 6;
inline constexpr std::uint32_t kDecimalScale = 6;
inline constexpr std::int64_t kDecimalBias = std::int64_t{1} << 52;

inline constexpr int kFloatingCodeBits = 5;
inline constexpr std::uint64_t kFloatingCodeMask = 31;
inline constexpr std::uint64_t kFloatingFloats = 16;   // first code of floats whose value is exactly their place's
inline constexpr std::uint64_t kFloatingBetween = 24;  // first code of floats between their place and the next

inline constexpr int kZoneBits = 7;
inline constexpr int kDateTimeCodeBits = 10;
inline constexpr std::int64_t kDateTimeBias = std::int64_t{1} << 48;
inline constexpr int kDateCodeBits = kZoneBits;
inline constexpr std::int64_t kDateBias = std::int64_t{1} << 51;
inline constexpr std::uint64_t kNoZone = 0;

constexpr std::uint64_t zone_code(Huri huri) {
  const int below = huri.kind() == HuriKind::date ? 0 : kDateTimeCodeBits - kZoneBits;
  return huri.payload() >> below & ((1u << kZoneBits) - 1);
}

// The result of encoding a literal of a known datatype.
struct Encoding {
  bool valid = false;           // the form is in the datatype's lexical space
  std::optional<Huri> inlined;  // and has a code
};

Encoding encode_integer(Datatype type, std::string_view lexical);
Encoding encode_decimal(std::string_view lexical);
Encoding encode_double(std::string_view lexical);
Encoding encode_float(std::string_view lexical);
Encoding encode_boolean(std::string_view lexical);
Encoding encode_date_time(std::string_view lexical);
Encoding encode_date(std::string_view lexical);

void append_integer(std::string& out, Huri huri);
void append_decimal(std::string& out, Huri huri);
void append_floating(std::string& out, Huri huri);
void append_boolean(std::string& out, Huri huri);
void append_date_time(std::string& out, Huri huri);
void append_date(std::string& out, Huri huri);

// The place of a value in the list of all decimals of 13 digits (inline_floating.cpp): the greatest place whose value
// is not above it, and whether the value is that place's own. Not for NaN.
struct FloatingPlace {
  std::uint64_t place;
  bool exact;
};
FloatingPlace floating_place(double value);
// The double nearest to the place's decimal.
double place_value(std::uint64_t place);
std::uint64_t nan_place();

}  // namespace quadrille::detail
