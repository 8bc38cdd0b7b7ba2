#include "dictionary/delta_vocabulary.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "dictionary/volatile_huri.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

constexpr std::uint32_t kParts = 12;

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
  return DeltaView(delta, pgas::test_team().all_gather(delta.size(delta.image())));
}

TEST(DeltaVocabulary, EveryImageOfTheGroupReadsAllTablesOfTheGroup) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(pgas::test_team(), memory, kParts);
  ASSERT_EQ(delta.images(), pgas::test_team().size());
  intern(delta, 0, 5000);
  pgas::test_team().barrier();
  std::uint64_t here = 0;
  for (std::uint64_t number = 0; number < 5000; ++number) {
    const std::string text = text_of(number);
    const TermView term = TermView::iri(text);
    const ImageId owner = delta.owner_of(term);
    EXPECT_EQ(delta.is_here(owner), pgas::test_team().in_my_group(index(owner)));
    if (!delta.is_here(owner)) continue;
    const Huri huri = delta.find(term);
    ASSERT_TRUE(is_delta_term(huri));
    EXPECT_EQ(delta_part(huri), delta.part_of(term));
    EXPECT_EQ(delta.owner_of(huri), owner);
    EXPECT_TRUE(delta.is_here(huri));
    EXPECT_EQ(delta.term(huri), term);
    ++here;
  }
  EXPECT_EQ(here * static_cast<std::uint64_t>(pgas::test_team().num_groups()) > 0, true);
  pgas::test_team().barrier();
}

// Sends the new terms of all images to the copies, as far as about `most_bytes` of each. The error of the first that
// fails, or "".
std::string share(DeltaVocabulary& delta, DeltaVocabulary* copy, std::size_t most_bytes = ~std::size_t{0}) {
  pgas::Team& team = pgas::test_team();
  const DeltaVocabulary::Exported mine = delta.export_new_terms(most_bytes);
  const std::vector<std::string> exported = team.all_gather_bytes(mine.terms);
  const std::vector<std::uint64_t> firsts = team.all_gather(mine.first);
  try {
    team.agree(pgas::attempt([&] {
      for (std::size_t member = 0; copy != nullptr && member < exported.size(); ++member) {
        copy->follow(team.image(static_cast<int>(member)), firsts[member], exported[member]);
      }
    }));
  } catch (const Error& error) {
    return error.what();
  }
  delta.accept_export(mine);
  return "";
}

TEST(DeltaVocabulary, ACopyHasTheTermsOfAllImagesAndTheirMoments) {
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(team, memory, kParts);
  DeltaVocabulary copy(delta.image(), team.size(), memory, kParts);
  std::vector<std::uint64_t> sizes;  // after the first of two rounds
  for (const auto& [first, end] : {std::pair(0, 700), std::pair(700, 1500)}) {
    intern(delta, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(end));
    ASSERT_EQ(share(delta, &copy), "");
    if (first == 0) sizes = team.all_gather(delta.size(delta.image()));
  }
  EXPECT_EQ(delta.export_new_terms().terms, "");
  const DeltaView before(copy, sizes);
  for (std::uint64_t number = 0; number < 1500; ++number) {
    const std::string text = text_of(number);
    const Huri huri = copy.find(TermView::iri(text));
    ASSERT_TRUE(copy.is_here(huri)) << number;
    EXPECT_EQ(copy.term(huri), TermView::iri(text));
    EXPECT_EQ(before.find(TermView::iri(text)), number < 700 ? huri : kUnbound) << number;
    if (delta.is_here(delta.owner_of(huri))) {
      EXPECT_EQ(delta.find(TermView::iri(text)), huri);
    }
  }
  EXPECT_TRUE(copy.find(TermView::iri("urn:none")).is_unbound());
  team.barrier();
}

TEST(DeltaVocabulary, AGroupReadsTheTermsOfOtherGroupsInItsCopy) {
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(team, memory, kParts);
  std::unique_ptr<DeltaVocabulary> copy;
  if (team.rank() == team.group_begin(team.group())) {
    copy = std::make_unique<DeltaVocabulary>(delta.image(), team.size(), memory, kParts);
  }
  delta.read_from(team, copy.get());
  for (const std::uint64_t first : {0, 500}) {
    intern(delta, first, first + 500);
    while (team.any(!delta.export_new_terms().terms.empty())) ASSERT_EQ(share(delta, copy.get(), 1000), "");
    team.barrier();
    for (std::uint64_t number = 0; number < 1000; ++number) {
      const std::string text = text_of(number);
      const Huri huri = delta.find(TermView::iri(text));
      ASSERT_EQ(huri.is_unbound(), number >= first + 500) << number;
      if (huri.is_unbound()) continue;
      ASSERT_TRUE(delta.is_here(huri));
      EXPECT_EQ(delta.term(huri), TermView::iri(text));
    }
    team.barrier();
  }
}

TEST(DeltaVocabulary, ACopyTakesTermsAgainAndNoOthers) {
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(team, memory, kParts), copy(delta.image(), team.size(), memory, kParts),
      late(delta.image(), team.size(), memory, kParts), other(team, memory, kParts);
  intern(delta, 0, 300);
  const DeltaVocabulary::Exported first = delta.export_new_terms();
  copy.follow(delta.image(), first.first, first.terms);
  copy.follow(delta.image(), first.first, first.terms);
  EXPECT_EQ(copy.size(delta.image()), delta.size(delta.image()));
  delta.mark_exported();
  delta.unmark_exported();
  EXPECT_EQ(delta.export_new_terms().terms, first.terms);
  delta.mark_exported();

  intern(delta, 300, 600);
  const DeltaVocabulary::Exported second = delta.export_new_terms();
  EXPECT_THROW(late.follow(delta.image(), second.first, second.terms), Error);  // it lacks the first
  intern(other, 1000, 1600);
  const DeltaVocabulary::Exported different = other.export_new_terms();
  EXPECT_THROW(copy.follow(delta.image(), 0, different.terms), Error);
  copy.follow(delta.image(), second.first, second.terms);
  EXPECT_EQ(copy.size(delta.image()), delta.size(delta.image()));
  team.barrier();
}

TEST(DeltaVocabulary, TermsAreSpreadEvenly) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(pgas::test_team(), memory, kParts);
  intern(delta, 0, 8000);
  const auto share = 8000u / static_cast<unsigned>(pgas::test_team().size());
  EXPECT_GT(delta.size(delta.image()), share * 8 / 10);
  EXPECT_LT(delta.size(delta.image()), share * 12 / 10);
  pgas::test_team().barrier();
}

TEST(DeltaVocabulary, PartsLieOnConsecutiveImages) {
  pgas::QueryArena memory(pgas::test_job().heap());
  for (const std::uint32_t parts : {1u, 3u, 8u, kMaxDeltaParts}) {
    const DeltaVocabulary delta(pgas::test_team(), memory, parts);
    std::uint32_t next = 0;
    for (int image = 0; image < delta.images(); ++image) {
      EXPECT_EQ(delta.first_part(ImageId{image}), next);
      for (; next < delta.end_part(ImageId{image}); ++next) ASSERT_EQ(delta.image_of_part(next), ImageId{image});
    }
    EXPECT_EQ(next, parts);
    pgas::test_team().barrier();
  }
}

// For example, a job of one image has written the terms; this one has more.
TEST(DeltaVocabulary, RestoredHasTheSameHurisWhateverTheImages) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(pgas::test_team(), memory, kParts), again(pgas::test_team(), memory, kParts);
  std::vector<std::vector<std::string>> terms(kParts);
  for (std::uint64_t number = 0; number < 2000; ++number) {
    const std::string text = text_of(number);
    terms[delta.part_of(TermView::iri(text))].push_back(text);
  }
  intern(delta, 0, 2000);
  const ImageId mine = delta.image();
  for (std::uint32_t part = delta.first_part(mine); part < delta.end_part(mine); ++part) {
    ASSERT_EQ(delta.size_at(part, delta.size(mine)), terms[part].size());
    for (std::size_t number = 0; number < terms[part].size(); ++number) {
      ASSERT_EQ(delta.at(part, number).term.text, terms[part][number]);  // for any owner, in the order of insertion
      ASSERT_TRUE(again.restore(part, TermView::iri(terms[part][number]), HuriKind::iri));
      const Huri huri = again.find(TermView::iri(terms[part][number]));
      ASSERT_EQ(huri, delta.huri_at(part, number));
      ASSERT_EQ(again.huri_at(part, number), huri);
    }
  }
  pgas::test_team().barrier();
}

TEST(DeltaVocabulary, WhatDoesNotBelongToAPartIsNotRestored) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(pgas::test_team(), memory, kParts);
  const ImageId mine = delta.image();
  for (std::uint64_t number = 0; number < 200; ++number) {
    const std::string text = text_of(number);
    const TermView term = TermView::iri(text);
    const std::uint32_t part = delta.part_of(term);
    if (delta.image_of_part(part) != mine) continue;
    const std::uint32_t other = part > delta.first_part(mine) ? part - 1 : part + 1;
    if (other < kParts && delta.image_of_part(other) == mine) {
      EXPECT_FALSE(delta.restore(other, term, HuriKind::iri));
    }
    EXPECT_FALSE(delta.restore(part, term, HuriKind::string));
    EXPECT_FALSE(delta.restore(part, TermView::blank(text), HuriKind::blank));
    EXPECT_TRUE(delta.restore(part, term, HuriKind::iri));
    EXPECT_FALSE(delta.restore(part, term, HuriKind::iri));  // twice
  }
  pgas::test_team().barrier();
}

TEST(DeltaVocabulary, AHuriOfAnotherTableOrOfAQueryIsNotHere) {
  pgas::QueryArena memory(pgas::test_job().heap());
  const DeltaVocabulary delta(pgas::test_team(), memory, kParts);
  EXPECT_FALSE(delta.is_here(Huri::make(HuriKind::iri, 0)));
  EXPECT_FALSE(delta.is_here(Huri::make_volatile(HuriKind::iri, kQueryTermBit)));
  EXPECT_FALSE(delta.is_here(make_delta_huri(HuriKind::iri, 60'000, 0)));
  EXPECT_FALSE(delta.is_here(make_delta_huri(HuriKind::iri, 0, 0)));
  pgas::test_team().barrier();
}

TEST(DeltaView, WithoutTermsIsEmpty) {
  pgas::QueryArena memory(pgas::test_job().heap());
  const DeltaVocabulary delta(pgas::test_team(), memory, kParts);
  EXPECT_TRUE(DeltaView().empty());
  EXPECT_TRUE(view_of(delta).empty());
  pgas::test_team().barrier();
}

TEST(DeltaView, FindsWhatWasThereWhenItBeganWhileMoreIsAdded) {
  pgas::QueryArena memory(pgas::test_job().heap());
  DeltaVocabulary delta(pgas::test_team(), memory, kParts);
  intern(delta, 0, 1000);
  const DeltaView view = view_of(delta);
  ASSERT_FALSE(view.empty());
  std::jthread lane([&] { intern(delta, 1000, 20'000); });
  for (int round = 0; round < 5; ++round) {
    for (std::uint64_t number = 0; number < 3000; ++number) {
      const std::string text = text_of(number);
      const TermView term = TermView::iri(text);
      if (!delta.is_here(view.owner_of(term))) continue;
      ASSERT_EQ(!view.find(term).is_unbound(), number < 1000) << number;
    }
  }
  EXPECT_EQ(view.find(TermView::blank("b1")), kUnbound);
  lane.join();
  pgas::test_team().barrier();
}

}  // namespace
}  // namespace quadrille
