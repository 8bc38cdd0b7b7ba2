// Cuts sorted terms into ranges, sends them to their owners and merges them, on all images together.

#include "loader/build/term_ranges.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "base/error.hpp"
#include "loader/build/build_context.hpp"
#include "loader/build/merge_terms.hpp"
#include "loader/build/piece_exchange.hpp"
#include "loader/build/term_table.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

std::span<SortedTerm> sorted_terms(const std::set<std::string>& keys, TermTable& table, pgas::QueryArena& arena) {
  for (const std::string& key : keys) {
    table.find_or_add(TermTable::hash(HuriKind::iri, key), HuriKind::iri, key);
  }
  const std::span<SortedTerm> sorted = arena.make_span<SortedTerm>(table.size());
  std::size_t filled = 0;
  table.for_each([&](TermRecord record) { sorted[filled++] = {0, record.address()}; });
  sort_terms(sorted, [](std::uint64_t) {});
  return sorted;
}

// The terms of an image depend only on its number, so each image can compute the terms of all.
std::set<std::string> terms_of(int member, unsigned seed) {
  std::mt19937 random(seed * 100 + static_cast<unsigned>(member));
  std::set<std::string> keys;
  for (unsigned i = random() % 3000; i > 0; --i) keys.insert("http://e/" + std::to_string(random() % 5000));
  return keys;
}

void cut_and_merge(unsigned seed, std::uint32_t shards, std::uint32_t parts_per_shard) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  BuildOptions options;
  options.shards = shards;
  options.progress = ProgressDisplay::none;
  BuildContext context(job, options);
  pgas::QueryArena arena(team.heap());
  TermTable table(arena);
  const std::span<const SortedTerm> sorted = sorted_terms(terms_of(team.rank(), seed), table, arena);
  const CutTerms cut = cut_into_ranges(team, sorted, shards * parts_per_shard);

  // The merged terms of each range, at its owner; one term a line. Places continue within the range.
  CutSource source(cut, arena);
  PieceExchange exchange(context, source, {parts_per_shard}, arena);
  std::string merged;
  std::uint64_t size = 0;
  for (std::uint32_t round = 0; round < exchange.rounds(); ++round) {
    exchange.fetch(round);
    for (std::uint32_t part = exchange.first_part(round); part < exchange.end_part(round); ++part) {
      if (part % parts_per_shard == 0) size = 0;
      size += merge_pieces(
          exchange.pieces(part - exchange.first_part(round)), size,
          [&](TermRecord term) { merged.append(term.key()) += '\n'; }, [](std::uint64_t) {});
      if ((part + 1) % parts_per_shard == 0) merged += "end\n";
    }
    exchange.give_back(round);
  }
  std::vector<std::vector<std::string>> ranges(1);
  for (const std::string& lines : team.all_gather_bytes(merged)) {
    for (std::size_t at = 0, end = 0; at < lines.size(); at = end + 1) {
      end = lines.find('\n', at);
      const std::string line = lines.substr(at, end - at);
      line == "end" ? static_cast<void>(ranges.emplace_back()) : ranges.back().push_back(line);
    }
  }
  ranges.pop_back();
  ASSERT_EQ(ranges.size(), shards);

  std::set<std::string> all;
  for (int member = 0; member < team.size(); ++member) all.merge(terms_of(member, seed));
  std::vector<std::string> expected(all.begin(), all.end()), found;
  for (const auto& range : ranges) found.insert(found.end(), range.begin(), range.end());
  EXPECT_EQ(found, expected);
  for (std::uint32_t range = 0; range < shards; ++range) {
    const auto piece = cut.of(sorted, range * parts_per_shard, (range + 1) * parts_per_shard);
    const auto places = cut.of(source.places(), range * parts_per_shard, (range + 1) * parts_per_shard);
    for (std::size_t i = 0; i < piece.size(); ++i) {
      ASSERT_LT(places[i], ranges[range].size());
      EXPECT_EQ(piece[i].record().key(), ranges[range][places[i]]);
    }
  }
  team.barrier();
}

TEST(TermRanges, MergedRangesAreAllTermsInOrderEachOnce) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    cut_and_merge(seed, 8, 1);
    cut_and_merge(seed, 4 + seed * 3, 1 + seed % 3);
  }
}

TEST(TermRanges, AreOfAboutEqualSize) {
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(team.heap());
  TermTable table(arena);
  std::mt19937 random(static_cast<unsigned>(team.rank()));
  std::set<std::string> keys;
  while (keys.size() < 20'000) keys.insert(std::to_string(random()));
  const CutTerms cut = cut_into_ranges(team, sorted_terms(keys, table, arena), 8);
  const std::size_t average = 20'000u * static_cast<std::size_t>(team.size()) / 8;
  for (std::uint32_t range = 0; range < 8; ++range) {
    const std::size_t size = team.sum(cut.piece(range).size());
    EXPECT_GT(size, average * 8 / 10);
    EXPECT_LT(size, average * 12 / 10);
  }
}

TEST(TermRanges, OfMoreTermsThanPlacesHaveNumbersForAreRefused) {
  pgas::QueryArena arena(pgas::test_job().heap());
  TermTable table(arena);
  const std::span<const SortedTerm> sorted = sorted_terms({"a", "b", "c"}, table, arena);
  const PlacedPiece piece{sorted, arena.make_span<std::uint32_t>(3)};
  const auto merge = [&](std::uint64_t first_place) {
    return merge_pieces(
        {&piece, 1}, first_place, [](TermRecord) {}, [](std::uint64_t) {});
  };
  constexpr std::uint64_t kMost = ~std::uint32_t{0};
  EXPECT_EQ(merge(kMost - 3), 3u);
  EXPECT_EQ(piece.places.back(), kMost - 1);
  try {
    merge(kMost - 2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_STREQ(error.what(), "one range of the vocabulary has 4294967296 terms, too many; build with more shards");
  }
}

}  // namespace
}  // namespace quadrille
