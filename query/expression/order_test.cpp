#include "query/expression/order.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "query/expression/comparison.hpp"
#include "query/expression/testing/calculator.hpp"
#include "query/expression/testing/test_dictionary.hpp"

namespace quadrille::query {
namespace {

// One of each group, and several where their order is worth a claim; ascending.
constexpr std::string_view kAscending[] = {
    R"(:A)",
    R"(:B)",
    R"("")",
    R"("A")",
    R"("a")",
    R"("ab")",
    R"("é")",
    R"("b"@de)",
    R"("a"@en)",
    R"("b"@en)",
    R"("-INF"^^xsd:double)",
    R"(-99999999999999999999999)",
    R"(-1)",
    R"(0)",
    R"("0.1"^^xsd:decimal)",
    R"("0.1"^^xsd:double)",
    R"("0.1"^^xsd:float)",
    R"(1)",
    R"(1.5)",
    R"(9007199254740992e0)",
    R"(9007199254740993)",
    R"(99999999999999999999999)",
    R"("INF"^^xsd:float)",
    R"("NaN"^^xsd:double)",
    R"(false)",
    R"(true)",
    R"("2006-08-23T09:00:00"^^xsd:dateTime)",
    R"("2006-08-23T09:00:00Z"^^xsd:dateTime)",
    R"("2006-08-23T09:00:00.5Z"^^xsd:dateTime)",
    R"("2006-08-23T12:00:00"^^xsd:dateTime)",
    R"("2006-08-22"^^xsd:date)",
    R"("2006-08-23"^^xsd:date)",
    R"("10:00:00"^^xsd:time)",
    R"("a"^^:t1)",
    R"("b"^^:t1)",
    R"("a"^^:t2)",
    R"("abc"^^xsd:integer)",
};

class OrderTest : public testing::Test {
 protected:
  // Every value in three forms: without HURI, with a stable one and no text, with a volatile one and text.
  OrderTest() {
    for (const std::string_view text : kAscending) terms_.push_back(parse_term(text));
    TestDictionary stable(terms_);
    TestDictionary unstable;
    for (const Term& term : terms_) {
      const Value plain = Value::from_term(term.view(), arena_);
      const Value lazy = Value::from_huri(stable.huri(term), arena_);
      const Value read = Value::from_term(term.view(), arena_, stable.huri(term));
      forms_.push_back({plain, lazy.kind() == ValueKind::unread ? read : lazy, read,
                        Value::from_term(term.view(), arena_, unstable.huri(term, true))});
    }
  }

  std::pmr::monotonic_buffer_resource arena_;
  std::vector<Term> terms_;
  std::vector<std::vector<Value>> forms_;
};

bool can_compare(const Value& a, const Value& b) {
  return a.kind() != b.kind() || are_stable(a, b) || (a.has_text() && b.has_text()) ||
         !(a.kind() == ValueKind::iri || a.is_string());
}

TEST_F(OrderTest, TheTableAscends) {
  for (std::size_t i = 0; i < forms_.size(); ++i) {
    for (std::size_t k = 0; k < forms_.size(); ++k) {
      for (const Value& a : forms_[i]) {
        for (const Value& b : forms_[k]) {
          if (!can_compare(a, b)) continue;
          EXPECT_EQ(compare_for_order(a, b), i <=> k) << kAscending[i] << " and " << kAscending[k];
        }
      }
    }
  }
}

TEST_F(OrderTest, UnboundThenBlankThenIri) {
  const Value unbound{};
  const Value error = Value::error();
  const Value blank = Value::from_huri(Huri::make(HuriKind::blank, 1), arena_);
  const Value other_blank = Value::from_huri(Huri::make(HuriKind::blank, 2), arena_);
  const Value new_blank = Value::blank("n1");
  const Value iri = Value::iri("http://example/");
  EXPECT_TRUE(compare_for_order(unbound, error) == 0);
  EXPECT_TRUE(compare_for_order(error, blank) < 0);
  EXPECT_TRUE(compare_for_order(blank, other_blank) < 0);
  EXPECT_TRUE(compare_for_order(blank, blank) == 0);
  EXPECT_TRUE(compare_for_order(new_blank, blank) != 0);
  EXPECT_TRUE(compare_for_order(new_blank, Value::blank("n2")) < 0);
  EXPECT_TRUE(compare_for_order(other_blank, iri) < 0);
}

TEST_F(OrderTest, EqualValuesOfDifferentTypesAreEquivalent) {
  const Value values[] = {Value::integer(1), Value::double_number(1), Value::float_number(1),
                          Value::decimal(Decimal(1), arena_),
                          Value::from_term(TermView::literal("01", iri::kXsdInteger), arena_)};
  for (const Value& a : values) {
    for (const Value& b : values) EXPECT_TRUE(compare_for_order(a, b) == 0);
  }
}

// O1: ORDER BY agrees with "<", and is transitive over all triples of the table's values.
TEST_F(OrderTest, IsAStrictWeakOrderThatAgreesWithLess) {
  std::vector<Value> values = {Value(), Value::error(), Value::blank("x"), Value::integer(1),
                               Value::double_number(0.1)};
  for (const auto& forms : forms_) values.insert(values.end(), {forms[0], forms[3]});
  for (const Value& a : values) {
    EXPECT_TRUE(compare_for_order(a, a) == 0);
    for (const Value& b : values) {
      EXPECT_TRUE((compare_for_order(a, b) < 0) == (compare_for_order(b, a) > 0));
      const Order order = compare(a, b);
      const bool crosses_zones = a.kind() == ValueKind::temporal && a.has_zone() != b.has_zone();
      EXPECT_TRUE(order != Order::less || crosses_zones || compare_for_order(a, b) < 0);
      for (const Value& c : values) {
        const bool ascending = compare_for_order(a, b) <= 0 && compare_for_order(b, c) <= 0;
        EXPECT_TRUE(!ascending || compare_for_order(a, c) <= 0);
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::query
