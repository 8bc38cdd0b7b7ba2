// Compares conditions that restrict a scan (query/index/term_ranges.hpp) with the same conditions inside IF(), which do
// not. Over terms of all kinds.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dictionary/inline_term.hpp"
#include "pgas/test_main.hpp"
#include "quadstore/sharding.hpp"
#include "query/index/access_path.hpp"
#include "query/plan/cost/costs.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/random_terms.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::ranges_test {
namespace {

constexpr const char* kPrefix = "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";

TEST(Ranges, DropNothingThatTheConditionKeeps) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  RandomTerms terms(4711);
  std::string data = kPrefix;
  for (int thing = 0; thing < 6000; ++thing) {
    data += fmt::format("<http://e/t{}> <http://e/p{}> {} .\n", thing % 3000, thing % 2, terms.term());
    if (thing % 100 == 0) data += fmt::format("<http://e/t{}> <http://e/p0> _:b{} .\n", thing, thing);
  }
  TestDatabase database("ranges");
  database.build(data);
  const ChangedDatabase changed(team, database.path(), 1, std::nullopt);
  int with_rows = 0;
  for (int number = 0; number < 150 && team.all(!::testing::Test::HasFailure()); ++number) {
    const std::string first = terms.condition();
    const std::string second = terms.below(3) == 0 ? terms.condition() : "true";
    const auto query = [&](const char* filter) {
      const std::string where = number % 4 == 0   ? "?s ?p ?o"
                                : number % 4 == 1 ? "<http://e/t1> ?p ?o"
                                                  : "?s <http://e/p0> ?o";
      return fmt::format("PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT * {{ {} FILTER ({}) FILTER ({}) }}",
                         where, fmt::format(fmt::runtime(filter), first), fmt::format(fmt::runtime(filter), second));
    };
    const std::string plain = query("{}"), hidden = query("IF({}, true, false)");
    const auto expected = expect_twins(database, changed, plain, hidden);
    if (expected.size() > 1) ++with_rows;
  }
  if (job.is_first()) {
    EXPECT_GT(with_rows, 50);
  }
}

// Where a subject is known, its rows are in one shard, which most images do not own: they count none, and read no shard
// of another image.
TEST(Ranges, OfASubjectAreCountedByTheOwnerOfItsShardAlone) {
  pgas::Team& team = pgas::test_job().team();
  constexpr int kThings = 40, kNumbers = 30;
  std::string data;
  for (int thing = 0; thing < kThings; ++thing) {
    for (int number = 0; number < kNumbers; ++number)
      data += fmt::format("<http://e/t{}> <http://e/p> {} .\n", thing, number);
  }
  TestDatabase database("range_counts");
  database.build(data);
  const Dictionary& dictionary = database.served().dictionary();
  const auto find = [&](const std::string& iri) { return team.max(dictionary.find(TermView::iri(iri)).bits()); };
  const Huri predicate(find("http://e/p"));
  const auto less = *inline_huri(TermView::literal("10", iri::kXsdInteger));
  const Snapshot own_snapshot(database.own_shards());
  const auto own = query::GraphView::all(own_snapshot), served = query::GraphView::all(database.served().snapshot());
  const query::ShardSpan mine = query::own_shards(team, own.shards());
  for (int thing = 0; thing < kThings; ++thing) {
    const Huri subject(find(fmt::format("http://e/t{}", thing)));
    query::AccessPath path;
    path.permutation = Permutation::spo;
    path.prefix.push_back(query::Slot::of(subject));
    path.prefix.push_back(query::Slot::of(predicate));
    path.ranges = std::make_shared<query::TermRanges>(
        query::TermRanges{{Huri::make(HuriKind::integer, 0), Huri(less.bits() - 1)}});
    for (const std::uint64_t searches : {std::uint64_t{1}, query::cost::kMostSearches, ~std::uint64_t{0}}) {
      const std::uint64_t rows = query::count_rows_in_ranges(own, path, mine, searches);
      EXPECT_EQ(rows, mine.has(shard_of(subject, own.shards())) ? 10u : 0u);
      if (!served.is_whole()) continue;
      std::uint64_t in_halves = 0;
      for (const query::ShardSpan half : {query::ShardSpan{0, 4}, query::ShardSpan{4, own.shards()}}) {
        in_halves += query::count_rows_in_ranges(served, path, half, searches);
      }
      EXPECT_EQ(in_halves, 10u);
    }
  }
}

}  // namespace
}  // namespace quadrille::testing::ranges_test
