#include "query/expression/detail/aggregate_states.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "query/expression/numeric.hpp"
#include "query/expression/order.hpp"
#include "query/expression/value_bytes.hpp"

namespace quadrille::query::detail {

namespace {

template <class T>
T read_word(const unsigned char*& from) {
  const T word = quadrille::load<T>(from);
  from += sizeof(T);
  return word;
}

}  // namespace

void KeptValue::set(const Value& value) {
  // A copy first: `value` may point into the bytes that are given up here.
  std::pmr::vector<std::byte> bytes(value.kept_bytes(), bytes_.get_allocator());
  std::pmr::monotonic_buffer_resource arena(bytes.data(), bytes.size(), std::pmr::null_memory_resource());
  value_ = value.copied_to(arena);
  bytes_ = std::move(bytes);
}

void Count::save(std::string& out) const {
  append_varint(out, count);
}

void Count::load(const unsigned char*& from) {
  count = get_varint(from);
}

void Sum::add_exact(std::int64_t value) {
  if (std::int64_t sum = 0; !__builtin_add_overflow(small, value, &sum)) {
    small = sum;
  } else {
    large = large + Decimal(value);
  }
}

void Sum::add(const Aggregate&, const Value& value) {
  ++count;
  if (!value.is_numeric()) {
    failed = true;
    return;
  }
  type = std::max(type, value.kind());  // the kinds are in the order of promotion
  switch (value.kind()) {
    case ValueKind::float_number:
      inexact += static_cast<double>(value.as_float());
      break;
    case ValueKind::double_number:
      inexact += value.as_double();
      break;
    default:
      if (value.is_int64()) {
        add_exact(value.as_int64());
      } else {
        large = large + value.as_decimal();
      }
  }
}

void Sum::merge(const Aggregate&, const Sum& other) {
  count += other.count;
  failed = failed || other.failed;
  type = std::max(type, other.type);
  inexact += other.inexact;
  add_exact(other.small);
  if (other.large.sign() != 0) large = large + other.large;
}

Value Sum::total(Arena& arena) const {
  switch (type) {
    case ValueKind::integer:
      return Value::integer(exact(), arena);
    case ValueKind::decimal:
      return Value::decimal(exact(), arena);
    case ValueKind::float_number:
      return Value::float_number(static_cast<float>(exact().to_double() + inexact));
    default:
      return Value::double_number(exact().to_double() + inexact);
  }
}

Value Sum::result(const Aggregate& aggregate, Arena& arena) const {
  if (failed) return Value::error();
  if (count == 0) return Value::integer(0);
  if (aggregate.kind == parser::AggregateKind::sum) return total(arena);
  return divide(total(arena), Value::integer(static_cast<std::int64_t>(count)), arena);
}

void Sum::save(std::string& out) const {
  append_varint(out, count);
  out += static_cast<char>(failed);
  out += static_cast<char>(type);
  append_word(out, inexact);
  append_word(out, small);
  append_text(out, large.sign() == 0 ? std::string() : large.to_string());
}

void Sum::load(const unsigned char*& from) {
  count = get_varint(from);
  failed = *from++ != 0;
  type = static_cast<ValueKind>(*from++);
  inexact = read_word<double>(from);
  small = read_word<std::int64_t>(from);
  const std::string_view text = read_text(from);
  large = text.empty() ? Decimal() : *Decimal::parse(text);
}

void Extreme::add(const Aggregate& aggregate, const Value& value) {
  failed = failed || !value.is_bound();
  if (failed) return;
  if (!kept.is_empty()) {
    const std::weak_ordering order = compare_for_order(value, kept.value());
    if (aggregate.kind == parser::AggregateKind::min ? order >= 0 : order <= 0) return;
  }
  kept.set(value);
}

void Extreme::merge(const Aggregate& aggregate, const Extreme& other) {
  failed = failed || other.failed;
  if (!other.kept.is_empty()) add(aggregate, other.kept.value());
}

Value Extreme::result(const Aggregate&, Arena&) const {
  return failed || kept.is_empty() ? Value::error() : kept.value();
}

void Extreme::save(std::string& out) const {
  out += static_cast<char>(failed);
  append_value(out, kept.value());
}

void Extreme::load(const unsigned char*& from) {
  failed = *from++ != 0;
  std::pmr::monotonic_buffer_resource arena;
  kept.set(read_value(from, arena));
}

void Sample::add(const Aggregate&, const Value& value) {
  if (kept.is_empty() && value.is_bound()) kept.set(value);
}

void Sample::save(std::string& out) const {
  append_value(out, kept.value());
}

void Sample::load(const unsigned char*& from) {
  std::pmr::monotonic_buffer_resource arena;
  kept.set(read_value(from, arena));
}

void Concatenation::append(const Aggregate& aggregate, std::string_view part) {
  if (!empty) text += aggregate.separator;
  empty = false;
  text += part;
}

void Concatenation::add(const Aggregate& aggregate, const Value& value) {
  if (value.kind() == ValueKind::iri) {
    append(aggregate, value.text());
  } else if (value.is_literal()) {
    std::pmr::monotonic_buffer_resource arena;
    append(aggregate, lexical_form(value, arena));
  } else {
    failed = true;
  }
}

void Concatenation::merge(const Aggregate& aggregate, const Concatenation& other) {
  failed = failed || other.failed;
  if (!other.empty) append(aggregate, other.text);
}

void Concatenation::save(std::string& out) const {
  out += static_cast<char>(failed);
  out += static_cast<char>(empty);
  append_text(out, text);
}

void Concatenation::load(const unsigned char*& from) {
  failed = *from++ != 0;
  empty = *from++ != 0;
  text = read_text(from);
}

}  // namespace quadrille::query::detail
