#include "query/expression/aggregate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dictionary/volatile_huri.hpp"
#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

using parser::Aggregate;
using parser::AggregateKind;

struct Case {
  AggregateKind kind;
  std::vector<std::string_view> values;  // "-": an error
  std::string_view result;
};

class AggregateTest : public testing::Test {
 protected:
  Value value(std::string_view text) {
    if (text == "-") return Value::error();
    terms_.push_back(std::make_unique<Term>(parse_term(text)));
    return Value::from_term(terms_.back()->view(), arena_);
  }

  // All values added to one accumulator.
  std::string at_once(const Aggregate& aggregate, const std::vector<Value>& values) {
    Accumulator all(aggregate);
    for (const Value& one : values) all.add(one);
    return to_text(all.result(arena_));
  }

  // The values dealt to several accumulators, which are moved as bytes and merged.
  std::string in_parts(const Aggregate& aggregate, const std::vector<Value>& values, std::size_t parts) {
    std::string bytes;
    for (std::size_t part = 0; part < parts; ++part) {
      Accumulator some(aggregate);
      for (std::size_t i = values.size() * part / parts; i < values.size() * (part + 1) / parts; ++i) {
        some.add(values[i]);
      }
      some.save(bytes);
    }
    Accumulator all(aggregate);
    const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
    for (std::size_t part = 0; part < parts; ++part) {
      Accumulator loaded(aggregate);
      loaded.load(from);
      all.merge(loaded);
    }
    EXPECT_EQ(reinterpret_cast<const char*>(from), bytes.data() + bytes.size());
    return to_text(all.result(arena_));
  }

  void expect(std::initializer_list<Case> cases) {
    for (const Case& one : cases) {
      const Aggregate aggregate{.kind = one.kind};
      std::vector<Value> values;
      for (const std::string_view text : one.values) values.push_back(value(text));
      EXPECT_EQ(at_once(aggregate, values), one.result);
      for (const std::size_t parts : {1, 2, 5}) EXPECT_EQ(in_parts(aggregate, values, parts), one.result);
    }
  }

  std::pmr::monotonic_buffer_resource arena_;
  std::vector<std::unique_ptr<Term>> terms_;
};

TEST_F(AggregateTest, CountCountsWhatIsNoError) {
  expect({
      {AggregateKind::count, {}, "0"},
      {AggregateKind::count, {"1", "1", R"("a")", ":a"}, "4"},
      {AggregateKind::count, {"1", "-", "2"}, "2"},
  });
}

TEST_F(AggregateTest, CountOfSolutions) {
  const Aggregate aggregate{.kind = AggregateKind::count, .star = true};
  Accumulator all(aggregate);
  all.add_solutions(3);
  all.add_solutions(4);
  EXPECT_EQ(to_text(all.result(arena_)), "7");
}

TEST_F(AggregateTest, SumPromotesAndIsExact) {
  expect({
      {AggregateKind::sum, {}, "0"},
      {AggregateKind::sum, {"1", "2", "3"}, "6"},
      {AggregateKind::sum, {"1.0", "2.2", "3.5", "2.2", "2.2"}, "11.1"},
      {AggregateKind::sum, {"1", "2.5"}, "3.5"},
      {AggregateKind::sum, {"1", "2e0", "0.5"}, "3.5E0"},
      {AggregateKind::sum, {R"("1"^^xsd:float)", "2"}, R"("3.0E0"^^xsd:float)"},
      {AggregateKind::sum, {R"("1"^^xsd:float)", "2e0"}, "3.0E0"},
      {AggregateKind::sum, {R"("16777216"^^xsd:float)", R"("1"^^xsd:float)", "0e0"}, "1.6777217E7"},
      {AggregateKind::sum,
       {R"("16777216"^^xsd:float)", R"("1"^^xsd:float)", R"("1"^^xsd:float)"},
       R"("1.6777218E7"^^xsd:float)"},
      {AggregateKind::sum, {"0e0", R"("16777216"^^xsd:float)", R"("1"^^xsd:float)"}, "1.6777217E7"},
      {AggregateKind::sum, {R"("1"^^xsd:byte)", R"("1"^^xsd:byte)"}, "2"},
      {AggregateKind::sum, {"9223372036854775807", "9223372036854775807", "-1"}, "18446744073709551613"},
      {AggregateKind::sum, {"9223372036854775807", "1", "-9223372036854775807"}, "1"},
      {AggregateKind::sum, {"1", R"("2")"}, "error"},
      {AggregateKind::sum, {"1", "-"}, "error"},
      {AggregateKind::sum, {"1", ":a"}, "error"},
  });
}

TEST_F(AggregateTest, AvgDividesTheSum) {
  expect({
      {AggregateKind::avg, {}, "0"},
      {AggregateKind::avg, {"1", "2"}, "1.5"},
      {AggregateKind::avg, {"2", "4"}, R"("3"^^xsd:decimal)"},
      {AggregateKind::avg, {"1.0", "2.2", "3.5", "2.2", "2.2"}, "2.22"},
      {AggregateKind::avg, {"1e0", "2"}, "1.5E0"},
      {AggregateKind::avg, {"1", "-"}, "error"},
  });
}

TEST_F(AggregateTest, MinAndMaxGoByTheOrderOfOrderBy) {
  expect({
      {AggregateKind::min, {}, "error"},
      {AggregateKind::max, {}, "error"},
      {AggregateKind::min, {"2", "1.0", "3e0"}, R"(1.0)"},
      {AggregateKind::max, {"2", "1.0", "3e0"}, R"("3e0"^^xsd:double)"},
      {AggregateKind::max, {R"("a")", R"("b")", R"("B")"}, R"("b")"},
      {AggregateKind::min, {":b", ":a", R"("a")"}, "<http://example/a>"},
      {AggregateKind::max, {":b", ":a", R"("a"@en)"}, R"("a"@en)"},
      {AggregateKind::min, {R"("01"^^xsd:byte)"}, R"("01"^^xsd:byte)"},
      {AggregateKind::max, {"99999999999999999999999", "1"}, "99999999999999999999999"},
      {AggregateKind::min, {R"("b"^^:t)", R"("a"^^:t)"}, R"("a"^^<http://example/t>)"},
      {AggregateKind::max,
       {R"("2006-08-23T09:00:00.25Z"^^xsd:dateTime)", R"("2006-08-23T09:00:00.5Z"^^xsd:dateTime)"},
       R"("2006-08-23T09:00:00.5Z"^^xsd:dateTime)"},
      {AggregateKind::min, {"1", "-"}, "error"},
  });
}

TEST_F(AggregateTest, SampleTakesAValueThatIsThere) {
  expect({
      {AggregateKind::sample, {}, "error"},
      {AggregateKind::sample, {"-", R"("a"@en)", "-"}, R"("a"@en)"},
      {AggregateKind::sample, {"-"}, "error"},
  });
}

TEST_F(AggregateTest, GroupConcatPutsASeparatorBetween) {
  expect({
      {AggregateKind::group_concat, {}, R"("")"},
      {AggregateKind::group_concat, {R"("1")", R"("22"@en)", ":a"}, R"("1 22 http://example/a")"},
      {AggregateKind::group_concat, {R"("")", R"("")"}, R"(" ")"},
      {AggregateKind::group_concat, {"1", R"("01"^^xsd:integer)", "1.50"}, R"("1 01 1.50")"},
      {AggregateKind::group_concat, {R"("a")", "-"}, "error"},
  });
  const Aggregate aggregate{.kind = AggregateKind::group_concat, .separator = ", "};
  EXPECT_EQ(in_parts(aggregate, {value(R"("a")"), value(R"("b")"), value(R"("c")")}, 2), R"("a, b, c")");
}

TEST_F(AggregateTest, AKeptValueOutlivesTheBatch) {
  const Aggregate aggregate{.kind = AggregateKind::min};
  Accumulator least(aggregate);
  for (const char* text : {"a long text that is no short string: c", "a long text that is no short string: b"}) {
    std::pmr::monotonic_buffer_resource batch;
    least.add(Value::string(keep(text, batch)));
  }
  std::vector<Accumulator> moved;
  moved.push_back(std::move(least));
  EXPECT_EQ(to_text(moved[0].result(arena_)), R"("a long text that is no short string: b")");
}

TEST_F(AggregateTest, AHuriOfTheDatabaseTravelsAndAQuerysOwnStaysWithItsText) {
  const Aggregate aggregate{.kind = AggregateKind::sample};
  const Huri stable = Huri::make(HuriKind::iri, 7);
  const Huri of_an_update = make_delta_huri(HuriKind::iri, 3, 7);
  const Huri own = Huri::make_volatile(HuriKind::iri, kQueryTermBit | 7);
  for (const Huri huri : {stable, of_an_update, own}) {
    Accumulator sample(aggregate);
    sample.add(Value::from_term(TermView::iri("http://example/x"), arena_, huri));
    std::string bytes;
    sample.save(bytes);
    Accumulator there(aggregate);
    const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
    there.load(from);
    EXPECT_EQ(to_text(there.result(arena_)), "<http://example/x>");
    EXPECT_EQ(there.result(arena_).huri(), huri == own ? kUnbound : huri);
  }
}

}  // namespace
}  // namespace quadrille::query
