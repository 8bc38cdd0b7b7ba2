#pragma once

// A Datatype is one whose values the engine interprets; all others are `other`, and their literals are only text.
//
// The numbers are written into vocabularies (the byte after a number's value, term_key.hpp) and inline HURIs (the
// integer types, less `integer`): they never change, and their order is the order of terms with equal values.
// Source: XML Schema 1.1 Datatypes, 3.

#include <cstdint>
#include <string_view>

namespace quadrille {

enum class Datatype : std::uint8_t {
  other = 0,
  string = 1,
  language_string = 2,
  boolean = 3,
  integer = 4,
  non_positive_integer = 5,
  negative_integer = 6,
  long_integer = 7,  // xsd:long, and so on
  int_integer = 8,
  short_integer = 9,
  byte_integer = 10,
  non_negative_integer = 11,
  unsigned_long = 12,
  unsigned_int = 13,
  unsigned_short = 14,
  unsigned_byte = 15,
  positive_integer = 16,
  decimal = 17,
  float_number = 18,
  double_number = 19,
  date_time = 20,
  date = 21,
  time = 22,
  g_year_month = 23,
  g_year = 24,
  g_month_day = 25,
  g_month = 26,
  g_day = 27,
  direction_string = 28,
};
inline constexpr std::size_t kDatatypes = 29;

// Local. `other` if the IRI is not one of these. About 10 ns.
Datatype datatype_of(std::string_view iri);
// Local. Empty for `other`. The text is valid as long as the program.
std::string_view datatype_iri(Datatype datatype);

constexpr bool is_integer(Datatype type) {
  return type >= Datatype::integer && type <= Datatype::positive_integer;
}
constexpr bool is_numeric(Datatype type) {
  return type >= Datatype::integer && type <= Datatype::double_number;
}
constexpr bool is_temporal(Datatype type) {
  return type >= Datatype::date_time && type <= Datatype::g_day;
}

}  // namespace quadrille
