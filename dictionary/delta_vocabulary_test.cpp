#include "dictionary/delta_vocabulary.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "dictionary/query_terms.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

pgas::Team& team() {
  return pgas::test_job().team();
}

std::string text_of(std::uint64_t number) {
  return "urn:x" + std::to_string(number);
}

// Every owner interns its part of the terms first .. end.
void intern(DeltaVocabulary& delta, std::uint64_t first, std::uint64_t end) {
  for (std::uint64_t number = first; number < end; ++number) {
    const std::string text = text_of(number);
    if (delta.owner_of(TermView::iri(text)) == delta.image()) delta.intern(TermView::iri(text));
  }
}

DeltaView view_of(const DeltaVocabulary& delta) {
  return DeltaView(delta, team().all_gather(delta.size(delta.image())));
}

TEST(DeltaVocabulary, EveryImageOfTheGroupReadsAllTablesOfTheGroup) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(team(), memory);
  ASSERT_EQ(delta.images(), team().size());
  intern(delta, 0, 5000);
  team().barrier();
  std::uint64_t here = 0;
  for (std::uint64_t number = 0; number < 5000; ++number) {
    const std::string text = text_of(number);
    const TermView term = TermView::iri(text);
    const ImageId owner = delta.owner_of(term);
    EXPECT_EQ(delta.is_here(owner), team().in_my_group(index(owner)));
    if (!delta.is_here(owner)) continue;
    const Huri huri = delta.find(term);
    ASSERT_TRUE(is_delta_term(huri));
    EXPECT_EQ(volatile_image(huri), owner);
    EXPECT_TRUE(delta.is_here(huri));
    EXPECT_EQ(delta.term(huri), term);
    ++here;
  }
  EXPECT_EQ(here * static_cast<std::uint64_t>(team().num_groups()) > 0, true);
  team().barrier();
}

TEST(DeltaVocabulary, TermsAreSpreadEvenly) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(team(), memory);
  intern(delta, 0, 8000);
  const auto share = 8000u / static_cast<unsigned>(team().size());
  EXPECT_GT(delta.size(delta.image()), share * 8 / 10);
  EXPECT_LT(delta.size(delta.image()), share * 12 / 10);
  team().barrier();
}

TEST(DeltaVocabulary, AHuriOfAnotherTableOrOfAQueryIsNotHere) {
  pgas::QueryArena memory(pgas::test_job().heap());
  const DeltaVocabulary delta(team(), memory);
  EXPECT_FALSE(delta.is_here(Huri::make(HuriKind::iri, 0)));
  EXPECT_FALSE(delta.is_here(Huri::make_volatile(HuriKind::iri, kQueryTermBit)));
  EXPECT_FALSE(delta.is_here(Huri::make_volatile(HuriKind::iri, std::uint64_t{60'000} << kVolatileIndexBits)));
  team().barrier();
}

TEST(DeltaView, WithoutTermsIsEmpty) {
  pgas::QueryArena memory(pgas::test_job().heap());
  const DeltaVocabulary delta(team(), memory);
  EXPECT_TRUE(DeltaView().empty());
  EXPECT_TRUE(view_of(delta).empty());
  team().barrier();
}

TEST(DeltaView, FindsWhatWasThereWhenItBeganWhileMoreIsAdded) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(team(), memory);
  intern(delta, 0, 1000);
  const DeltaView view = view_of(delta);
  ASSERT_FALSE(view.empty());
  std::jthread lane([&] { intern(delta, 1000, 20'000); });
  for (int round = 0; round < 5; ++round) {
    for (std::uint64_t number = 0; number < 3000; ++number) {
      const std::string text = text_of(number);
      const TermView term = TermView::iri(text);
      if (!view.is_here(view.owner_of(term))) continue;
      ASSERT_EQ(!view.find(term).is_unbound(), number < 1000) << number;
    }
  }
  EXPECT_EQ(view.find(TermView::blank("b1")), kUnbound);
  lane.join();
  team().barrier();
}

}  // namespace
}  // namespace quadrille
