#pragma once

// The texts of numbers. Local, independent of the locale.
//
//   value        json_number()   xsd_integer()   xsd_double()
//   1            1               1               1.0E0
//   5.3          5.3             -               5.3E0
//   1e21         1e+21           -               1.0E21
//   1e-7         1e-7            -               1.0E-7

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loader/jsonld/json/value.hpp"

namespace quadrille::jsonld {

// As ECMAScript writes a number, which RFC 8785 (3.2.2.3) requires. Precondition: finite.
void append_json_number(std::string& out, double number);

// The canonical form of a number as an xsd:integer; nullopt if it has a fraction or its absolute value is at least 1e21
// (JSON-LD API, 8.6). Integers of 64 bits are exact.
std::optional<std::string> xsd_integer(Value number);

// The canonical form of a number as an xsd:double, rounded to 15 digits after the point (JSON-LD API, 8.6).
std::string xsd_double(double number);

// The number that a lexical form of xsd:integer or xsd:double denotes; nullopt for other texts, and for INF and NaN,
// which are no numbers of JSON.
std::optional<Value> number_of_xsd(std::string_view text, bool is_integer);

}  // namespace quadrille::jsonld
