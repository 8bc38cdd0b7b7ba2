#pragma once

// A Duration is a value of xsd:duration, xsd:dayTimeDuration or xsd:yearMonthDuration.
//
//   "P1Y2M3DT4H5M6.7S"  =  14 months, 273906.7 seconds        both parts have the sign of the whole
//
// The three types share their values: "P1Y"^^xsd:yearMonthDuration and "P12M"^^xsd:duration are equal. Months have no
// fixed length, so some durations have no order (P1M and P30D). Seconds are exact at any length. Durations of more
// than kMaxMonths are not in the lexical space here (XSD 5.4 allows the limit): such literals are plain typed ones.
// Source: XML Schema 1.1 Datatypes 3.3.6, 3.4.26-27, D.2.2, E.2; XPath and XQuery Functions and Operators 8.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dictionary/decimal.hpp"

namespace quadrille {

enum class DurationType : std::uint8_t { general, day_time, year_month };

inline constexpr std::int64_t kMaxMonths = 99'999'999'999;

struct Duration {
  std::int64_t months = 0;
  Decimal seconds;

  bool operator==(const Duration&) const = default;
};

// Local. nullopt if the IRI is not one of the three datatypes.
std::optional<DurationType> duration_type(std::string_view datatype_iri);
// Local. The IRI; valid as long as the program.
std::string_view duration_iri(DurationType type);

// Local. The value of a lexical form; nullopt if it is not valid for the type.
std::optional<Duration> parse_duration(DurationType type, std::string_view lexical);
// Local. The canonical form: "P1Y2M3DT4H5M6.7S", "-P1D", "PT0S"; of the part that the type has.
std::string to_lexical(const Duration& value, DurationType type);

// Local. The order of XML Schema: less if it is less from each of four reference moments on; else unordered.
std::partial_ordering compare(const Duration& a, const Duration& b);
// Local. A total order that extends that order: by the mean length from the four moments on, then by months.
std::strong_ordering sort_order(const Duration& a, const Duration& b);

}  // namespace quadrille
