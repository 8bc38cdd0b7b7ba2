#include "dictionary/term_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/number_lexical.hpp"

namespace quadrille {

namespace {

Term literal(std::string_view text, Datatype type) {
  return Term(TermView::literal(text, datatype_iri(type)));
}

std::string key(HuriKind kind, const Term& term) {
  std::string out;
  append_key(out, kind, term.view());
  return out;
}

// Keys of numbers and temporals are defined for every valid form, inline or not, so the tests do not distinguish them.
void expect_ordered(HuriKind kind, const std::vector<Term>& ascending) {
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    const std::string this_key = key(kind, ascending[i]);
    EXPECT_EQ(from_key(kind, this_key), ascending[i].view()) << to_ntriples(ascending[i].view());
    if (i == 0) continue;
    EXPECT_LT(key(kind, ascending[i - 1]), this_key)
        << to_ntriples(ascending[i - 1].view()) << " < " << to_ntriples(ascending[i].view());
  }
}

}  // namespace

TEST(TermKey, TextsAreTheirOwnKeys) {
  std::string buffer;
  const TermView iri = TermView::iri("http://a/b");
  EXPECT_EQ(key_of(HuriKind::iri, iri, buffer).data(), iri.text.data());
  EXPECT_EQ(from_key(HuriKind::iri, "http://a/b"), iri);
  EXPECT_EQ(from_key(HuriKind::string, std::string_view("a\0b", 3)), TermView::string(std::string_view("a\0b", 3)));
}

TEST(TermKey, LanguageStringsSortByTagThenText) {
  std::vector<Term> terms;
  for (const char* tag : {"de", "en", "en-gb", "fr"}) {
    for (const char* text : {"", "a", "b", "\xc3\xa4"}) terms.emplace_back(TermView::language_string(text, tag));
  }
  expect_ordered(HuriKind::language_string, terms);
}

TEST(TermKey, TypedLiteralsSortByDatatypeThenText) {
  std::vector<Term> terms;
  for (const char* datatype : {"urn:a", "urn:a1", "urn:b"}) {
    for (const char* text : {"", "1", "10", "2"}) terms.emplace_back(TermView::literal(text, datatype));
  }
  expect_ordered(HuriKind::typed, terms);
}

TEST(TermKey, NumbersSortByValueThenDatatypeThenText) {
  expect_ordered(HuriKind::number, {
                                       literal("-INF", Datatype::double_number),
                                       literal("-1" + std::string(400, '0'), Datatype::integer),
                                       literal("-1e308", Datatype::double_number),
                                       literal("-12345678901234567890.5", Datatype::decimal),
                                       literal("-12345678901234567890", Datatype::integer),
                                       literal("-1.01", Datatype::decimal),
                                       literal("-1.001", Datatype::decimal),
                                       literal("-1", Datatype::integer),
                                       literal("-0." + std::string(300, '0') + "1", Datatype::decimal),
                                       literal("-5e-324", Datatype::double_number),
                                       literal("-0", Datatype::integer),
                                       literal("00", Datatype::integer),
                                       literal("0.0", Datatype::decimal),
                                       literal("-0.000", Datatype::float_number),
                                       literal("5e-324", Datatype::double_number),
                                       literal("0." + std::string(200, '0') + "1", Datatype::decimal),
                                       literal("0.1", Datatype::decimal),
                                       literal("0.1", Datatype::double_number),
                                       literal("0.1", Datatype::float_number),
                                       literal("1", Datatype::integer),
                                       literal("1", Datatype::byte_integer),
                                       literal("1", Datatype::decimal),
                                       literal("1.0", Datatype::decimal),
                                       literal("1.001", Datatype::decimal),
                                       literal("1.01", Datatype::decimal),
                                       literal("10", Datatype::integer),
                                       literal("1e308", Datatype::double_number),
                                       literal("1" + std::string(400, '0'), Datatype::integer),
                                       literal("1e999", Datatype::double_number),
                                       literal("INF", Datatype::double_number),
                                       literal("NaN", Datatype::double_number),
                                   });
}

TEST(TermKey, TemporalsSortByDatatypeThenInstantThenZone) {
  expect_ordered(HuriKind::temporal, {
                                         literal("-20000-01-01T00:00:00", Datatype::date_time),
                                         literal("2000-01-01T00:00:00.00000000001Z", Datatype::date_time),
                                         literal("2000-01-01T00:00:00.01", Datatype::date_time),
                                         literal("2000-01-01T00:00:00.01-00:01", Datatype::date_time),
                                         literal("2000-01-01T02:00:00+00:01", Datatype::date_time),
                                         literal("1000-01-01+00:01", Datatype::date),
                                         literal("00:00:00", Datatype::time),
                                         literal("00:00:00Z", Datatype::time),
                                         literal("24:00:00Z", Datatype::time),
                                         literal("1999", Datatype::g_year),
                                         literal("2000", Datatype::g_year),
                                         literal("--02-29", Datatype::g_month_day),
                                         literal("---01", Datatype::g_day),
                                     });
}

TEST(TermKey, RandomNumbersAgreeWithTheirValues) {
  const std::uint64_t seed = 99;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  std::vector<Term> terms;
  for (int i = 0; i < 400; ++i) {
    std::string text = random() % 2 ? "-" : "";
    const std::size_t length = random() % 40 + 1;
    const std::size_t point = random() % 40;
    for (std::size_t j = 0; j < length; ++j) {
      if (j == point) text += '.';
      text += static_cast<char>(random() % 3 ? '0' + random() % 10 : '0');
    }
    terms.push_back(literal(text, Datatype::decimal));
    const auto value = std::bit_cast<double>(random());
    if (std::isfinite(value)) terms.push_back(literal(double_lexical(value), Datatype::double_number));
    terms.push_back(literal(double_lexical(static_cast<double>(random() % 1000) / 100), Datatype::double_number));
  }
  const auto value = [](const Term& term) {
    if (term.datatype == iri::kXsdDouble) return *Decimal::from_double(*parse_double(term.text));
    return *Decimal::parse(term.text);
  };
  for (const Term& a : terms) {
    EXPECT_EQ(from_key(HuriKind::number, key(HuriKind::number, a)), a.view());
    for (int i = 0; i < 50; ++i) {
      const Term& b = terms[random() % terms.size()];
      const auto by_value = value(a) <=> value(b);
      const auto by_key = key(HuriKind::number, a) <=> key(HuriKind::number, b);
      if (by_value != 0) {
        EXPECT_EQ(by_key, by_value) << a.text << " " << b.text;
      } else {
        EXPECT_EQ(by_key == 0, a == b) << a.text << " " << b.text;
      }
    }
  }
}

TEST(TermKey, BoundsOfAValueEncloseItsKeys) {
  std::string first;
  append_number_value(first, *Decimal::parse("-1.5"));
  const std::string last = first + kAfterValue;
  for (const Datatype type : {Datatype::decimal, Datatype::float_number, Datatype::double_number}) {
    const std::string inside = key(HuriKind::number, literal("-1.50", type));
    EXPECT_LE(first, inside);
    EXPECT_LT(inside, last);
  }
  EXPECT_LT(key(HuriKind::number, literal("-1.51", Datatype::decimal)), first);
  EXPECT_GT(key(HuriKind::number, literal("-1.49", Datatype::decimal)), last);
}

TEST(TermKey, WhatCannotBeAKeyIsAnErrorOfTheUser) {
  std::string out;
  const auto datatype = TermView::literal("x", std::string_view("urn:\0", 5));
  EXPECT_THROW(append_key(out, HuriKind::typed, datatype), Error);
  EXPECT_THROW(from_key(HuriKind::typed, "no separator"), Error);
  EXPECT_THROW(from_key(HuriKind::number, std::string_view("\4\200\1", 3)), Error);
  EXPECT_THROW(from_key(HuriKind::temporal, "\x14"), Error);
}

}  // namespace quadrille
