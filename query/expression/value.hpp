#pragma once

// A Value is one SPARQL value during the evaluation of an expression: a term, or the marks "unbound" and "error".
//
//   kind             datatype()            value                     text()
//   unbound, error   -                     -                         -
//   unread           -                     not known                 not read: a literal of the vocabulary's kinds
//   blank            -                     -                         its label; with none, the HURI is its name
//   iri              -                     -                         the IRI; null until it is read
//   triple           -                     -                         <<( s p o )>>; null until it is read
//   string           string                -                         the text; null until it is read
//   language_string  language_string or    -                         the text; null until it is read; language() too,
//                    direction_string                                which ends in the direction if there is one
//   boolean          boolean               as_boolean()              lexical form, if it came from text
//   integer          integer .. positive   as_decimal(), as_int64()  likewise; computing ignores the derived type
//   decimal          decimal               as_decimal()              likewise
//   float_number     float_number          as_double()               likewise
//   double_number    double_number         as_double()               likewise
//   temporal         date_time .. g_day    as_date_time(), instant   likewise
//   duration         other                 as_duration()             lexical form; its datatype is duration_type()
//   typed            other                 -                         text; datatype_iri(): unknown or ill-typed
//
// V1  Trivially copyable, 32 bytes. Texts, languages, type names and the digits of long numbers are in the arena (or
//     in the text) that was passed when the value was made, and valid as long as that.
// V2  huri() is the term that the value came from, unchanged; computed values have none. Equal HURIs mean the same
//     term.
// V3  A number or time that came from a term keeps that term's lexical form: by its text, or by its inline HURI.
//
// All functions are local. Source: SPARQL 1.1 Query 17.1 (operand data types), 17.4.1.7 (RDFterm-equal).

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/term.hpp"
#include "dictionary/datatype.hpp"
#include "dictionary/date_time.hpp"
#include "dictionary/decimal.hpp"
#include "dictionary/duration.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::query {

using Arena = std::pmr::memory_resource;

enum class ValueKind : std::uint8_t {
  unbound,
  error,
  unread,
  blank,
  iri,
  triple,
  string,
  language_string,
  boolean,
  integer,
  decimal,
  float_number,
  double_number,
  temporal,
  duration,
  typed,
};

class Value {
 public:
  Value() = default;  // unbound
  static Value error();
  static Value boolean(bool value);
  static Value integer(std::int64_t value);
  static Value integer(const Decimal& value, Arena& arena);  // value.is_integer()
  static Value decimal(const Decimal& value, Arena& arena);
  static Value float_number(float value);
  static Value double_number(double value);
  static Value temporal(const DateTime& value, Arena& arena);
  static Value duration(const Duration& value, DurationType type, Arena& arena);
  // These keep the views, which must be valid as long as the value is used.
  static Value blank(std::string_view label);
  static Value iri(std::string_view iri);
  static Value triple(std::string_view text);  // of a triple term (base/triple_term.hpp)
  static Value string(std::string_view text);
  static Value language_string(std::string_view text, std::string_view language, Arena& arena);

  // The value of a term whose text is available; keeps the views. Ill-typed literals become `typed`.
  static Value from_term(TermView term, Arena& arena, Huri huri = kUnbound);
  // The value of a HURI without a lookup: complete for inline kinds; iri, triple, string and language_string without
  // their text; unread for the other kinds of the vocabulary.
  static Value from_huri(Huri huri, Arena& arena);

  ValueKind kind() const { return kind_; }
  Datatype datatype() const { return datatype_; }
  Huri huri() const { return huri_; }
  bool has_text() const { return text_ != nullptr; }
  std::string_view text() const { return {text_, size_}; }

  bool is_bound() const { return kind_ > ValueKind::error; }
  bool is_unbound() const { return kind_ == ValueKind::unbound; }
  bool is_error() const { return kind_ == ValueKind::error; }
  bool is_literal() const { return kind_ == ValueKind::unread || kind_ >= ValueKind::string; }
  bool is_numeric() const { return kind_ >= ValueKind::integer && kind_ <= ValueKind::double_number; }
  bool is_exact() const { return kind_ == ValueKind::integer || kind_ == ValueKind::decimal; }
  bool is_floating() const { return kind_ == ValueKind::float_number || kind_ == ValueKind::double_number; }
  // A literal without a language whose datatype is xsd:string.
  bool is_simple_literal() const { return kind_ == ValueKind::string; }
  // A string or language string (an "argument string" of 17.4.3.1.2).
  bool is_string() const { return kind_ == ValueKind::string || kind_ == ValueKind::language_string; }

  // Each needs the kind that the table above gives.
  bool as_boolean() const { return payload_.integer != 0; }
  bool is_int64() const { return kind_ == ValueKind::integer && extra_ != kLong; }
  std::int64_t as_int64() const { return payload_.integer; }  // is_int64()
  Decimal as_decimal() const;
  double as_double() const;  // every numeric kind; nearest double
  float as_float() const;
  DateTime as_date_time() const;
  std::int64_t instant_seconds() const { return payload_.integer; }  // instant_of(as_date_time()).seconds
  std::string_view instant_fraction() const;                         // and .fraction
  bool has_zone() const { return (extra_ & kZoned) != 0; }
  Duration as_duration() const;
  DurationType duration_type() const { return static_cast<DurationType>(extra_); }
  std::string_view language() const;      // empty but for language strings
  std::string_view datatype_iri() const;  // of every literal that is not unread

  // The same value as if it had been computed: neither HURI nor the spelling of a number, boolean or time is kept.
  Value respelled(Arena& arena) const;
  // The same value with everything that it points to copied to the arena, which needs kept_bytes() for that.
  Value copied_to(Arena& arena) const;
  std::size_t kept_bytes() const;

 private:
  static constexpr std::uint16_t kLong = 0xffff;  // integer, decimal: payload_ is a text of digits
  static constexpr std::uint16_t kZoned = 1;      // temporal
  static constexpr std::uint16_t kFraction = 2;   // temporal: the fraction of the seconds is in text_

  Value(ValueKind kind, Datatype datatype) : kind_(kind), datatype_(datatype) {}
  static Value exact(ValueKind kind, Datatype datatype, const Decimal& value, Arena& arena);
  static Value temporal_at(Datatype datatype, const Instant& instant, bool zoned);
  static Value from_literal(TermView term, Arena& arena);
  static Value from_inline(Huri huri, Arena& arena);
  static const std::string_view* keep_annotation(std::string_view text, Arena& arena);
  void set_text(std::string_view text);
  bool has_annotation() const {
    return kind_ == ValueKind::typed || (kind_ == ValueKind::language_string && has_text());
  }

  ValueKind kind_ = ValueKind::unbound;
  Datatype datatype_ = Datatype::other;
  std::uint16_t extra_ = 0;  // decimal: scale of the coefficient; else see the constants above
  std::uint32_t size_ = 0;   // of text_, bytes
  Huri huri_;
  const char* text_ = nullptr;
  union {
    std::int64_t integer = 0;            // boolean, integer, decimal (its coefficient), temporal (seconds)
    double real;                         // float_number, double_number
    const char* digits;                  // exact numbers that do not fit, ending in 0
    const std::string_view* annotation;  // language_string: the language; typed: the datatype
  } payload_;
};
static_assert(sizeof(Value) == 32);
static_assert(std::is_trivially_copyable_v<Value>);

// The lexical form of a literal: as written where the value came from a term, else canonical. The view lies in the
// arena or in the value's own text. Not for unread values.
std::string_view lexical_form(const Value& value, Arena& arena);
// The canonical form of the value, whatever was written (what a cast to xsd:string gives for numbers and booleans).
std::string canonical_form(const Value& value);

// The term of a bound value whose text has been read. The views live as long as the value's own.
TermView to_term_view(const Value& value, Arena& arena);
Term to_term(const Value& value);

// The HURI of a computed number or boolean, without a look at its text: that of to_term(value). Nothing for all other
// values and for what has no inline HURI. Some ns.
std::optional<Huri> computed_huri(const Value& value);

// Bytes for a text in the arena, to be written. Throws Error(memory) beyond 4 GiB, which no Value can hold.
std::span<char> room_for(std::size_t bytes, Arena& arena);
// A copy of the text in the arena; likewise.
std::string_view keep(std::string_view text, Arena& arena);

}  // namespace quadrille::query
