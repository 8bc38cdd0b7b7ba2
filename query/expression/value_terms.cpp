// Values from terms and HURIs, and terms from values; the rest of Value is in value.cpp.

#include <fmt/format.h>

#include "base/assert.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/inline_value.hpp"
#include "dictionary/number_lexical.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

namespace {

constexpr std::int64_t kSecondsPerQuarter = 15 * 60;
constexpr std::uint64_t kKindMask = std::uint64_t{15} << 60;
constexpr std::uint32_t kInlineScale = 6;  // decimal_micros

std::optional<bool> parse_boolean(std::string_view lexical) {
  if (lexical == "true" || lexical == "1") return true;
  if (lexical == "false" || lexical == "0") return false;
  return std::nullopt;
}

}  // namespace

Value Value::from_term(TermView term, Arena& arena, Huri huri) {
  Value result;
  switch (term.kind) {
    case TermKind::blank:
      result = blank(blank_label(term));
      break;
    case TermKind::iri:
      result = iri(term.text);
      break;
    case TermKind::literal:
      result = from_literal(term, arena);
      break;
    case TermKind::triple:
      result = triple(term.text);
      break;
  }
  result.huri_ = huri;
  return result;
}

Value Value::from_literal(TermView term, Arena& arena) {
  const Datatype datatype = datatype_of(term.datatype);
  Value result(ValueKind::typed, Datatype::other);
  if (datatype == Datatype::string) {
    return string(term.text);
  } else if (!term.language.empty()) {
    return language_string(term.text, term.language, arena);
  } else if (datatype == Datatype::boolean) {
    if (const auto value = parse_boolean(term.text)) result = boolean(*value);
  } else if (quadrille::is_integer(datatype)) {
    if (is_valid_number(datatype, term.text)) {
      result = exact(ValueKind::integer, datatype, *Decimal::parse_integer(term.text), arena);
    }
  } else if (datatype == Datatype::decimal) {
    if (const auto value = Decimal::parse(term.text)) result = decimal(*value, arena);
  } else if (datatype == Datatype::float_number) {
    if (const auto value = parse_float(term.text)) result = float_number(*value);
  } else if (datatype == Datatype::double_number) {
    if (const auto value = parse_double(term.text)) result = double_number(*value);
  } else if (is_temporal(datatype)) {
    if (const auto value = parse_date_time(datatype, term.text)) {
      result = temporal_at(datatype, instant_of(*value), value->zone_minutes.has_value());
    }
  } else if (const auto type = quadrille::duration_type(term.datatype)) {
    if (parse_duration(*type, term.text)) {
      result.kind_ = ValueKind::duration;
      result.extra_ = static_cast<std::uint16_t>(*type);
    }
  }
  result.set_text(term.text);
  if (result.kind_ == ValueKind::typed) result.payload_.annotation = keep_annotation(term.datatype, arena);
  return result;
}

Value Value::from_inline(Huri huri, Arena& arena) {
  Value result;
  switch (huri.kind()) {
    case HuriKind::integer:
      result = integer(integer_value(huri));
      result.datatype_ = integer_type(huri);
      break;
    case HuriKind::decimal:
      result = Value(ValueKind::decimal, Datatype::decimal);
      result.payload_.integer = decimal_micros(huri);
      result.extra_ = kInlineScale;
      break;
    case HuriKind::floating:
      result = double_number(floating_value(huri));
      if (is_float(huri)) {
        result.kind_ = ValueKind::float_number;
        result.datatype_ = Datatype::float_number;
      }
      break;
    case HuriKind::boolean:
      result = boolean(boolean_value(huri));
      break;
    case HuriKind::date_time: {
      const std::int64_t ms = date_time_ms(huri);
      const std::int64_t rest = (ms % 1000 + 1000) % 1000;
      result = temporal_at(Datatype::date_time, Instant{(ms - rest) / 1000, {}}, quadrille::has_zone(huri));
      if (rest != 0) {
        std::string lexical;
        append_lexical(lexical, huri);
        result.set_text(keep(lexical, arena));
        result.extra_ |= kFraction;
      }
      break;
    }
    case HuriKind::date: {
      const Instant start{date_quarters(huri) * kSecondsPerQuarter, {}};
      result = temporal_at(Datatype::date, start, quadrille::has_zone(huri));
      break;
    }
    default:
      QUADRILLE_ASSERT(false, "every inline kind has its case");
  }
  return result;
}

Value Value::from_huri(Huri huri, Arena& arena) {
  Value result;
  if (is_inline(huri)) {
    result = from_inline(huri, arena);
  } else {
    switch (huri.kind()) {
      case HuriKind::special:
        return result;
      case HuriKind::blank:
        result.kind_ = ValueKind::blank;
        break;
      case HuriKind::iri:
        result.kind_ = ValueKind::iri;
        break;
      case HuriKind::triple_term:
        result.kind_ = ValueKind::triple;
        break;
      case HuriKind::string:
        result = Value(ValueKind::string, Datatype::string);
        break;
      case HuriKind::language_string:
        result = Value(ValueKind::language_string, Datatype::language_string);
        break;
      case HuriKind::direction_string:
        result = Value(ValueKind::language_string, Datatype::direction_string);
        break;
      default:
        result.kind_ = ValueKind::unread;
    }
  }
  result.huri_ = huri;
  return result;
}

std::string canonical_form(const Value& value) {
  switch (value.kind()) {
    case ValueKind::boolean:
      return value.as_boolean() ? "true" : "false";
    case ValueKind::integer:
    case ValueKind::decimal:
      return value.is_int64() ? std::to_string(value.as_int64()) : value.as_decimal().to_string();
    case ValueKind::float_number:
      return float_lexical(value.as_float());
    case ValueKind::double_number:
      return double_lexical(value.as_double());
    case ValueKind::temporal:
      return to_lexical(value.as_date_time());
    case ValueKind::duration:
      return to_lexical(value.as_duration(), value.duration_type());
    default:
      return std::string(value.text());
  }
}

std::string_view lexical_form(const Value& value, Arena& arena) {
  if (value.has_text()) return value.text();
  if (is_inline(value.huri())) {
    std::string lexical;
    append_lexical(lexical, value.huri());
    return keep(lexical, arena);
  }
  return keep(canonical_form(value), arena);
}

std::optional<Huri> computed_huri(const Value& value) {
  if (value.has_text() || !value.huri().is_unbound()) return std::nullopt;
  switch (value.kind()) {
    case ValueKind::boolean:
      return inline_boolean(value.as_boolean());
    case ValueKind::integer:
      if (!value.is_int64() || value.datatype() != Datatype::integer) return std::nullopt;
      return inline_integer(value.as_int64());
    case ValueKind::decimal:
      return inline_decimal(value.as_decimal());
    case ValueKind::float_number:
      return inline_float(value.as_float());
    case ValueKind::double_number:
      return inline_double(value.as_double());
    default:
      return std::nullopt;
  }
}

TermView to_term_view(const Value& value, Arena& arena) {
  switch (value.kind()) {
    case ValueKind::iri:
      return TermView::iri(value.text());
    case ValueKind::triple:
      return TermView::triple(value.text());
    case ValueKind::blank:
      if (value.has_text()) return TermView::blank(value.text());
      return TermView::blank(keep(fmt::format("b{}", value.huri().bits() & ~kKindMask), arena));
    default:
      QUADRILLE_ASSERT(value.is_literal() && value.kind() != ValueKind::unread, "only read terms have a text");
      return {TermKind::literal, lexical_form(value, arena), value.datatype_iri(), value.language()};
  }
}

Term to_term(const Value& value) {
  std::pmr::monotonic_buffer_resource arena;
  return Term(to_term_view(value, arena));
}

}  // namespace quadrille::query
