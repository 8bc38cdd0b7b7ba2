#include "query/expression/value.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "dictionary/inline_term.hpp"
#include "query/expression/testing/calculator.hpp"
#include "query/expression/testing/test_dictionary.hpp"

namespace quadrille::query {
namespace {

constexpr std::string_view kTerms[] = {
    ":a",
    R"("")",
    R"("text")",
    R"("text"@en-gb)",
    "1",
    R"("007"^^xsd:integer)",
    R"("-0"^^xsd:nonPositiveInteger)",
    R"("255"^^xsd:unsignedByte)",
    "99999999999999999999999",
    "1.50",
    R"("123456789012345678901234567890.123456789"^^xsd:decimal)",
    "1e3",
    R"("0.30000000000000004"^^xsd:double)",
    R"("NaN"^^xsd:double)",
    R"("1.5"^^xsd:float)",
    "true",
    R"("0"^^xsd:boolean)",
    R"("2024-02-29T12:00:00Z"^^xsd:dateTime)",
    R"("2024-02-29T12:00:00.25+05:30"^^xsd:dateTime)",
    R"("2024-02-29T24:00:00"^^xsd:dateTime)",
    R"("2024-02-29T12:00:00.123456789012Z"^^xsd:dateTime)",
    R"("2024-02-29"^^xsd:date)",
    R"("12:00:00-08:00"^^xsd:time)",
    R"("2024"^^xsd:gYear)",
    R"("--02-29"^^xsd:gMonthDay)",
    R"("x"^^:unknown)",
    R"("300"^^xsd:byte)",
    R"("2024-02-30"^^xsd:date)",
};

TEST(Value, ATermComesOutAsItWentIn) {
  std::pmr::monotonic_buffer_resource arena;
  for (const std::string_view text : kTerms) {
    const Term term = parse_term(text);
    EXPECT_EQ(to_term(Value::from_term(term.view(), arena)), term) << text;
    if (const auto huri = inline_huri(term.view())) {
      EXPECT_EQ(to_term(Value::from_huri(*huri, arena)), term) << text;
      EXPECT_EQ(Value::from_huri(*huri, arena).huri(), *huri) << text;
    }
  }
}

TEST(Value, FromTermAndFromHuriAgree) {
  std::pmr::monotonic_buffer_resource arena;
  for (const std::string_view text : kTerms) {
    const Term term = parse_term(text);
    const auto huri = inline_huri(term.view());
    if (!huri) continue;
    const Value a = Value::from_term(term.view(), arena);
    const Value b = Value::from_huri(*huri, arena);
    EXPECT_EQ(a.kind(), b.kind()) << text;
    EXPECT_EQ(a.datatype(), b.datatype()) << text;
    EXPECT_EQ(canonical_form(a), canonical_form(b)) << text;
    if (a.kind() == ValueKind::temporal) {
      EXPECT_EQ(a.instant_seconds(), b.instant_seconds()) << text;
      EXPECT_EQ(a.instant_fraction(), b.instant_fraction()) << text;
      EXPECT_EQ(a.has_zone(), b.has_zone()) << text;
      EXPECT_EQ(a.as_date_time(), b.as_date_time()) << text;
    }
  }
}

TEST(Value, HurisOfTheVocabularyWaitForTheirText) {
  std::pmr::monotonic_buffer_resource arena;
  const std::pair<HuriKind, ValueKind> kinds[] = {
      {HuriKind::iri, ValueKind::iri},       {HuriKind::string, ValueKind::string},
      {HuriKind::number, ValueKind::unread}, {HuriKind::language_string, ValueKind::language_string},
      {HuriKind::typed, ValueKind::unread},  {HuriKind::temporal, ValueKind::unread},
  };
  for (const auto& [kind, expected] : kinds) {
    for (const Huri huri : {Huri::make(kind, 5), Huri::make_volatile(kind, 5)}) {
      const Value value = Value::from_huri(huri, arena);
      EXPECT_EQ(value.kind(), expected);
      EXPECT_FALSE(value.has_text());
      EXPECT_EQ(value.huri(), huri);
    }
  }
  EXPECT_TRUE(Value::from_huri(kUnbound, arena).is_unbound());
}

TEST(Value, IllTypedLiteralsHaveNoValue) {
  std::pmr::monotonic_buffer_resource arena;
  for (const std::string_view text :
       {R"("300"^^xsd:byte)", R"("abc"^^xsd:integer)", R"("2024-02-30"^^xsd:date)", R"("yes"^^xsd:boolean)",
        R"("1,5"^^xsd:double)", R"("-1"^^xsd:positiveInteger)"}) {
    const Term term = parse_term(text);
    EXPECT_EQ(Value::from_term(term.view(), arena).kind(), ValueKind::typed) << text;
    EXPECT_EQ(Value::from_term(term.view(), arena).datatype_iri(), term.datatype) << text;
  }
}

TEST(Value, ComputedNumbersHaveCanonicalForms) {
  std::pmr::monotonic_buffer_resource arena;
  EXPECT_EQ(to_text(Value::integer(-5)), "-5");
  EXPECT_EQ(to_text(Value::double_number(100)), "1.0E2");
  EXPECT_EQ(to_text(Value::decimal(Decimal::from_scaled(1250, 2), arena)), "12.5");
  EXPECT_EQ(to_text(Value::boolean(false)), "false");
  const Decimal longer = *Decimal::parse("0." + std::string(70'000, '3'));
  EXPECT_EQ(Value::decimal(longer, arena).as_decimal(), longer);
}

TEST(Value, AComputedNumberHasTheHuriOfItsTerm) {
  std::pmr::monotonic_buffer_resource arena;
  const Value values[] = {Value::integer(0),
                          Value::integer(-7),
                          Value::integer(std::int64_t{1} << 60),
                          Value::decimal(Decimal::from_scaled(125, 1), arena),
                          Value::decimal(Decimal(3), arena),
                          Value::decimal(Decimal::from_scaled(1, 9), arena),
                          Value::double_number(0.1),
                          Value::double_number(100),
                          Value::double_number(-0.0),
                          Value::double_number(1.0 / 3),
                          Value::double_number(std::numeric_limits<double>::infinity()),
                          Value::float_number(0.1f),
                          Value::float_number(std::numeric_limits<float>::quiet_NaN()),
                          Value::boolean(true)};
  for (const Value& value : values)
    EXPECT_EQ(computed_huri(value), inline_huri(to_term(value).view())) << to_text(value);
  EXPECT_EQ(computed_huri(Value::string("1")), std::nullopt);
}

TEST(Value, ACopyNeedsNothingOfTheOriginal) {
  for (const std::string_view text : kTerms) {
    const Term term = parse_term(text);
    std::vector<std::byte> place;
    Value copy;
    {
      std::pmr::monotonic_buffer_resource arena;
      const Term gone = term;
      const Value value = Value::from_term(gone.view(), arena);
      place.resize(value.kept_bytes());
      std::pmr::monotonic_buffer_resource kept(place.data(), place.size(), std::pmr::null_memory_resource());
      copy = value.copied_to(kept);
    }
    EXPECT_EQ(to_term(copy), term) << text;
  }
}

}  // namespace
}  // namespace quadrille::query
