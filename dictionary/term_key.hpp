#pragma once

// A term key is the byte string that a vocabulary stores for a term. Within a kind, the memcmp order of keys is the
// order of terms, and each key can be converted back to its term.
//
//   kind              key                                                      order
//   iri, string       text                                                     code points (UTF-8 keeps them)
//   language_string   tag, 0, text                                             tag, then text
//   direction_string  tag, "--", direction, 0, text                            tag, direction, then text
//   number            value, datatype : 1, lexical form                        value, datatype, lexical form
//   temporal          datatype : 1, value, lexical form                        datatype, value, lexical form
//   typed             datatype, 0, lexical form                                datatype, then lexical form
//
// The value of a number is its exact one (a double's decimal expansion), ends itself, and needs no length:
//   | class : 1 | exponent : 1 or 5 | pairs of digits, 1 + 10 a + b each | 0 |
//     the last two    only if finite, not zero
//     class     1 -INF, 2 negative, 3 zero, 4 positive, 5 INF, 6 NaN
//     exponent  value = 0.d1 d2 d3 ... * 10^exponent; one byte exponent + 128 within -127 .. 126, else 0 or 255 and
//               four bytes, biased, high byte first
//   Of a negative number all bytes behind the class are complemented.
// The value of a date or time, by its instant (without a zone: in UTC), then by its zone:
//   | seconds + 2^63, high byte first : 8 | digits of the fraction, as text | 0 | zone minutes + 841, 0 none : 2 |
//
// Called by the loader (which sorts keys), VocabularyBuilder, Dictionary and query terms.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/term.hpp"
#include "dictionary/date_time.hpp"
#include "dictionary/decimal.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

// Local. Appends the key of a term that place_of() puts in the vocabulary under this kind. Throws ErrorKind::user for
// a datatype or language tag that contains a NUL, ErrorKind::unsupported for reserved kinds (triple terms).
void append_key(std::string& out, HuriKind kind, TermView term);

// Local. The same without a copy if the key is the text itself: a view of the term, or of `buffer`, which is
// overwritten.
std::string_view key_of(HuriKind kind, TermView term, std::string& buffer);

// Local. Throws ErrorKind::unsupported if a key of `bytes` bytes is too long for a vocabulary.
void check_key_size(std::size_t bytes);
// Local. Throws the errors of append_key() and check_key_size(), without copying a long text.
void check_key(HuriKind kind, TermView term);

// Local. The term of a key; views of the key, and of datatypes that are valid as long as the program. Does not
// allocate.
TermView from_key(HuriKind kind, std::string_view key);

// Local. The value part of keys, for bounds of ranges. Every key of this value is >= the value part, and below the
// value part with kAfterValue appended.
void append_number_value(std::string& out, const Decimal& value);
void append_number_value(std::string& out, double value);
void append_temporal_value(std::string& out, const Instant& instant, std::optional<int> zone_minutes);
inline constexpr char kAfterValue = '\xff';

}  // namespace quadrille
