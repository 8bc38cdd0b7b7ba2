#include "loader/build/packed_terms.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "loader/build/term_table.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

struct PackedTerms : ::testing::Test {
  pgas::QueryArena arena{pgas::test_job().heap()};
  PackedBytes packed{&arena};

  // Packs these terms (kind and key), unpacks them and returns the result.
  std::vector<std::string> round_trip(const std::set<std::string>& texts) {
    std::vector<SortedTerm> terms;
    for (const std::string& text : texts) {
      auto* record = arena.make_span<unsigned char>(TermRecord::size_bytes(text.size() - 1)).data();
      TermRecord::write(record, 1, 2, static_cast<HuriKind>(text[0]), std::string_view(text).substr(1));
      terms.push_back({0, record});
    }
    pack_terms(terms, packed);
    std::vector<std::string> result;
    for (const SortedTerm& term : unpack_terms(packed, arena)) result.emplace_back(term.record().text());
    return result;
  }
  void expect_same(const std::set<std::string>& texts) {
    EXPECT_EQ(round_trip(texts), std::vector<std::string>(texts.begin(), texts.end()));
  }
};

TEST_F(PackedTerms, NoneAndOne) {
  expect_same({});
  packed.clear();
  expect_same({"\x02http://e/"});
}

TEST_F(PackedTerms, PrefixesNulsAndLongTexts) {
  std::set<std::string> texts{"\x02", "\x03"};
  for (std::size_t length : {1, 2, 127, 128, 300, 20'000}) {
    texts.insert(std::string(1, 3) + std::string(length, '\0'));
    texts.insert(std::string(1, 3) + std::string(length, 'a'));
    texts.insert(std::string(1, 4) + std::string(length, '\xff'));
  }
  expect_same(texts);
}

TEST_F(PackedTerms, TakeAThirdOfTheirRecordsOrLess) {
  std::set<std::string> texts;
  std::size_t bytes = 0;
  for (int i = 0; i < 1000; ++i) texts.insert(fmt::format("\x02http://www.Department0.University0.edu/Student{}", i));
  for (const std::string& text : texts) bytes += TermRecord::size_bytes(text.size() - 1);
  expect_same(texts);
  EXPECT_LT(packed.size(), bytes / 3);
}

TEST_F(PackedTerms, PlacesComeBack) {
  std::mt19937 random(5);
  std::vector<std::uint32_t> places, found;
  std::uint32_t place = 0;
  for (int i = 0; i < 10'000; ++i) {
    places.push_back(place);
    place += 1 + random() % (i % 100 == 0 ? 200'000 : 3);
  }
  pack_places(places, packed);
  found.resize(places.size());
  unpack_places(packed, found);
  EXPECT_EQ(found, places);
  EXPECT_LT(packed.size(), places.size() * 5 / 4);
}

}  // namespace
}  // namespace quadrille
