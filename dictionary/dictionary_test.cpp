#include "dictionary/dictionary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/testing/promoted_order.hpp"
#include "dictionary/vocabulary_builder.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kSeed = 4242;

std::string random_text(std::mt19937_64& random) {
  static constexpr const char* kPieces[] = {"a", "b", "-", "1", "\xc3\xa9", "\n", "the quick brown fox ", ""};
  std::string text;
  for (std::uint64_t length = random() % 6; length > 0; --length) text += kPieces[random() % std::size(kPieces)];
  return text;
}

Term random_term(std::mt19937_64& random) {
  static constexpr const char* kNumbers[] = {
      "5", "-0", "007", "300", "12.50", "0.1234567", "1e5", "0.30000000000000004", "NaN", "99999999999999999999", "x"};
  static constexpr const char* kTimes[] = {"2000-01-01T00:00:00Z",       "2000-01-01", "2000", "00:00:00",
                                           "2000-01-01T00:00:00.123456", "--02-30"};
  switch (random() % 7) {
    case 0:
      return Term(TermView::iri("http://example.org/" + random_text(random)));
    case 1:
      return Term(TermView::string(random_text(random)));
    case 2:
      return Term(TermView::language_string(random_text(random), random() % 2 ? "en" : "en-gb"));
    case 3:
      return Term(TermView::literal(random_text(random), random() % 2 ? "urn:a" : "urn:b"));
    case 4:
      return Term(TermView::literal(std::to_string(random() % 100000), iri::kXsdInteger));
    case 5:
      return Term(TermView::literal(kNumbers[random() % std::size(kNumbers)],
                                    datatype_iri(static_cast<Datatype>(4 + random() % 16))));
    default:
      return Term(TermView::literal(kTimes[random() % std::size(kTimes)],
                                    datatype_iri(static_cast<Datatype>(20 + random() % 8))));
  }
}

// A base of these terms, in parts of a few hundred.
class Base {
 public:
  explicit Base(const std::vector<Term>& terms, std::uint64_t first_rank = 0) {
    std::map<HuriKind, std::set<std::string>> keys;
    for (const Term& term : terms) {
      const TermPlace place = place_of(term.view());
      if (place.inlined) continue;
      std::string key;
      append_key(key, place.kind, term.view());
      keys[place.kind].insert(key);
    }
    std::vector<std::pair<HuriKind, std::string>> all;
    for (const auto& [kind, texts] : keys) {
      for (const std::string& text : texts) all.emplace_back(kind, text);
    }
    VocabularyBuilder::FirstRanks ranks;
    ranks.fill(first_rank);
    for (std::size_t first = 0; first < all.size(); first += 300) {
      std::string& part = parts_.emplace_back();
      VocabularyBuilder builder([&](std::string_view bytes) { part += bytes; }, ranks);
      for (std::size_t i = first; i < std::min(first + 300, all.size()); ++i) {
        ++ranks[static_cast<std::size_t>(all[i].first)];
        builder.add(all[i].first, all[i].second);
      }
      builder.finish();
    }
    std::vector<VocabularyView> views;
    for (const std::string& part : parts_) {
      views.emplace_back(std::as_bytes(std::span(part)), "part " + std::to_string(views.size()));
    }
    vocabulary_ = Vocabulary(std::move(views));
  }

  Dictionary dictionary() const { return Dictionary(vocabulary_); }

 private:
  std::vector<std::string> parts_;
  Vocabulary vocabulary_;
};

std::vector<Term> random_terms(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::vector<Term> terms;
  for (std::size_t i = 0; i < count; ++i) terms.push_back(random_term(random));
  return terms;
}

}  // namespace

// Ranks that begin at 0, and ranks across 2^32.
class Dictionaries : public ::testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(FirstRanks, Dictionaries, ::testing::Values(0, (std::uint64_t{1} << 32) - 300));

TEST_P(Dictionaries, TheTermOfTheHuriOfATermIsTheTerm) {
  SCOPED_TRACE(kSeed);
  const std::vector<Term> terms = random_terms(kSeed, 8000);
  const Base base(terms, GetParam());
  const Dictionary dictionary = base.dictionary();
  std::map<Huri, Term> seen;
  for (const Term& term : terms) {
    const Huri huri = dictionary.find(term.view());
    ASSERT_TRUE(dictionary.holds(huri)) << to_ntriples(term.view());
    ASSERT_EQ(huri.kind(), literal_kind(term.view()));
    ASSERT_EQ(dictionary.term(huri), term);
    EXPECT_EQ(seen.emplace(huri, term).first->second, term);
  }
}

TEST_P(Dictionaries, BatchesAnswerLikeSingleCalls) {
  SCOPED_TRACE(kSeed);
  const Base base(random_terms(kSeed, 4000), GetParam());
  const Dictionary dictionary = base.dictionary();
  const std::vector<Term> asked = random_terms(kSeed + 1, 5000);  // some of them are there, many twice
  std::vector<TermView> views;
  for (const Term& term : asked) views.push_back(term.view());
  views.push_back(TermView::blank("b1"));
  std::vector<Huri> huris(views.size());
  dictionary.find(views, huris);
  std::size_t found = 0;
  for (std::size_t i = 0; i < views.size(); ++i) {
    EXPECT_EQ(huris[i], dictionary.find(views[i]));
    found += !huris[i].is_unbound();
  }
  EXPECT_GT(found, 1000u);
  EXPECT_LT(found, views.size());

  huris.push_back(Huri::make(HuriKind::blank, 12));
  huris.push_back(Huri::make_volatile(HuriKind::string, 0));
  huris.push_back(Huri::make(HuriKind::iri, 1'000'000));
  huris.push_back(kDefaultGraph);
  const TermView untouched = TermView::string("untouched");
  std::vector<TermView> back(huris.size(), untouched);
  TextArena arena;
  dictionary.terms(huris, arena, back);
  for (std::size_t i = 0; i < huris.size(); ++i) {
    EXPECT_EQ(back[i], dictionary.holds(huris[i]) ? dictionary.term(huris[i]).view() : untouched);
  }
}

TEST(Dictionary, BlankNodesPrintTheirCounter) {
  const Vocabulary nothing;
  const Dictionary dictionary(nothing);
  EXPECT_EQ(dictionary.term(Huri::make(HuriKind::blank, 42)), Term(TermView::blank("b42")));
  EXPECT_EQ(dictionary.term(Huri::make(HuriKind::blank, 4'294'967'298)), Term(TermView::blank("b4294967298")));
  EXPECT_EQ(dictionary.term(Huri::make(HuriKind::blank, Huri::kPayloadMask)),
            Term(TermView::blank("b576460752303423487")));
  EXPECT_TRUE(dictionary.find(TermView::blank("b42")).is_unbound());
  EXPECT_FALSE(dictionary.holds(kUnbound));
}

TEST_P(Dictionaries, RangesOfAComparisonSelectWhatComparesSo) {
  SCOPED_TRACE(kSeed);
  const std::vector<Term> terms = random_terms(kSeed + 2, 3000);
  const Base base(terms, GetParam());
  const Dictionary dictionary = base.dictionary();
  const NumericValue five = NumericValue::decimal(*Decimal::parse("5.0"));
  const auto ranges = dictionary.ranges_of(Comparison::less_or_equal, five);
  for (std::size_t i = 1; i < ranges.size(); ++i) EXPECT_LT(ranges[i - 1].last, ranges[i].first);
  std::size_t selected = 0;
  for (const Term& term : terms) {
    const Huri huri = dictionary.find(term.view());
    const bool inside =
        std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) { return range.contains(huri); });
    const auto value = numeric_value(term.view());
    EXPECT_EQ(inside, value && testing::compare(*value, five) <= 0) << to_ntriples(term.view());
    selected += inside;
  }
  EXPECT_GT(selected, 10u);
}

}  // namespace quadrille
