#include "dictionary/vocabulary_map.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "dictionary/vocabulary_builder.hpp"

namespace quadrille {
namespace {

// A vocabulary in parts of the given IRIs, and for the last part one string.
struct Parts {
  explicit Parts(const std::vector<std::vector<std::string>>& iris, std::uint64_t first_iri = 0) {
    VocabularyBuilder::FirstRanks first{};
    first[static_cast<std::size_t>(HuriKind::iri)] = first_iri;
    for (const auto& texts : iris) {
      std::string& part = bytes.emplace_back();
      VocabularyBuilder builder([&](std::string_view more) { part += more; }, first);
      for (const std::string& text : texts) builder.add(HuriKind::iri, text);
      if (bytes.size() == iris.size()) builder.add(HuriKind::string, "text");
      builder.finish();
      first[static_cast<std::size_t>(HuriKind::iri)] += texts.size();
    }
  }
  // Those of one group.
  Vocabulary open(std::size_t begin, std::size_t end) const {
    std::vector<VocabularyView> views;
    for (std::size_t part = begin; part < end; ++part) {
      views.emplace_back(std::as_bytes(std::span(bytes[part])), "test");
    }
    return Vocabulary(std::move(views));
  }
  std::vector<std::string> bytes;
};

const Parts& parts() {
  static const Parts all({{"a", "c"}, {}, {"e"}, {"g", "i", "k"}});
  return all;
}

VocabularyMap map_of(std::initializer_list<std::pair<std::size_t, std::size_t>> groups) {
  VocabularyMap map;
  for (const auto& [begin, end] : groups) map.append(VocabularyMap::serialise(parts().open(begin, end)));
  return map;
}

TEST(VocabularyMap, FindsThePartOfEveryRankInAllGroups) {
  const VocabularyMap map = map_of({{0, 2}, {2, 2}, {2, 4}});
  EXPECT_EQ(map.parts(), 4u);
  const std::uint32_t expected[] = {0, 0, 2, 3, 3, 3};
  for (std::uint64_t rank = 0; rank < 6; ++rank) EXPECT_EQ(map.part_of_rank(HuriKind::iri, rank), expected[rank]);
  EXPECT_EQ(map.part_of_rank(HuriKind::iri, 6), std::nullopt);
  EXPECT_EQ(map.part_of_rank(HuriKind::string, 0), 3u);
  EXPECT_EQ(map.part_of_rank(HuriKind::typed, 0), std::nullopt);
}

// A part of four billion IRIs, of which only the description exists, and three small ones.
TEST(VocabularyMap, FindsThePartOfRanksBeyond32Bits) {
  const std::uint64_t border = std::uint64_t{1} << 32;
  std::string large;
  append_varint(large, 1);  // part
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    append_varint(large, kind == static_cast<std::size_t>(HuriKind::iri) ? border - 2 : 0);
    if (kind == static_cast<std::size_t>(HuriKind::iri)) large.append({0, 1, 'A'});  // first rank, smallest key
  }
  const Parts small({{"a", "c"}, {"e"}, {"g", "i", "k"}}, border - 2);
  VocabularyMap map;
  map.append(large);
  map.append(VocabularyMap::serialise(small.open(0, 1)));
  map.append(VocabularyMap::serialise(small.open(1, 3)));
  EXPECT_EQ(map.part_of_rank(HuriKind::iri, 0), 0u);
  const std::uint32_t expected[] = {0, 1, 1, 2, 3, 3, 3};
  for (std::uint64_t rank = 0; rank < 7; ++rank) {
    EXPECT_EQ(map.part_of_rank(HuriKind::iri, border - 3 + rank), expected[rank]);
  }
  EXPECT_EQ(map.part_of_rank(HuriKind::iri, border + 4), std::nullopt);
  EXPECT_EQ(map.part_of_key(HuriKind::iri, "B"), 0u);
  EXPECT_EQ(map.part_of_key(HuriKind::iri, "f"), 2u);
}

TEST(VocabularyMap, FindsTheOnlyPartThatMayHaveAKey) {
  const VocabularyMap map = map_of({{0, 1}, {1, 4}});
  EXPECT_EQ(map.part_of_key(HuriKind::iri, ""), std::nullopt);
  EXPECT_EQ(map.part_of_key(HuriKind::iri, "a"), 0u);
  EXPECT_EQ(map.part_of_key(HuriKind::iri, "d"), 0u);
  EXPECT_EQ(map.part_of_key(HuriKind::iri, "e"), 2u);
  EXPECT_EQ(map.part_of_key(HuriKind::iri, "f"), 2u);
  EXPECT_EQ(map.part_of_key(HuriKind::iri, "z"), 3u);
  EXPECT_EQ(map.part_of_key(HuriKind::typed, "z"), std::nullopt);
}

TEST(VocabularyMap, AMemberThatSaysNothingAddsNothing) {
  VocabularyMap map = map_of({{0, 4}});
  map.append("");
  EXPECT_EQ(map.parts(), 4u);
}

TEST(VocabularyMap, PartsThatDoNotFollowAreAnError) {
  EXPECT_THROW(map_of({{0, 1}, {3, 4}}), Error);
}

// A group's view of a vocabulary that it holds only in part.
TEST(Vocabulary, ARunOfPartsHoldsItsOwnRanksAndKeys) {
  const Vocabulary middle = parts().open(1, 3);
  KeyBuffer buffer;
  EXPECT_FALSE(middle.holds(HuriKind::iri, 1));
  EXPECT_TRUE(middle.holds(HuriKind::iri, 2));
  EXPECT_FALSE(middle.holds(HuriKind::iri, 3));
  EXPECT_EQ(middle.find(HuriKind::iri, "e", buffer), 2u);
  EXPECT_EQ(middle.find(HuriKind::iri, "a", buffer), std::nullopt);
  EXPECT_EQ(middle.find(HuriKind::iri, "g", buffer), std::nullopt);
  EXPECT_EQ(parts().open(2, 2).find(HuriKind::iri, "e", buffer), std::nullopt);
  EXPECT_FALSE(parts().open(2, 2).holds(HuriKind::iri, 0));
}

}  // namespace
}  // namespace quadrille
