#include "dictionary/fetched_terms.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using Lifetime = FetchedTerms::Lifetime;

Huri iri(std::uint64_t rank) {
  return Huri::make(HuriKind::iri, rank);
}

TEST(FetchedTerms, KnowsWhatWasAddedAndNothingElse) {
  pgas::QueryArena arena(pgas::test_job().heap());
  FetchedTerms terms(arena);
  EXPECT_EQ(terms.find(iri(1)), nullptr);
  for (std::uint64_t rank = 0; rank < 1000; ++rank) terms.add(iri(rank * 7), TermView::iri("x"));
  for (std::uint64_t rank = 0; rank < 7000; ++rank) EXPECT_EQ(terms.find(iri(rank)) != nullptr, rank % 7 == 0);
  EXPECT_EQ(terms.size(), 1000u);
}

TEST(FetchedTerms, ATermThatComesTwiceIsKeptOnce) {
  pgas::QueryArena arena(pgas::test_job().heap());
  FetchedTerms terms(arena);
  terms.add(iri(1), TermView::iri("first"));
  terms.add(iri(1), TermView::iri("second"));
  EXPECT_EQ(terms.size(), 1u);
  EXPECT_EQ(terms.find(iri(1))->text, "first");
}

TEST(FetchedTerms, BatchesTakeNoMoreThanTheLargest) {
  pgas::QueryArena arena(pgas::test_job().heap());
  FetchedTerms terms(arena);
  std::size_t after_first = 0;
  for (int batch = 0; batch < 1000; ++batch) {
    terms.clear();
    const std::size_t bytes = 100'000 - static_cast<std::size_t>(batch);
    const auto room = terms.make_room(bytes, Lifetime::batch);
    std::memset(room.data(), 'x', room.size());
    for (std::uint64_t rank = 0; rank < 500; ++rank) terms.add(iri(static_cast<std::uint64_t>(batch) + rank), {});
    if (batch == 0) after_first = arena.used_bytes();
  }
  EXPECT_EQ(arena.used_bytes(), after_first);
  EXPECT_EQ(terms.find(iri(998)), nullptr);
}

TEST(FetchedTerms, WhatIsKeptForGoodStaysWhereItIs) {
  pgas::QueryArena arena(pgas::test_job().heap());
  FetchedTerms terms(arena);
  for (std::uint64_t rank = 0; rank < 100; ++rank) {
    const auto room = terms.make_room(1, Lifetime::good);
    room[0] = static_cast<std::byte>('a' + rank % 26);
    terms.add(iri(rank), TermView::iri({reinterpret_cast<const char*>(room.data()), 1}));
  }
  for (std::uint64_t rank = 0; rank < 100; ++rank) {
    EXPECT_EQ(terms.find(iri(rank))->text, std::string(1, static_cast<char>('a' + rank % 26)));
  }
}

}  // namespace
}  // namespace quadrille
