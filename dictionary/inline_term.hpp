#pragma once

// An inline term needs no vocabulary: its HURI holds value and spelling, and its lexical form is restored exactly.
//
// The payload's 59 bits by kind, high bits first. A value field is biased to be unsigned, so that within a kind order
// of words = order of values; equal values are adjacent, ordered by the code after the value.
//
//   integer    | value + 2^51 : 52                                | type : 4     | spelling : 3 |
//              type      Datatype - integer: xsd:integer, nonPositiveInteger .. positiveInteger
//              spelling  0 canonical, 1 "+5", 2 "-0", 3..7 one to five needless zeros ("05", "-05", "000005")
//   decimal    | value * 10^6 + 2^52 : 53                         | digits : 3   | spelling : 3 |
//              digits    fraction digits as written, 0..6
//              spelling  0 "12.50", 1 "+12.50", 2 ".5" "-.5", 3 "+.5", 4 "12.", 5 "012.5", 6 "-0.0", 7 "0012.5"
//   floating   | place in the list of all decimals of 13 digits : 54               | code : 5    |
//              code      0..15 a double, its spelling; 16..23 a float, its spelling; 24..31 a float between this place
//                        and the next, its spelling (places: inline_floating.cpp; spellings:
//                        detail/floating_spelling.hpp)
//   boolean                                                                        | value, spelling : 2 |
//              0 "false", 1 "0", 2 "true", 3 "1"
//   date_time  | ms since 1970-01-01T00:00:00Z + 2^48 : 49  | zone : 7 | fraction digits : 2 | 24:00:00 : 1 |
//   date       | quarters of an hour likewise + 2^51 : 52   | zone : 7 |
//              zone      0 none, 1 .. 113 -14:00 .. +14:00 by quarters of an hour (57 is Z), 114 "+00:00", 115 "-00:00"
//
// `floating` uses decimals instead of bits because, cut to 53 bits, a double like 0.1 would not fit, and most doubles
// in data are written with few digits. With decimals, every double fits whose shortest form has up to 13 digits, and
// so does every float, if its spelling is in the table.
//
// A stored blank node (base/term.hpp) has its counter.
//
// A literal that is valid for its datatype but has no code goes to the vocabulary as `number` or `temporal`; one that
// is not valid ("300"^^xsd:byte) goes there as `typed`: it has no value.
//
// Called by the loader (every literal), query (constants, results of expressions) and Dictionary.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/term.hpp"
#include "dictionary/decimal.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

// The place of a term: its kind, and its HURI if that holds the whole term.
struct TermPlace {
  HuriKind kind = HuriKind::special;
  std::optional<Huri> inlined;
};

// Local. For any term; about 10 ns for IRIs and strings, 30 to 150 ns for numbers and times.
TermPlace place_of(TermView term);
// Local. The HURI of a term that needs no vocabulary; nullopt for all others (and for blank nodes that are not stored).
std::optional<Huri> inline_huri(TermView term);
// Local. The blank node that has this label, b17 or <_:b17>, in a database and in the triple terms of its dictionary;
// kUnbound for labels that no blank node of a database can have.
Huri stored_blank(std::string_view label);
// Local. The kind of any term.
HuriKind literal_kind(TermView term);

// Stable HURIs of the kinds integer, decimal, floating, boolean, date_time and date hold their term.
constexpr bool is_inline(Huri huri) {
  const HuriKind kind = huri.kind();
  return kind >= HuriKind::integer && kind <= HuriKind::date && kind != HuriKind::number && !huri.is_volatile();
}
// Local. The term of an inline HURI. About 20 to 100 ns.
void append_lexical(std::string& out, Huri huri);
std::string_view inline_datatype(Huri huri);

// Local. HURIs of computed values with the canonical spelling: xsd:integer, xsd:decimal, xsd:double, xsd:float,
// xsd:boolean. nullopt if the value has no code.
std::optional<Huri> inline_integer(std::int64_t value);
std::optional<Huri> inline_decimal(const Decimal& value);
std::optional<Huri> inline_double(double value);
std::optional<Huri> inline_float(float value);
constexpr Huri inline_boolean(bool value) {
  return Huri::make(HuriKind::boolean, value ? 2 : 0);
}

// Local. Canonical lexical forms of doubles and floats ("1.5E0", "1.0E2", "INF"), XSD 1.1, 3.3.4.2 and 3.3.5.2.
std::string double_lexical(double value);
std::string float_lexical(float value);

}  // namespace quadrille
