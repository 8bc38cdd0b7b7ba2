#include "dictionary/value_ranges.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "dictionary/datatype.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/numeric_value.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/testing/promoted_order.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kOrderSeed = 31337;

Term typed(std::string_view text, Datatype type) {
  return Term(TermView::literal(text, datatype_iri(type)));
}

NumericValue value(std::string_view text, Datatype type) {
  return numeric_value(typed(text, type).view()).value();
}

// Numbers of all types, many of them equal or neighbours across types.
std::vector<Term> numbers() {
  std::mt19937_64 random(kOrderSeed);
  std::vector<double> reals = {0,
                               0.1,
                               0.5,
                               1,
                               1.5,
                               2,
                               10,
                               16777216,
                               16777217,
                               1e15,
                               2251799813685247,
                               9007199254740992,
                               9007199254740994,
                               1e22,
                               5e-324,
                               1e-45,
                               3.4028234663852886e38,
                               1.7976931348623157e308,
                               0.30000000000000004,
                               4503599627.5};
  for (int i = 0; i < 60; ++i) {
    reals.push_back(std::bit_cast<double>(random() & 0x7fff'ffff'ffff'ffff));
    reals.push_back(static_cast<double>(random() % 1000000) / 1000);
  }
  std::vector<Term> result;
  for (const double real : reals) {
    if (!std::isfinite(real)) continue;
    const auto narrow = static_cast<float>(real);
    for (const double near :
         {real, std::nextafter(real, 1e308), double{narrow}, double{std::nextafter(narrow, 1e30f)}}) {
      for (const double number : {near, -near}) {
        if (!std::isfinite(number)) continue;
        result.push_back(typed(double_lexical(number), Datatype::double_number));
        result.push_back(typed(double_lexical(number) + "1", Datatype::double_number));
        result.push_back(typed(float_lexical(static_cast<float>(number)), Datatype::float_number));
        if (std::abs(number) > 1e40 || std::abs(number) < 1e-20) continue;
        const Decimal exact = *Decimal::from_double(number);
        const Decimal little = Decimal::from_scaled(1, 7);
        for (const Decimal& decimal : {exact, exact + little, exact - little}) {
          result.push_back(typed(decimal.to_string(), Datatype::decimal));
        }
        const Decimal whole = round(exact);
        for (const Decimal& integer : {whole, whole + Decimal(1), floor(exact * Decimal::from_scaled(1, 3))}) {
          result.push_back(typed(integer.to_string(), Datatype::integer));
          if (integer.sign() > 0)
            result.push_back(typed(std::string("+").append(integer.to_string()), Datatype::positive_integer));
        }
      }
    }
  }
  for (const Datatype type : {Datatype::float_number, Datatype::double_number}) {
    for (const char* text : {"INF", "-INF", "NaN", "0", "-0", "0.00000", "1e999", "-1e999"}) {
      result.push_back(typed(text, type));
    }
  }
  // Values that become infinite when they are promoted.
  result.push_back(typed("4" + std::string(38, '0'), Datatype::integer));
  result.push_back(typed("-2" + std::string(308, '0') + ".5", Datatype::decimal));
  return result;
}

bool holds(Comparison comparison, std::partial_ordering order) {
  switch (comparison) {
    case Comparison::less:
      return order < 0;
    case Comparison::less_or_equal:
      return order <= 0;
    case Comparison::equal:
      return order == 0;
    case Comparison::greater_or_equal:
      return order >= 0;
    default:
      return order > 0;
  }
}

constexpr Comparison kComparisons[] = {Comparison::less, Comparison::less_or_equal, Comparison::equal,
                                       Comparison::greater_or_equal, Comparison::greater};

enum class Membership { outside, residual, exact };

Membership membership(const ValueRanges& ranges, const TermPlace& place, const std::string& key) {
  if (place.inlined) {
    for (const HuriRange& range : ranges.inlined) {
      if (range.contains(*place.inlined)) return range.exact ? Membership::exact : Membership::residual;
    }
    return Membership::outside;
  }
  if (place.kind != ranges.kind) return Membership::outside;
  for (const KeyRange& range : ranges.keys) {
    if (range.first <= key && key < range.end) return range.exact ? Membership::exact : Membership::residual;
  }
  return Membership::outside;
}

struct Placed {
  Term term;
  TermPlace place;
  std::string key;                    // of a term of the vocabulary
  std::optional<NumericValue> value;  // of a number
};

std::vector<Placed> placed(const std::vector<Term>& terms) {
  std::vector<Placed> result;
  for (const Term& term : terms) {
    Placed one{term, place_of(term.view()), "", numeric_value(term.view())};
    if (!one.place.inlined) append_key(one.key, one.place.kind, term.view());
    result.push_back(one);
  }
  return result;
}

}  // namespace

TEST(NumericValue, OnlyValidNumbersHaveValues) {
  EXPECT_FALSE(numeric_value(typed("300", Datatype::byte_integer).view()));
  EXPECT_FALSE(numeric_value(TermView::string("1")));
  EXPECT_FALSE(numeric_value(TermView::iri("urn:1")));
  EXPECT_FALSE(numeric_value(TermView::language_string("1", "en")));
}

TEST(ValueRanges, HoldWhatSatisfiesTheComparison) {
  SCOPED_TRACE(kOrderSeed);
  const std::vector<Placed> terms = placed(numbers());
  std::size_t residual = 0;
  std::size_t decided = 0;
  for (std::size_t i = 0; i < terms.size(); i += 41) {
    const NumericValue constant = *terms[i].value;
    for (const Comparison comparison : kComparisons) {
      const ValueRanges ranges = ranges_of(comparison, constant);
      for (const Placed& term : terms) {
        const bool satisfied = holds(comparison, testing::compare(*term.value, constant));
        const Membership member = membership(ranges, term.place, term.key);
        (member == Membership::residual ? residual : decided) += 1;
        ASSERT_TRUE(member == Membership::residual || satisfied == (member == Membership::exact))
            << to_ntriples(term.term.view()) << " against " << to_ntriples(terms[i].term.view()) << ", comparison "
            << static_cast<int>(comparison);
      }
    }
  }
  EXPECT_LT(residual, decided / 50);
}

TEST(ValueRanges, IntegersAgainstAnIntegerAreExact) {
  const ValueRanges ranges = ranges_of(Comparison::less, value("10", Datatype::integer));
  ASSERT_EQ(ranges.inlined.size(), 3u);
  EXPECT_EQ(ranges.inlined[0].first, Huri::make(HuriKind::integer, 0));
  EXPECT_EQ(ranges.inlined[0].last.bits() + 1, inline_integer(10)->bits());
  for (const HuriRange& range : ranges.inlined) EXPECT_TRUE(range.exact);
  ASSERT_EQ(ranges.keys.size(), 1u);
  EXPECT_TRUE(ranges.keys[0].exact);
}

TEST(ValueRanges, NothingComparesWithNan) {
  const ValueRanges ranges = ranges_of(Comparison::less_or_equal, value("NaN", Datatype::double_number));
  EXPECT_TRUE(ranges.inlined.empty());
  EXPECT_TRUE(ranges.keys.empty());
}

TEST(ValueRanges, TimesAreDecidedBeyondFourteenHours) {
  SCOPED_TRACE(kOrderSeed);
  std::mt19937_64 random(kOrderSeed);
  std::vector<Term> terms;
  for (const char* day : {"2000-01-01", "2000-01-02", "1999-12-31", "2001-01-01", "-9000-01-01", "20000-01-01"}) {
    for (const char* zone : {"", "Z", "+14:00", "-14:00", "+00:01"}) {
      terms.push_back(typed(std::string(day) + zone, Datatype::date));
      for (const char* time : {"T00:00:00", "T10:00:00.5", "T14:00:00", "T23:59:59.99999", "T14:00:00.00001"}) {
        terms.push_back(typed(std::string(day) + time + zone, Datatype::date_time));
      }
    }
  }
  for (const char* text : {"2000", "1999Z", "2001+14:00"}) terms.push_back(typed(text, Datatype::g_year));
  for (const Placed& constant : placed(terms)) {
    const Datatype type = datatype_of(constant.term.datatype);
    const DateTime c = *parse_date_time(type, constant.term.text);
    for (const Comparison comparison : kComparisons) {
      const ValueRanges ranges = ranges_of(comparison, c);
      for (const Placed& term : placed(terms)) {
        const DateTime x = *parse_date_time(datatype_of(term.term.datatype), term.term.text);
        const Membership member = membership(ranges, term.place, term.key);
        if (member == Membership::residual) {
          EXPECT_EQ(x.type, c.type);
          continue;
        }
        EXPECT_EQ(holds(comparison, compare(x, c)), member == Membership::exact)
            << to_ntriples(term.term.view()) << " against " << to_ntriples(constant.term.view());
        EXPECT_EQ(holds(comparison, compare(x, c, -840)), member == Membership::exact);
        EXPECT_EQ(holds(comparison, compare(x, c, 840)), member == Membership::exact);
      }
    }
  }
}

}  // namespace quadrille
