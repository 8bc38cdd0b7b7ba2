#include "query/expression/value_key.hpp"

#include <xxhash.h>

#include <bit>
#include <cmath>
#include <limits>

namespace quadrille::query {

namespace {

// Values of different sorts have different keys.
enum class Sort : std::uint64_t { number = 1, temporal, duration, boolean, blank, iri, string, typed, triple, term };

std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
  const std::uint64_t product = (seed ^ value) * 0x9e3779b97f4a7c15;
  return product ^ (product >> 32);
}
std::uint64_t key_of(Sort sort, std::uint64_t value) {
  return mixed(mixed(static_cast<std::uint64_t>(sort), 0x6b65790000000000), value);
}
std::uint64_t key_of(Sort sort, std::string_view text) {
  return key_of(sort, XXH3_64bits(text.data(), text.size()));
}
std::uint64_t key_of(float number) {
  return key_of(Sort::number, std::bit_cast<std::uint32_t>(number == 0 ? 0.0F : number));
}

std::uint64_t key_of_term(const Value& value, KeyBy by) {
  if (by != KeyBy::text || value.kind() == ValueKind::blank) return key_of(Sort::term, value.huri().bits());
  if (value.kind() == ValueKind::iri) return key_of(Sort::iri, value.text());
  return key_of(value.kind() == ValueKind::typed ? Sort::typed : Sort::string, value.text());
}

// The other float that a number equal to `real` may be next to, if `real` is half way between two.
std::optional<float> other_float(double real) {
  const auto near = static_cast<float>(real);
  if (std::isinf(real) || static_cast<double>(near) == real) return std::nullopt;
  const float beyond = static_cast<double>(near) < real ? std::numeric_limits<float>::infinity()
                                                        : -std::numeric_limits<float>::infinity();
  const float other = std::nextafter(near, beyond);
  if (std::isinf(near) || std::isinf(other)) return other;
  constexpr double kHalf = 0.4999999;  // a little wider than need be
  const double gap = static_cast<double>(other) - near;
  return (real - near) / gap > kHalf ? std::optional(other) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> left_key(const Value& value, KeyBy by) {
  if (!value.is_bound()) return std::nullopt;
  if (by == KeyBy::term) return key_of(Sort::term, value.huri().bits());
  if (value.is_numeric()) {
    const float number = value.as_float();
    return std::isnan(number) ? std::nullopt : std::optional(key_of(number));
  }
  switch (value.kind()) {
    case ValueKind::temporal: {
      const auto type = static_cast<std::uint64_t>(value.datatype()) * 2 + (value.has_zone() ? 1 : 0);
      return mixed(key_of(Sort::temporal, type), static_cast<std::uint64_t>(value.instant_seconds()));
    }
    case ValueKind::duration:
      return key_of(Sort::duration, static_cast<std::uint64_t>(value.as_duration().months));
    case ValueKind::triple:  // equal ones may have different components, such as 1 and 1.0
      return key_of(Sort::triple, 0);
    case ValueKind::boolean:
      return key_of(Sort::boolean, value.as_boolean() ? 1 : 0);
    default:
      return key_of_term(value, by);
  }
}

RightKeys right_keys(const Value& value, KeyBy by) {
  RightKeys result;
  const std::optional<std::uint64_t> first = left_key(value, by);
  if (!first) return result;
  result.keys[static_cast<std::size_t>(result.count++)] = *first;
  if (by == KeyBy::term || !value.is_numeric()) return result;
  std::optional<float> other;
  if (value.kind() == ValueKind::double_number) {
    other = other_float(value.as_double());
  } else if (value.is_exact()) {
    other = static_cast<float>(value.as_double());  // the key of the double that it equals
  }
  if (other && key_of(*other) != *first) result.keys[static_cast<std::size_t>(result.count++)] = key_of(*other);
  return result;
}

}  // namespace quadrille::query
