#include "dictionary/delta_interner.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/vocabulary_builder.hpp"
#include "dictionary/volatile_huri.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

constexpr int kBaseTerms = 100;

std::string base_text(int number) {
  return "urn:base" + std::to_string(1000 + number);
}

// A base of kBaseTerms IRIs, whole on every image, and an empty delta vocabulary.
class DeltaInternerTest : public ::testing::Test {
 protected:
  DeltaInternerTest() : arena_(pgas::test_job().heap()) {
    VocabularyBuilder builder([this](std::string_view bytes) { part_ += bytes; }, {});
    for (int number = 0; number < kBaseTerms; ++number) builder.add(HuriKind::iri, base_text(number));
    builder.finish();
    std::vector<VocabularyView> views;
    views.emplace_back(std::as_bytes(std::span(part_)), "part");
    vocabulary_ = Vocabulary(std::move(views));
    delta_ = std::make_unique<DeltaVocabulary>(pgas::test_team(), arena_, 9);
    dictionary_ = std::make_unique<Dictionary>(vocabulary_, nullptr, nullptr, delta_.get());
    interner_ = std::make_unique<DeltaInterner>(pgas::test_team(), arena_, *dictionary_, *delta_);
  }
  ~DeltaInternerTest() override { pgas::test_team().barrier(); }

  std::vector<Huri> intern(const std::vector<Term>& terms) {
    std::vector<TermView> views;
    for (const Term& term : terms) views.push_back(term.view());
    std::vector<Huri> huris(terms.size());
    interner_->intern(views, huris);
    return huris;
  }

  pgas::QueryArena arena_;
  std::string part_;
  Vocabulary vocabulary_;
  std::unique_ptr<DeltaVocabulary> delta_;
  std::unique_ptr<Dictionary> dictionary_;
  std::unique_ptr<DeltaInterner> interner_;
};

Term random_term(std::mt19937_64& random) {
  const std::string text = std::to_string(random() % 700);
  switch (random() % 6) {
    case 0:
      return Term(TermView::iri(base_text(static_cast<int>(random() % kBaseTerms))));
    case 1:
      return Term(TermView::iri("urn:new" + text));
    case 2:
      return Term(TermView::string(text));
    case 3:
      return Term(TermView::language_string(text, "en"));
    case 4:
      return Term(TermView::literal(text, iri::kXsdInteger));
    default:
      return Term(TermView::literal(text, "urn:type"));
  }
}

TEST_F(DeltaInternerTest, GivesOneHuriToATermOverAllImagesAndBatches) {
  std::mt19937_64 random(99 + static_cast<std::uint64_t>(pgas::test_team().rank()));
  std::map<std::string, Huri> mine;
  for (const std::size_t size : {0, 1, 500, 2000, 3, 0, 1000}) {
    std::vector<Term> terms;
    const std::size_t count = pgas::test_team().rank() % 2 == 1 ? size / 2 : size;
    for (std::size_t i = 0; i < count; ++i) terms.push_back(random_term(random));
    const std::vector<Huri> huris = intern(terms);
    for (std::size_t i = 0; i < count; ++i) {
      const TermView term = terms[i].view();
      const auto inlined = inline_huri(term);
      const Huri stable = dictionary_->find(term);
      if (is_delta_term(huris[i])) {
        EXPECT_FALSE(inlined || !stable.is_unbound());
      } else {
        EXPECT_EQ(huris[i], inlined.value_or(stable));
      }
      EXPECT_EQ(mine.emplace(to_ntriples(term), huris[i]).first->second, huris[i]) << to_ntriples(term);
      if (dictionary_->holds(huris[i])) {
        EXPECT_EQ(dictionary_->term(huris[i]), terms[i]);
      }
    }
  }
  // All images together are one map, and different terms have different HURIs.
  std::string told;
  for (const auto& [name, huri] : mine) told += name + " " + std::to_string(huri.bits()) + "\n";
  std::map<std::string, std::string> huri_of_name, name_of_huri;
  for (const std::string& theirs : pgas::test_team().all_gather_bytes(told)) {
    for (std::size_t begin = 0; begin < theirs.size();) {
      const std::size_t end = theirs.find('\n', begin);
      const std::string line = theirs.substr(begin, end - begin);
      const std::string name = line.substr(0, line.rfind(' ')), huri = line.substr(line.rfind(' ') + 1);
      EXPECT_EQ(huri_of_name.emplace(name, huri).first->second, huri) << name;
      EXPECT_EQ(name_of_huri.emplace(huri, name).first->second, name) << huri;
      begin = end + 1;
    }
  }
}

TEST_F(DeltaInternerTest, NoTermsTakeNoExchange) {
  const std::uint64_t before = pgas::test_team().counters().collectives;
  intern({});
  EXPECT_LE(pgas::test_team().counters().collectives, before + 1);
}

TEST_F(DeltaInternerTest, InOneGroupThereAreNoMessages) {
  if (!pgas::test_team().is_one_group()) GTEST_SKIP() << "several groups";
  const std::uint64_t before = pgas::test_team().counters().messages;
  intern({Term(TermView::iri("urn:new")), Term(TermView::string("new"))});
  EXPECT_EQ(pgas::test_team().counters().messages, before);
}

TEST_F(DeltaInternerTest, ATermThatIsTooLongForTheVocabularyIsAnError) {
  const std::string text(kMaxKeyBytes + 1, 'x');
  EXPECT_THROW(intern({Term(TermView::string(text))}), Error);
}

TEST_F(DeltaInternerTest, WhatNoVocabularyCanKeepIsAnErrorOnAllImages) {
  const auto kind_of_error = [&](const Term& term) -> std::optional<ErrorKind> {
    try {
      pgas::test_team().run(
          [&] { intern(pgas::test_team().is_first() ? std::vector<Term>{term} : std::vector<Term>()); });
    } catch (const Error& error) {
      return error.kind();
    }
    return std::nullopt;
  };
  EXPECT_EQ(kind_of_error(Term(TermView::blank("x"))), ErrorKind::unsupported);
  EXPECT_EQ(kind_of_error(Term(TermView::literal("x", std::string_view("urn:\0", 5)))), ErrorKind::user);
  EXPECT_EQ(kind_of_error(Term(TermView::iri("urn:good"))), std::nullopt);
}

}  // namespace
}  // namespace quadrille
