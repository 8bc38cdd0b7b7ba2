#include "query/expression/comparison.hpp"

#include <cmath>

#include "base/triple_term.hpp"
#include "query/expression/numeric.hpp"

namespace quadrille::query {

namespace {

Order order_of(std::partial_ordering ordering) {
  if (ordering == std::partial_ordering::less) return Order::less;
  if (ordering == std::partial_ordering::greater) return Order::greater;
  return ordering == std::partial_ordering::equivalent ? Order::equal : Order::unordered;
}

// Unordered means here that the answer depends on an unknown zone.
std::partial_ordering compare_temporals(const Value& a, const Value& b) {
  if (a.has_zone() != b.has_zone()) return quadrille::compare(a.as_date_time(), b.as_date_time());
  if (a.instant_seconds() != b.instant_seconds()) return a.instant_seconds() <=> b.instant_seconds();
  return a.instant_fraction().compare(b.instant_fraction()) <=> 0;
}

Truth equal_temporals(const Value& a, const Value& b) {
  if (a.datatype() != b.datatype()) return Truth::no;
  const std::partial_ordering ordering = compare_temporals(a, b);
  if (ordering == std::partial_ordering::unordered) return Truth::error;
  return truth(ordering == std::partial_ordering::equivalent);
}

// Blank nodes, IRIs and the two kinds of strings: the same kind and the same text (and tag).
bool same_text(const Value& a, const Value& b) {
  return a.text() == b.text() && a.language() == b.language();
}

// Identity of two blank nodes. A stored one has a HURI. One that the query has made has a label; its HURI may be
// another on each image, and one in a triple term has none. nullopt: a label is not read yet.
std::optional<Truth> same_blank(const Value& a, const Value& b) {
  if (!a.huri().is_unbound() && a.huri() == b.huri()) return Truth::yes;
  const auto is_made = [](const Value& value) { return value.huri().is_unbound() || value.huri().is_volatile(); };
  if (!is_made(a) || !is_made(b)) return Truth::no;
  return a.has_text() && b.has_text() ? std::optional(truth(a.text() == b.text())) : std::nullopt;
}

bool is_nan(const Value& value) {
  return value.is_floating() && std::isnan(value.as_double());
}

bool same_huri(const Value& a, const Value& b) {
  return !a.huri().is_unbound() && a.huri() == b.huri();
}

// The class of a value, also of one that is not read yet: a HURI's kind separates numbers and times from other
// literals, but not durations from literals without a value.
enum class ValueClass : std::uint8_t { number, temporal, no_value, other };

ValueClass class_of(const Value& value) {
  if (value.is_numeric()) return ValueClass::number;
  if (value.kind() == ValueKind::temporal) return ValueClass::temporal;
  if (value.kind() == ValueKind::typed || value.kind() == ValueKind::duration) return ValueClass::no_value;
  if (value.kind() != ValueKind::unread) return ValueClass::other;
  switch (value.huri().kind()) {
    case HuriKind::number:
      return ValueClass::number;
    case HuriKind::temporal:
      return ValueClass::temporal;
    default:
      return ValueClass::no_value;
  }
}

bool may_be_duration(const Value& value) {
  return value.kind() == ValueKind::duration ||
         (value.kind() == ValueKind::unread && class_of(value) == ValueClass::no_value);
}

// "=" where at least one is unread.
std::optional<Truth> equal_unread(const Value& a, const Value& b) {
  const ValueClass first = class_of(a);
  const ValueClass second = class_of(b);
  // A number that is not inline may be a NaN, which is not equal to itself.
  if (same_huri(a, b) && first != ValueClass::number) return Truth::yes;
  if (!a.is_literal() || !b.is_literal()) return Truth::no;
  if (a.kind() == ValueKind::language_string || b.kind() == ValueKind::language_string) return Truth::no;
  if (first != second) {
    return first == ValueClass::no_value || second == ValueClass::no_value ? Truth::error : Truth::no;
  }
  if (first != ValueClass::no_value || (may_be_duration(a) && may_be_duration(b))) return std::nullopt;
  return are_identified(a, b) ? std::optional(Truth::error) : std::nullopt;
}

// The result of "=" for two values of different kinds, neither unread.
Truth equal_kinds_differ(const Value& a, const Value& b) {
  if (a.is_numeric() && b.is_numeric()) return truth(compare_promoted(a, b) == std::partial_ordering::equivalent);
  if (!a.is_literal() || !b.is_literal()) return Truth::no;
  if (a.kind() == ValueKind::language_string || b.kind() == ValueKind::language_string) return Truth::no;
  const bool both_known = class_of(a) != ValueClass::no_value && class_of(b) != ValueClass::no_value;
  return both_known ? Truth::no : Truth::error;
}

// Two triple terms are equal if their components are (SPARQL 1.2 Query, 17.4.1.7).
Truth equal_triples(const Value& a, const Value& b) {
  const TripleParts left(a.text()), right(b.text());
  std::pmr::monotonic_buffer_resource arena;
  Truth all = Truth::yes;
  const auto compare = [&](TermView one, TermView other) {
    const Truth same = equal(Value::from_term(one, arena), Value::from_term(other, arena));
    if (same == Truth::no || all == Truth::yes) all = same;
    return same != Truth::no;
  };
  if (!compare(left.subject(), right.subject()) || !compare(left.predicate(), right.predicate())) return Truth::no;
  compare(left.object(), right.object());
  return all;
}

}  // namespace

std::optional<Truth> same_term_without_text(const Value& a, const Value& b) {
  if (!a.is_bound() || !b.is_bound()) return Truth::error;
  if (same_huri(a, b)) return Truth::yes;
  if (a.is_literal() != b.is_literal()) return Truth::no;
  if (a.kind() == ValueKind::blank && b.kind() == ValueKind::blank) return same_blank(a, b);
  if (are_identified(a, b)) return Truth::no;
  if (a.kind() != b.kind() && a.kind() != ValueKind::unread && b.kind() != ValueKind::unread) return Truth::no;
  return std::nullopt;
}

Truth same_term(const Value& a, const Value& b, Arena& arena) {
  if (const auto known = same_term_without_text(a, b)) return *known;
  if (a.kind() == ValueKind::iri || a.kind() == ValueKind::triple || a.kind() == ValueKind::blank)
    return truth(a.text() == b.text());
  return truth(a.datatype_iri() == b.datatype_iri() && a.language() == b.language() &&
               lexical_form(a, arena) == lexical_form(b, arena));
}

std::optional<Truth> equal_without_text(const Value& a, const Value& b) {
  if (!a.is_bound() || !b.is_bound()) return Truth::error;
  if (a.kind() == ValueKind::unread || b.kind() == ValueKind::unread) {
    return equal_unread(a, b);
  }
  if (a.kind() != b.kind()) return equal_kinds_differ(a, b);
  switch (a.kind()) {
    case ValueKind::blank:
      return same_blank(a, b);
    case ValueKind::iri:
    case ValueKind::string:
    case ValueKind::language_string:
      if (same_huri(a, b)) return Truth::yes;
      if (are_identified(a, b)) return Truth::no;
      return a.has_text() && b.has_text() ? std::optional(truth(same_text(a, b))) : std::nullopt;
    case ValueKind::triple:
      if (same_huri(a, b)) return Truth::yes;
      return a.has_text() && b.has_text() ? std::optional(equal_triples(a, b)) : std::nullopt;
    case ValueKind::boolean:
      return truth(a.as_boolean() == b.as_boolean());
    case ValueKind::temporal:
      return equal_temporals(a, b);
    case ValueKind::duration:
      return truth(a.as_duration() == b.as_duration());
    case ValueKind::typed: {
      const bool same = same_huri(a, b) || (a.datatype_iri() == b.datatype_iri() && a.text() == b.text());
      return same ? Truth::yes : Truth::error;
    }
    default:
      return truth(!is_nan(a) && compare_promoted(a, b) == std::partial_ordering::equivalent);
  }
}

Truth equal(const Value& a, const Value& b) {
  return *equal_without_text(a, b);
}

std::optional<Order> compare_without_text(const Value& a, const Value& b) {
  if (a.is_numeric() && b.is_numeric()) return order_of(compare_promoted(a, b));
  if (a.kind() == ValueKind::unread || b.kind() == ValueKind::unread) {
    const bool ordered = class_of(a) == ValueClass::number || class_of(a) == ValueClass::temporal ||
                         (may_be_duration(a) && may_be_duration(b));
    return ordered && class_of(a) == class_of(b) ? std::nullopt : std::optional(Order::error);
  }
  if (a.kind() != b.kind()) return Order::error;
  switch (a.kind()) {
    case ValueKind::string:
      if (are_stable(a, b)) return order_of(a.huri() <=> b.huri());
      if (same_huri(a, b)) return Order::equal;
      if (!a.has_text() || !b.has_text()) return std::nullopt;
      return order_of(a.text() <=> b.text());  // UTF-8 keeps the order of code points
    case ValueKind::boolean:
      return order_of(a.as_boolean() <=> b.as_boolean());
    case ValueKind::temporal: {
      if (a.datatype() != b.datatype()) return Order::error;
      const Order order = order_of(compare_temporals(a, b));
      return order == Order::unordered ? Order::error : order;
    }
    case ValueKind::duration: {
      const Order order = order_of(quadrille::compare(a.as_duration(), b.as_duration()));
      return order == Order::unordered ? Order::error : order;
    }
    default:
      return Order::error;
  }
}

Order compare(const Value& a, const Value& b) {
  return *compare_without_text(a, b);
}

Truth effective_boolean(const Value& value) {
  switch (value.kind()) {
    case ValueKind::boolean:
      return truth(value.as_boolean());
    case ValueKind::string:
      return truth(!value.text().empty());
    case ValueKind::integer:
    case ValueKind::decimal:
      return truth(value.is_int64() ? value.as_int64() != 0 : value.as_decimal().sign() != 0);
    case ValueKind::float_number:
    case ValueKind::double_number:
      return truth(!std::isnan(value.as_double()) && value.as_double() != 0);
    default:
      return Truth::error;
  }
}

}  // namespace quadrille::query
