#include "query/expression/value_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <string>

#include "query/expression/comparison.hpp"
#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

bool meet(const Value& left, const Value& right, KeyBy by) {
  const auto key = left_key(left, by);
  const RightKeys keys = right_keys(right, by);
  return key && std::count(keys.keys.begin(), keys.keys.begin() + keys.count, *key) > 0;
}

// Terms whose values live as long as this.
class Values {
 public:
  Value of(std::string_view text) {
    terms_.push_back(parse_term(text));
    return Value::from_term(terms_.back().view(), arena_, Huri(terms_.size()));
  }

 private:
  std::deque<Term> terms_;
  std::pmr::monotonic_buffer_resource arena_;
};

TEST(ValueKey, EqualValuesOfDifferentTypesMeet) {
  Values values;
  const std::pair<const char*, const char*> pairs[] = {
      {"1", "1.0"},
      {"1", "1e0"},
      {"\"01\"^^xsd:byte", "\"1\"^^xsd:float"},
      {"0e0", "-0e0"},
      {"0.1", "\"0.1\"^^xsd:float"},
      {"9007199254740993", "9007199254740992e0"},
      {"16777217.0000000001", "16777217e0"},
      {"16777216.9999999999", "16777217e0"},
      {"16777217.0000000001", "\"16777218\"^^xsd:float"},
      {"1e400", "\"INF\"^^xsd:float"},
      {"true", "\"1\"^^xsd:boolean"},
      {"\"2020-01-01T12:00:00Z\"^^xsd:dateTime", "\"2020-01-01T13:00:00+01:00\"^^xsd:dateTime"},
      {"\"2020-01-01T24:00:00\"^^xsd:dateTime", "\"2020-01-02T00:00:00\"^^xsd:dateTime"},
      {"\"P1Y\"^^xsd:yearMonthDuration", "\"P12M\"^^xsd:duration"},
  };
  for (const auto& [a, b] : pairs) {
    EXPECT_TRUE(meet(values.of(a), values.of(b), KeyBy::value)) << a << " " << b;
    EXPECT_TRUE(meet(values.of(b), values.of(a), KeyBy::value)) << b << " " << a;
  }
}

TEST(ValueKey, WhatIsEqualToNothingHasNone) {
  Values values;
  EXPECT_EQ(left_key(Value(), KeyBy::value), std::nullopt);
  EXPECT_EQ(left_key(Value::error(), KeyBy::text), std::nullopt);
  EXPECT_EQ(left_key(values.of("\"NaN\"^^xsd:double"), KeyBy::value), std::nullopt);
  EXPECT_EQ(right_keys(values.of("\"NaN\"^^xsd:float"), KeyBy::value).count, 0);
}

TEST(ValueKey, TheSameTermMeetsItselfByTermEvenIfItIsNotEqual) {
  Values values;
  const Value nan = values.of("\"NaN\"^^xsd:double"), one = values.of("1"), another = values.of("1.0");
  EXPECT_TRUE(meet(nan, nan, KeyBy::term));
  EXPECT_FALSE(meet(one, another, KeyBy::term));
}

TEST(ValueKey, ATextMeetsItselfWithoutAHuri) {
  Values values;
  EXPECT_TRUE(meet(values.of("\"a\""), Value::string("a"), KeyBy::text));
  EXPECT_FALSE(meet(values.of("\"a\""), Value::string("b"), KeyBy::text));
  EXPECT_FALSE(meet(values.of("<http://a>"), Value::string("http://a"), KeyBy::text));
}

TEST(ValueKey, WhateverIsEqualMeets) {
  std::mt19937_64 random(1207);
  const auto below = [&](std::uint64_t end) { return random() % end; };
  Values values;
  std::vector<Value> all;
  for (int i = 0; i < 60; ++i) {
    // Around floats' half-way points, where the roundings to float and to double part ways.
    const std::uint64_t base = std::uint64_t{1} << (23 + below(36));
    const std::uint64_t step = std::max<std::uint64_t>(base >> 24, 1);
    const std::string whole = std::to_string(base + step * (1 + 2 * below(3)) + below(3) - 1);
    all.push_back(values.of(whole));
    all.push_back(values.of(whole + ".0000000000000000001"));
    all.push_back(values.of(whole + ".5"));
    all.push_back(values.of(whole + "e0"));
    all.push_back(values.of("\"" + whole + "\"^^xsd:float"));
  }
  int equal_pairs = 0;
  for (const Value& a : all) {
    for (const Value& b : all) {
      if (equal(a, b) != Truth::yes) continue;
      ++equal_pairs;
      ASSERT_TRUE(meet(a, b, KeyBy::value)) << to_text(a) << " " << to_text(b);
    }
  }
  EXPECT_GT(equal_pairs, 500);
}

}  // namespace
}  // namespace quadrille::query
