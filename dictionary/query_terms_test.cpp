#include "dictionary/query_terms.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille {

namespace {
constexpr ImageId kImage{7};
}

TEST(QueryTerms, TermsComeBack) {
  QueryTerms terms(kImage);
  const TermView all[] = {
      TermView::iri("urn:a"),
      TermView::string("urn:a"),
      TermView::string(""),
      TermView::language_string("urn:a", "en"),
      TermView::language_string("urn:a", "en-gb"),
      TermView::literal("urn:a", "urn:datatype"),
      TermView::literal("300", "http://www.w3.org/2001/XMLSchema#byte"),
      TermView::literal("0.30000000000000004", iri::kXsdDouble),
      TermView::literal("2000", "http://www.w3.org/2001/XMLSchema#gYear"),
  };
  std::map<Huri, TermView> seen;
  for (const TermView term : all) {
    const Huri huri = terms.intern(term);
    EXPECT_TRUE(is_query_term(huri));
    EXPECT_EQ(huri.kind(), literal_kind(term));
    EXPECT_EQ(volatile_image(huri), kImage);
    EXPECT_EQ(terms.term(huri), term);
    EXPECT_TRUE(seen.emplace(huri, term).second);
  }
  for (const TermView term : all) EXPECT_EQ(terms.term(terms.intern(term)), term);
  EXPECT_EQ(terms.size(), std::size(all));
}

TEST(QueryTerms, InlineTermsStayInline) {
  QueryTerms terms(kImage);
  EXPECT_EQ(terms.intern(TermView::literal("5", iri::kXsdInteger)), inline_integer(5));
  EXPECT_EQ(terms.size(), 0u);
}

TEST(QueryTerms, FreshBlankNodesAreNew) {
  QueryTerms terms(kImage);
  const Huri a = terms.fresh_blank();
  const Huri b = terms.fresh_blank();
  EXPECT_NE(a, b);
  EXPECT_TRUE(a.is_blank());
  EXPECT_EQ(terms.term(b), TermView::blank("q7_1"));
  EXPECT_THROW(terms.intern(TermView::blank("x")), Error);
}

TEST(QueryTerms, OthersTermsAreNotHeld) {
  QueryTerms terms(kImage);
  QueryTerms others(ImageId{8});
  const Huri mine = terms.intern(TermView::string("a"));
  const Huri theirs = others.intern(TermView::string("a"));
  EXPECT_NE(mine, theirs);
  EXPECT_FALSE(terms.holds(theirs));
  EXPECT_FALSE(terms.holds(Huri::make(HuriKind::string, 0)));
  EXPECT_FALSE(terms.holds(Huri::make_volatile(HuriKind::string, 0)));
  EXPECT_TRUE(is_delta_term(Huri::make_volatile(HuriKind::string, 0)));
}

TEST(QueryTerms, AnswersLikeAMap) {
  const std::uint64_t seed = 11;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  QueryTerms terms(kImage);
  std::map<std::string, Huri> expected;
  for (int i = 0; i < 20000; ++i) {
    const std::string text =
        "term" + std::to_string(random() % 5000) + std::string(random() % 3000 == 0 ? 100000 : 0, 'x');
    const Huri huri = terms.intern(TermView::string(text));
    EXPECT_EQ(expected.emplace(text, huri).first->second, huri);
  }
  for (const auto& [text, huri] : expected) ASSERT_EQ(terms.term(huri), TermView::string(text));
  EXPECT_EQ(terms.size(), expected.size());
}

TEST(QueryTerms, TheBudgetStopsGrowthAndLosesNothing) {
  std::size_t left = 100'000;
  QueryTerms terms(kImage, [&](std::size_t bytes) {
    if (bytes > left) fail(ErrorKind::memory, "the query's memory is used up");
    left -= bytes;
  });
  std::vector<Huri> huris;
  try {
    for (int i = 0; i < 100'000; ++i) huris.push_back(terms.intern(TermView::string("text " + std::to_string(i))));
    FAIL() << "the budget was not asked";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
  }
  EXPECT_GT(huris.size(), 300u);
  EXPECT_EQ(terms.bytes(), 100'000 - left);
  for (std::size_t i = 0; i < huris.size(); ++i) {
    EXPECT_EQ(terms.term(huris[i]).text, "text " + std::to_string(i));
    EXPECT_EQ(terms.intern(TermView::string("text " + std::to_string(i))), huris[i]);
  }
}

}  // namespace quadrille
