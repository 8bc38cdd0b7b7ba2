#include "query/expression/order.hpp"

#include "base/assert.hpp"
#include "base/triple_term.hpp"
#include "query/expression/comparison.hpp"
#include "query/expression/numeric.hpp"

namespace quadrille::query {

namespace {

enum class Group : std::uint8_t {
  none,
  blank,
  iri,
  string,
  language_string,
  direction_string,
  number,
  boolean,
  temporal,
  duration,
  other,
  triple
};

Group group_of(const Value& value) {
  switch (value.kind()) {
    case ValueKind::unbound:
    case ValueKind::error:
      return Group::none;
    case ValueKind::blank:
      return Group::blank;
    case ValueKind::iri:
      return Group::iri;
    case ValueKind::string:
      return Group::string;
    case ValueKind::language_string:
      return value.datatype() == Datatype::direction_string ? Group::direction_string : Group::language_string;
    case ValueKind::boolean:
      return Group::boolean;
    case ValueKind::temporal:
      return Group::temporal;
    case ValueKind::duration:
      return Group::duration;
    case ValueKind::typed:
      return Group::other;
    case ValueKind::triple:
      return Group::triple;
    case ValueKind::unread:
      QUADRILLE_ASSERT(false, "O2: literals are read before they are sorted");
    default:
      return Group::number;
  }
}

std::weak_ordering compare_blanks(const Value& a, const Value& b) {
  if (a.huri() != b.huri()) return a.huri() <=> b.huri();
  return a.huri().is_unbound() ? a.text() <=> b.text() : std::weak_ordering::equivalent;
}

std::weak_ordering compare_texts(const Value& a, const Value& b) {
  if (are_stable(a, b) || (a.huri() == b.huri() && !a.huri().is_unbound())) return a.huri() <=> b.huri();
  if (a.language() != b.language()) return a.language() <=> b.language();
  return a.text() <=> b.text();
}

std::weak_ordering order_temporals(const Value& a, const Value& b) {
  if (a.datatype() != b.datatype()) return a.datatype() <=> b.datatype();
  if (a.instant_seconds() != b.instant_seconds()) return a.instant_seconds() <=> b.instant_seconds();
  const std::weak_ordering fractions = a.instant_fraction() <=> b.instant_fraction();
  return fractions != 0 ? fractions : a.has_zone() <=> b.has_zone();
}

std::weak_ordering compare_others(const Value& a, const Value& b) {
  if (a.datatype_iri() != b.datatype_iri()) return a.datatype_iri() <=> b.datatype_iri();
  return a.text() <=> b.text();
}

// By subject, predicate and object, each as ORDER BY orders it.
std::weak_ordering compare_triples(const Value& a, const Value& b) {
  const TripleParts left(a.text()), right(b.text());
  std::pmr::monotonic_buffer_resource arena;
  const auto compare = [&](TermView one, TermView other) {
    return compare_for_order(Value::from_term(one, arena), Value::from_term(other, arena));
  };
  if (const auto order = compare(left.subject(), right.subject()); order != 0) return order;
  if (const auto order = compare(left.predicate(), right.predicate()); order != 0) return order;
  return compare(left.object(), right.object());
}

}  // namespace

std::weak_ordering compare_for_order(const Value& a, const Value& b) {
  const Group group = group_of(a);
  if (group != group_of(b)) return group <=> group_of(b);
  switch (group) {
    case Group::none:
      return std::weak_ordering::equivalent;
    case Group::blank:
      return compare_blanks(a, b);
    case Group::number:
      return compare_exactly(a, b);
    case Group::boolean:
      return a.as_boolean() <=> b.as_boolean();
    case Group::temporal:
      return order_temporals(a, b);
    case Group::duration:
      return quadrille::sort_order(a.as_duration(), b.as_duration());
    case Group::other:
      return compare_others(a, b);
    case Group::triple:
      return compare_triples(a, b);
    default:
      return compare_texts(a, b);
  }
}

}  // namespace quadrille::query
