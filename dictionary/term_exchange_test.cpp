#include "dictionary/term_exchange.hpp"

#include <gtest/gtest.h>

#include <string>

#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using Lifetime = FetchedTerms::Lifetime;

// Every member owns the ranks that leave its number when divided by the size of the team; rank 7 is "7", and every
// third is a string with a language.
std::string text_of(std::uint64_t rank) {
  return std::to_string(rank) + std::string(rank % 50, '.');
}
TermView term_of(std::uint64_t rank, std::string& text) {
  text = text_of(rank);
  return rank % 3 == 0 ? TermView::language_string(text, "en") : TermView::iri(text);
}
Huri huri_of(std::uint64_t rank) {
  return Huri::make(rank % 3 == 0 ? HuriKind::language_string : HuriKind::iri, rank);
}
std::int32_t owner_of(std::uint64_t rank) {
  return static_cast<std::int32_t>(rank % static_cast<std::uint64_t>(pgas::test_job().team().size()));
}

void answer_terms(std::span<const Huri> huris, TextArena& texts, std::span<TermView> out) {
  for (std::size_t place = 0; place < huris.size(); ++place) {
    EXPECT_EQ(owner_of(huris[place].payload()), pgas::test_job().team().rank());
    std::string text;
    out[place] = term_of(huris[place].payload(), text);
    out[place].text = texts.keep(text);
  }
}

void answer_huris(std::span<const TermView> terms, std::span<Huri> out) {
  for (std::size_t place = 0; place < terms.size(); ++place) {
    const std::uint64_t rank = std::stoull(std::string(terms[place].text));
    EXPECT_EQ(owner_of(rank), pgas::test_job().team().rank());
    EXPECT_EQ(terms[place].language, rank % 3 == 0 ? "en" : "");
    out[place] = rank % 10 == 9 ? kUnbound : huri_of(rank);
  }
}

// Member r requests `count` ranks from every member.
std::vector<std::uint64_t> wanted(std::size_t count) {
  std::vector<std::uint64_t> ranks;
  const auto start = static_cast<std::uint64_t>(pgas::test_job().team().rank());
  for (std::size_t i = 0; i < count; ++i) ranks.push_back((start + i * 13) % 100'003);
  return ranks;
}

std::vector<std::int32_t> owners_of(std::span<const std::uint64_t> ranks) {
  std::vector<std::int32_t> owners;
  for (const std::uint64_t rank : ranks) owners.push_back(owner_of(rank));
  return owners;
}

TEST(TermExchange, BringsTheTermsOfAllOwners) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(pgas::test_job().heap());
  TermExchange exchange(team, arena);
  FetchedTerms into(arena);
  for (const std::size_t count : {0, 1, 1000, 3, 0}) {
    const auto ranks = wanted(team.is_first() ? count : count / 2);
    std::vector<Huri> huris;
    for (const std::uint64_t rank : ranks) huris.push_back(huri_of(rank));
    into.clear();
    exchange.terms(huris, owners_of(ranks), answer_terms, into, Lifetime::batch);
    ASSERT_EQ(into.size(), ranks.size());
    for (const std::uint64_t rank : ranks) {
      std::string text;
      ASSERT_NE(into.find(huri_of(rank)), nullptr);
      EXPECT_EQ(*into.find(huri_of(rank)), term_of(rank, text));
    }
  }
}

TEST(TermExchange, BringsTheIdsOfTermsInTheOrderOfTheQuestions) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(pgas::test_job().heap());
  TermExchange exchange(team, arena);
  for (const std::size_t count : {0, 1, 1000, 3}) {
    const auto ranks = wanted(count * static_cast<std::size_t>(team.rank()));
    std::vector<std::string> texts(ranks.size());
    std::vector<TermView> terms;
    for (std::size_t i = 0; i < ranks.size(); ++i) terms.push_back(term_of(ranks[i], texts[i]));
    std::vector<Huri> out(ranks.size());
    exchange.huris(terms, owners_of(ranks), answer_huris, out);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      EXPECT_EQ(out[i], ranks[i] % 10 == 9 ? kUnbound : huri_of(ranks[i]));
    }
  }
}

TEST(TermExchange, ALongStreamOfBatchesTakesTheMemoryOfOne) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(pgas::test_job().heap());
  TermExchange exchange(team, arena);
  FetchedTerms into(arena);
  const auto ranks = wanted(2000);
  std::vector<Huri> huris;
  for (const std::uint64_t rank : ranks) huris.push_back(huri_of(rank));
  std::size_t after_first = 0;
  for (int batch = 0; batch < 50; ++batch) {
    into.clear();
    exchange.terms(huris, owners_of(ranks), answer_terms, into, Lifetime::batch);
    if (batch == 0) after_first = arena.used_bytes();
  }
  EXPECT_EQ(arena.used_bytes(), after_first);
}

TEST(TermExchange, NoQuestionsAreOneGather) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(pgas::test_job().heap());
  TermExchange exchange(team, arena);
  FetchedTerms into(arena);
  const std::uint64_t before = team.counters().collectives;
  exchange.terms({}, {}, answer_terms, into, Lifetime::batch);
  EXPECT_EQ(team.counters().collectives, before + 1);
}

}  // namespace
}  // namespace quadrille
