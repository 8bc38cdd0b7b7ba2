#pragma once

// The states of an Accumulator, one type for each way of accumulating; aggregate.hpp has their meaning. All have the
// same functions: add one solution's value, merge another state, return the result, save to and load from bytes.

#include <cstdint>
#include <memory_resource>
#include <string>
#include <vector>

#include "parser/expression.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query::detail {

using parser::Aggregate;

// A copy of a value that owns what it points to.
class KeptValue {
 public:
  explicit KeptValue(Arena& memory) : bytes_(&memory) {}
  const Value& value() const { return value_; }
  bool is_empty() const { return !value_.is_bound(); }
  void set(const Value& value);

 private:
  Value value_;
  std::pmr::vector<std::byte> bytes_;
};

struct Count {
  std::uint64_t count = 0;

  void add(const Aggregate&, const Value& value) { count += value.is_bound(); }
  void merge(const Aggregate&, const Count& other) { count += other.count; }
  Value result(const Aggregate&, Arena&) const { return Value::integer(static_cast<std::int64_t>(count)); }
  void save(std::string& out) const;
  void load(const unsigned char*& from);
};

// SUM and AVG. The total is exact + inexact, in the greatest type so far. Floats are added as doubles and the total is
// rounded once, so that their order hardly matters.
struct Sum {
  std::uint64_t count = 0;
  bool failed = false;
  ValueKind type = ValueKind::integer;
  double inexact = 0;      // of floats and doubles
  std::int64_t small = 0;  // one part of the exact sum, which is small + large
  Decimal large;

  void add(const Aggregate&, const Value& value);
  void merge(const Aggregate&, const Sum& other);
  Value result(const Aggregate& aggregate, Arena& arena) const;
  void save(std::string& out) const;
  void load(const unsigned char*& from);

 private:
  void add_exact(std::int64_t value);
  Decimal exact() const { return large + Decimal(small); }
  Value total(Arena& arena) const;
};

// MIN and MAX.
struct Extreme {
  bool failed = false;
  KeptValue kept;

  void add(const Aggregate& aggregate, const Value& value);
  void merge(const Aggregate& aggregate, const Extreme& other);
  Value result(const Aggregate&, Arena&) const;
  void save(std::string& out) const;
  void load(const unsigned char*& from);
};

struct Sample {
  KeptValue kept;

  void add(const Aggregate&, const Value& value);
  void merge(const Aggregate& aggregate, const Sample& other) { add(aggregate, other.kept.value()); }
  Value result(const Aggregate&, Arena&) const { return kept.is_empty() ? Value::error() : kept.value(); }
  void save(std::string& out) const;
  void load(const unsigned char*& from);
};

// GROUP_CONCAT.
struct Concatenation {
  bool failed = false;
  bool empty = true;
  std::pmr::string text;

  void add(const Aggregate& aggregate, const Value& value);
  void merge(const Aggregate& aggregate, const Concatenation& other);
  Value result(const Aggregate&, Arena&) const { return failed ? Value::error() : Value::string(text); }
  void save(std::string& out) const;
  void load(const unsigned char*& from);

 private:
  void append(const Aggregate& aggregate, std::string_view part);
};

}  // namespace quadrille::query::detail
