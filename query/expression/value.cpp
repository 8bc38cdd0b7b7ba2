#include "query/expression/value.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille::query {

namespace {

// "2001-02-03T04:05:06.50Z" -> "5": digits behind the point without the zeros that end them.
std::string_view fraction_in(std::string_view lexical) {
  const std::size_t point = lexical.find('.');
  if (point == std::string_view::npos) return {};
  std::string_view digits = lexical.substr(point + 1);
  digits = digits.substr(0, std::min(digits.find_first_not_of("0123456789"), digits.size()));
  while (digits.ends_with('0')) digits.remove_suffix(1);
  return digits;
}

}  // namespace

std::span<char> room_for(std::size_t bytes, Arena& arena) {
  if (bytes > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::memory, "a string of {} bytes is too long: a value has at most 4 GiB; make a shorter one", bytes);
  }
  return {static_cast<char*>(arena.allocate(bytes, 1)), bytes};
}

std::string_view keep(std::string_view text, Arena& arena) {
  if (text.empty()) return {"", 0};
  const std::span<char> copy = room_for(text.size(), arena);
  copy_bytes(copy.data(), text.data(), text.size());
  return {copy.data(), copy.size()};
}

void Value::set_text(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::memory, "a term of {} bytes is too long for an expression; the limit is 4 GiB", text.size());
  }
  text_ = text.data() == nullptr ? "" : text.data();
  size_ = static_cast<std::uint32_t>(text.size());
}

const std::string_view* Value::keep_annotation(std::string_view text, Arena& arena) {
  return new (arena.allocate(sizeof(std::string_view), alignof(std::string_view))) std::string_view(text);
}

Value Value::error() {
  return Value(ValueKind::error, Datatype::other);
}

Value Value::boolean(bool value) {
  Value result(ValueKind::boolean, Datatype::boolean);
  result.payload_.integer = value;
  return result;
}

Value Value::integer(std::int64_t value) {
  Value result(ValueKind::integer, Datatype::integer);
  result.payload_.integer = value;
  return result;
}

Value Value::integer(const Decimal& value, Arena& arena) {
  return exact(ValueKind::integer, Datatype::integer, value, arena);
}

Value Value::decimal(const Decimal& value, Arena& arena) {
  return exact(ValueKind::decimal, Datatype::decimal, value, arena);
}

Value Value::exact(ValueKind kind, Datatype datatype, const Decimal& value, Arena& arena) {
  Value result(kind, datatype);
  const auto coefficient = value.scale() < kLong ? value.to_scaled(value.scale()) : std::nullopt;
  if (coefficient) {
    result.payload_.integer = *coefficient;
    result.extra_ = static_cast<std::uint16_t>(value.scale());
  } else {
    const std::string digits = value.to_string();
    char* copy = static_cast<char*>(arena.allocate(digits.size() + 1, 1));
    copy_bytes(copy, digits.c_str(), digits.size() + 1);
    result.payload_.digits = copy;
    result.extra_ = kLong;
  }
  return result;
}

Value Value::float_number(float value) {
  Value result(ValueKind::float_number, Datatype::float_number);
  result.payload_.real = value;
  return result;
}

Value Value::double_number(double value) {
  Value result(ValueKind::double_number, Datatype::double_number);
  result.payload_.real = value;
  return result;
}

Value Value::temporal_at(Datatype datatype, const Instant& instant, bool zoned) {
  Value result(ValueKind::temporal, datatype);
  result.payload_.integer = instant.seconds;
  result.extra_ = static_cast<std::uint16_t>((zoned ? kZoned : 0) | (instant.fraction.empty() ? 0 : kFraction));
  return result;
}

Value Value::temporal(const DateTime& value, Arena& arena) {
  Value result = temporal_at(value.type, instant_of(value), value.zone_minutes.has_value());
  result.set_text(keep(to_lexical(value), arena));
  return result;
}

Value Value::duration(const Duration& value, DurationType type, Arena& arena) {
  Value result(ValueKind::duration, Datatype::other);
  result.extra_ = static_cast<std::uint16_t>(type);
  result.set_text(keep(quadrille::to_lexical(value, type), arena));
  return result;
}

Value Value::blank(std::string_view label) {
  Value result(ValueKind::blank, Datatype::other);
  result.set_text(label);
  return result;
}

Value Value::iri(std::string_view iri) {
  Value result(ValueKind::iri, Datatype::other);
  result.set_text(iri);
  return result;
}

Value Value::triple(std::string_view text) {
  Value result(ValueKind::triple, Datatype::other);
  result.set_text(text);
  return result;
}

Value Value::string(std::string_view text) {
  Value result(ValueKind::string, Datatype::string);
  result.set_text(text);
  return result;
}

Value Value::language_string(std::string_view text, std::string_view language, Arena& arena) {
  const bool has_direction = !direction_of(language).empty();
  Value result(ValueKind::language_string, has_direction ? Datatype::direction_string : Datatype::language_string);
  result.set_text(text);
  result.payload_.annotation = keep_annotation(language, arena);
  return result;
}

Decimal Value::as_decimal() const {
  if (extra_ == kLong) return *Decimal::parse(payload_.digits);
  return Decimal::from_scaled(payload_.integer, extra_);
}

double Value::as_double() const {
  if (is_floating()) return payload_.real;
  return is_int64() ? static_cast<double>(payload_.integer) : as_decimal().to_double();
}

float Value::as_float() const {
  if (is_floating()) return static_cast<float>(payload_.real);
  return is_int64() ? static_cast<float>(payload_.integer) : as_decimal().to_float();
}

DateTime Value::as_date_time() const {
  if (has_text()) return *parse_date_time(datatype_, text());
  std::string lexical;
  append_lexical(lexical, huri_);
  return *parse_date_time(datatype_, lexical);
}

std::string_view Value::instant_fraction() const {
  return (extra_ & kFraction) != 0 ? fraction_in(text()) : std::string_view();
}

std::string_view Value::language() const {
  return kind_ == ValueKind::language_string && has_annotation() ? *payload_.annotation : std::string_view();
}

Duration Value::as_duration() const {
  return *parse_duration(duration_type(), text());
}

std::string_view Value::datatype_iri() const {
  if (kind_ == ValueKind::duration) return duration_iri(duration_type());
  return kind_ == ValueKind::typed ? *payload_.annotation : quadrille::datatype_iri(datatype_);
}

Value Value::respelled(Arena& arena) const {
  if (kind_ == ValueKind::temporal) return temporal(as_date_time(), arena);
  if (kind_ == ValueKind::duration) return duration(as_duration(), duration_type(), arena);
  Value result = *this;
  result.huri_ = kUnbound;
  if (is_numeric() || kind_ == ValueKind::boolean) {
    result.text_ = nullptr;
    result.size_ = 0;
  }
  return result;
}

std::size_t Value::kept_bytes() const {
  std::size_t bytes = size_;
  if (has_annotation()) bytes += payload_.annotation->size() + sizeof(std::string_view) + alignof(std::string_view);
  if (is_exact() && extra_ == kLong) bytes += std::strlen(payload_.digits) + 1;
  return bytes;
}

Value Value::copied_to(Arena& arena) const {
  Value copy = *this;
  if (has_text()) copy.set_text(keep(text(), arena));
  if (has_annotation()) copy.payload_.annotation = keep_annotation(keep(*payload_.annotation, arena), arena);
  if (is_exact() && extra_ == kLong) {
    copy.payload_.digits = keep({payload_.digits, std::strlen(payload_.digits) + 1}, arena).data();
  }
  return copy;
}

}  // namespace quadrille::query
