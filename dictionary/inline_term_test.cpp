#include "dictionary/inline_term.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "dictionary/date_time.hpp"
#include "dictionary/inline_value.hpp"
#include "dictionary/number_lexical.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kInlineSeed = 20240611;

struct Literal {
  Datatype type;
  std::string text;
  TermView view() const { return TermView::literal(text, datatype_iri(type)); }
};

std::string printed(const Literal& literal) {
  return to_ntriples(literal.view());
}

Huri huri(Datatype type, std::string_view text) {
  const auto found = inline_huri(TermView::literal(text, datatype_iri(type)));
  EXPECT_TRUE(found) << datatype_iri(type) << " " << text;
  return found.value_or(kUnbound);
}

HuriKind kind(Datatype type, std::string_view text) {
  return literal_kind(TermView::literal(text, datatype_iri(type)));
}

std::vector<Literal> integers() {
  std::mt19937_64 random(kInlineSeed);
  std::vector<Literal> result;
  std::vector<std::string> digits = {"0",
                                     "1",
                                     "5",
                                     "10",
                                     "99",
                                     "100",
                                     "127",
                                     "128",
                                     "255",
                                     "256",
                                     "2251799813685247",
                                     "2251799813685248",
                                     "2251799813685249",
                                     "9223372036854775808"};
  for (int i = 0; i < 100; ++i) digits.push_back(std::to_string(random() >> (random() % 63)));
  for (const std::string& number : digits) {
    for (const char* sign : {"", "+", "-"}) {
      for (std::size_t zeros = 0; zeros < 8; ++zeros) {
        for (int type = 4; type <= 16; ++type) {
          result.push_back({static_cast<Datatype>(type), sign + std::string(zeros, '0') + number});
        }
      }
    }
  }
  return result;
}

std::vector<Literal> decimals() {
  std::mt19937_64 random(kInlineSeed + 1);
  std::vector<Literal> result;
  std::vector<std::string> wholes = {"", "0", "1", "12", "4503599627", "4503599628", "99999999999", "1000000"};
  std::vector<std::string> fractions = {"", "0", "5", "50", "000", "000001", "370495", "370496", "999999", "0000001"};
  for (int i = 0; i < 40; ++i) wholes.push_back(std::to_string(random() % 5000000000));
  for (int i = 0; i < 40; ++i) fractions.push_back(std::to_string(random() % 2000000));
  for (const std::string& whole : wholes) {
    for (const std::string& fraction : fractions) {
      for (const char* sign : {"", "+", "-"}) {
        for (const char* zeros : {"", "0", "00", "000"}) {
          for (const char* point : {"", "."}) {
            if (*point == 0 && !fraction.empty()) continue;
            result.push_back({Datatype::decimal, std::string(sign) + zeros + whole + point + fraction});
          }
        }
      }
    }
  }
  return result;
}

std::vector<std::string> spellings_of(double value) {
  std::vector<std::string> result;
  char text[400];
  for (const char* format : {"%.0f", "%.1f", "%.2f", "%.3f", "%.6f", "%e", "%E", "%g", "%.3g", "%.9g", "%.17g", "%.12e",
                             "%.13e", "%.1e", "%.2E", "%+g", "%+.2f"}) {
    if (std::abs(value) > 1e30 && format[std::char_traits<char>::length(format) - 1] == 'f') continue;
    std::snprintf(text, sizeof text, format, value);
    result.emplace_back(text);
    std::string variant(text);
    if (variant.starts_with("0.")) result.push_back(variant.substr(1));
    if (const auto plus = variant.find("e+"); plus != std::string::npos) result.push_back(variant.erase(plus + 1, 1));
  }
  result.push_back(double_lexical(value));
  result.push_back(float_lexical(static_cast<float>(value)));
  return result;
}

std::vector<Literal> floatings() {
  std::mt19937_64 random(kInlineSeed + 2);
  std::vector<double> values = {0.0,
                                0.1,
                                0.5,
                                1,
                                1.5,
                                10,
                                100,
                                12.5,
                                1e-5,
                                1e21,
                                1e22,
                                1e23,
                                9.999999999999e9,
                                5e-324,
                                2.2250738585072014e-308,
                                1.7976931348623157e308,
                                1e-45,
                                3.4028234663852886e38,
                                16777217,
                                0.30000000000000004,
                                123456789012.3,
                                1234567890123,
                                12345678901234,
                                999999999999.9};
  for (int i = 0; i < 300; ++i) {
    values.push_back(std::bit_cast<double>(random() & 0x7fff'ffff'ffff'ffff));
    values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random()) & 0x7fff'ffffu));
    values.push_back(static_cast<double>(random() % 100000) / 100);
    const float base = static_cast<float>(random() % 1000) / 10;
    values.push_back(base);
    values.push_back(std::nextafter(base, 1e9f));
    values.push_back(std::nextafter(double{base}, 1e9));
  }
  std::vector<Literal> result;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    for (const double signed_value : {value, -value}) {
      for (const std::string& text : spellings_of(signed_value)) {
        result.push_back({Datatype::double_number, text});
        result.push_back({Datatype::float_number, text});
      }
    }
  }
  for (const char* text : {"INF", "-INF", "+INF", "NaN", "1e999", "-1e999", "inf", "nan"}) {
    result.push_back({Datatype::double_number, text});
    result.push_back({Datatype::float_number, text});
  }
  return result;
}

std::vector<Literal> dates_and_times() {
  std::mt19937_64 random(kInlineSeed + 3);
  std::vector<Literal> result;
  for (const char* day :
       {"2000-01-01", "1999-12-31", "2000-02-29", "1970-01-01", "1969-12-31", "0001-01-01", "0000-03-01", "-0000-03-01",
        "-0001-12-31", "-6949-06-01", "-6950-06-01", "10889-01-01", "10890-01-01", "99999999999-12-31", "2001-02-29"}) {
    for (const char* zone : {"", "Z", "+00:00", "-00:00", "+14:00", "-14:00", "+05:30", "+05:45", "-00:15", "+05:31"}) {
      result.push_back({Datatype::date, std::string(day) + zone});
      for (const char* time : {"00:00:00", "23:59:59", "24:00:00", "12:30:15"}) {
        for (const char* fraction : {"", ".0", ".00", ".000", ".5", ".50", ".500", ".123", ".999", ".0005", ".1230"}) {
          result.push_back({Datatype::date_time, std::string(day) + "T" + time + fraction + zone});
        }
      }
    }
  }
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t range = 600'000'000'000;
    const Instant instant{static_cast<std::int64_t>(random() % range) - range / 2, random() % 2 ? "25" : ""};
    DateTime value = date_time_at(instant, static_cast<int>(random() % 113 * 15) - 840);
    if (random() % 4 == 0) value.zone_minutes.reset();
    result.push_back({Datatype::date_time, to_lexical(value)});
    result.push_back({Datatype::date, to_lexical(*cast_date_time(value, Datatype::date))});
  }
  return result;
}

std::vector<Literal> all_literals() {
  std::vector<Literal> result;
  for (const auto& some : {integers(), decimals(), floatings(), dates_and_times()}) {
    result.insert(result.end(), some.begin(), some.end());
  }
  for (const char* text : {"true", "false", "0", "1", "TRUE", ""}) result.push_back({Datatype::boolean, text});
  return result;
}

// The order of values within a kind, by other means than the code under test.
bool value_less(const Literal& a, const Literal& b) {
  if (is_temporal(a.type))
    return instant_of(*parse_date_time(a.type, a.text)) < instant_of(*parse_date_time(b.type, b.text));
  if (a.type == Datatype::boolean) return (a.text == "false" || a.text == "0") && (b.text == "true" || b.text == "1");
  if (a.type == Datatype::decimal || is_integer(a.type)) return Decimal::parse(a.text) < Decimal::parse(b.text);
  const auto value = [](const Literal& x) {
    return x.type == Datatype::float_number ? double{*parse_float(x.text)} : *parse_double(x.text);
  };
  const double x = value(a);
  const double y = value(b);
  return std::isnan(y) ? !std::isnan(x) : x < y;
}

}  // namespace

TEST(InlineTerm, LexicalFormsComeBackAndDifferentTermsHaveDifferentHuris) {
  SCOPED_TRACE(kInlineSeed);
  std::map<std::uint64_t, std::string> seen;
  std::size_t inlined = 0;
  for (const Literal& literal : all_literals()) {
    const auto found = inline_huri(literal.view());
    EXPECT_EQ(in_vocabulary(literal_kind(literal.view())), !found) << printed(literal);
    if (!found) continue;
    ++inlined;
    ASSERT_TRUE(is_inline(*found)) << printed(literal);
    std::string text;
    append_lexical(text, *found);
    ASSERT_EQ(text, literal.text) << printed(literal);
    ASSERT_EQ(inline_datatype(*found), datatype_iri(literal.type)) << printed(literal);
    const auto [at, added] = seen.emplace(found->bits(), printed(literal));
    ASSERT_TRUE(added || at->second == printed(literal)) << at->second << " and " << printed(literal);
  }
  EXPECT_GT(inlined, 20000u);
}

TEST(InlineTerm, OrderOfWordsIsOrderOfValues) {
  SCOPED_TRACE(kInlineSeed);
  std::map<HuriKind, std::vector<std::pair<Huri, Literal>>> kinds;
  for (const Literal& literal : all_literals()) {
    if (const auto found = inline_huri(literal.view())) kinds[found->kind()].emplace_back(*found, literal);
  }
  EXPECT_EQ(kinds.size(), 6u);
  for (auto& [kind, terms] : kinds) {
    std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 1; i < terms.size(); ++i) {
      ASSERT_FALSE(value_less(terms[i].second, terms[i - 1].second))
          << printed(terms[i - 1].second) << " is before " << printed(terms[i].second);
    }
  }
}

TEST(InlineTerm, CommonSpellingsAreInline) {
  for (const char* text : {"1.5E0", "1.5", "1.5e0", "1", "INF", "-INF", "NaN", "-0.0", "0.0E0", "12.50", "1e-05",
                           "3.14159", "0.1", "1.73736e+09", "12.500000", "1.500000e+00", "100", "1e21", "-.5"}) {
    huri(Datatype::double_number, text);
  }
  for (const char* text : {"1.5E0", "1.5", "1", "48.8567", "0.1", "3.4028235E38", "-1e-45", "NaN"}) {
    huri(Datatype::float_number, text);
  }
  for (const char* text : {"0.5", ".5", "-.5", "12.", "+1.5", "12.50", "007.5", "-0.0", "1339000000"}) {
    huri(Datatype::decimal, text);
  }
  for (const char* text : {"0", "-0", "+5", "000005", "-2251799813685248"}) huri(Datatype::integer, text);
}

TEST(InlineTerm, WhatHasNoCodeGoesToTheVocabulary) {
  EXPECT_EQ(kind(Datatype::integer, "2251799813685248"), HuriKind::number);
  EXPECT_EQ(kind(Datatype::integer, "0000001"), HuriKind::number);
  EXPECT_EQ(kind(Datatype::integer, "+05"), HuriKind::number);
  EXPECT_EQ(kind(Datatype::decimal, "0.1234567"), HuriKind::number);
  EXPECT_EQ(kind(Datatype::double_number, "0.30000000000000004"), HuriKind::number);
  EXPECT_EQ(kind(Datatype::double_number, "1e999"), HuriKind::number);
  EXPECT_EQ(kind(Datatype::double_number, "00.5"), HuriKind::number);
  EXPECT_EQ(kind(Datatype::date_time, "2000-01-01T00:00:00.0001"), HuriKind::temporal);
  EXPECT_EQ(kind(Datatype::date_time, "2000-01-01T00:00:00+05:31"), HuriKind::temporal);
  EXPECT_EQ(kind(Datatype::date_time, "20000-01-01T00:00:00"), HuriKind::temporal);
  EXPECT_EQ(kind(Datatype::g_year, "2000"), HuriKind::temporal);
  EXPECT_EQ(kind(Datatype::time, "00:00:00"), HuriKind::temporal);
}

TEST(InlineTerm, InvalidFormsAreTypedText) {
  EXPECT_EQ(kind(Datatype::byte_integer, "300"), HuriKind::typed);
  EXPECT_EQ(kind(Datatype::integer, "abc"), HuriKind::typed);
  EXPECT_EQ(kind(Datatype::decimal, "1e5"), HuriKind::typed);
  EXPECT_EQ(kind(Datatype::double_number, "inf"), HuriKind::typed);
  EXPECT_EQ(kind(Datatype::boolean, "TRUE"), HuriKind::typed);
  EXPECT_EQ(kind(Datatype::date_time, "2001-02-29T00:00:00"), HuriKind::typed);
  EXPECT_EQ(kind(Datatype::g_year, "20"), HuriKind::typed);
  EXPECT_EQ(kind(Datatype::language_string, "no language"), HuriKind::typed);
}

TEST(InlineTerm, OtherTermsHaveTheirKinds) {
  EXPECT_EQ(literal_kind(TermView::iri("urn:x")), HuriKind::iri);
  EXPECT_EQ(literal_kind(TermView::blank("x")), HuriKind::blank);
  EXPECT_EQ(literal_kind(TermView::string("1")), HuriKind::string);
  EXPECT_EQ(literal_kind(TermView::language_string("a", "en")), HuriKind::language_string);
  EXPECT_EQ(literal_kind(TermView::literal("a", "urn:datatype")), HuriKind::typed);
}

TEST(InlineValue, ValuesAreReadOffTheWord) {
  EXPECT_EQ(integer_value(huri(Datatype::byte_integer, "-0128")), -128);
  EXPECT_EQ(integer_type(huri(Datatype::byte_integer, "-0128")), Datatype::byte_integer);
  EXPECT_EQ(decimal_micros(huri(Datatype::decimal, "-.50")), -500000);
  EXPECT_EQ(floating_value(huri(Datatype::double_number, "0.1")), 0.1);
  EXPECT_EQ(floating_value(huri(Datatype::float_number, "0.1")), double{0.1f});
  EXPECT_TRUE(is_float(huri(Datatype::float_number, "0.1")));
  EXPECT_FALSE(is_float(huri(Datatype::double_number, "0.1")));
  EXPECT_TRUE(std::signbit(floating_value(huri(Datatype::double_number, "-0"))));
  EXPECT_TRUE(boolean_value(huri(Datatype::boolean, "1")));
  EXPECT_FALSE(boolean_value(huri(Datatype::boolean, "0")));
  EXPECT_EQ(date_time_ms(huri(Datatype::date_time, "1970-01-01T01:00:00.5+01:00")), 500);
  EXPECT_TRUE(has_zone(huri(Datatype::date_time, "1970-01-01T01:00:00-00:00")));
  EXPECT_FALSE(has_zone(huri(Datatype::date, "1970-01-01")));
  EXPECT_TRUE(has_zone(huri(Datatype::date, "1970-01-01Z")));
}

TEST(InlineValue, ComputedValuesAreSpelledCanonically) {
  const auto text = [](std::optional<Huri> huri) {
    std::string out;
    append_lexical(out, huri.value());
    return out;
  };
  EXPECT_EQ(text(inline_integer(-42)), "-42");
  EXPECT_EQ(text(inline_decimal(*Decimal::parse("2.50"))), "2.5");
  EXPECT_EQ(text(inline_decimal(*Decimal::parse("3"))), "3");
  EXPECT_EQ(text(inline_double(100)), "1.0E2");
  EXPECT_EQ(text(inline_float(0.1f)), "1.0E-1");
  EXPECT_EQ(text(inline_double(-std::numeric_limits<double>::infinity())), "-INF");
  EXPECT_EQ(text(inline_boolean(true)), "true");
  EXPECT_FALSE(inline_integer(std::int64_t{1} << 60));
  EXPECT_FALSE(inline_double(1.0 / 3));
  EXPECT_EQ(double_lexical(1.0 / 3), "3.333333333333333E-1");
}

TEST(InlineFloat, EveryFloatOfManyHasAHuri) {
  std::mt19937_64 random(kInlineSeed);
  for (int i = 0; i < 100000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isnan(value)) continue;
    const auto found = inline_float(value);
    ASSERT_TRUE(found) << value;
    ASSERT_EQ(floating_value(*found), double{value});
  }
}

}  // namespace quadrille
