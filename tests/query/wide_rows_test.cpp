// Queries over a shard with more than 2^32 rows (quadstore/testing/wide_shard.hpp), and slices of as many: counts, and
// rows behind that number.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "pgas/test_main.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/testing/wide_shard.hpp"
#include "query/index/access_path.hpp"
#include "query/operators/slice.hpp"
#include "query/table/shard_span.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::wide_rows_test {
namespace {

constexpr int kThings = 20'000;

TEST(WideRows, AreCountedAndFoundLikeOthers) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  std::string data = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < kThings; ++thing) {
    data += fmt::format(":t{} :in :c{} ; :size {}, {} .\n", thing, thing % 7, thing, thing + 1);
  }
  TestDatabase database("wide_rows");
  database.build(data);
  const Dictionary& dictionary = database.served().dictionary();
  const Huri thing = dictionary.find(TermView::iri("http://e/t77"));
  const ShardId shard = shard_of(thing, database.served().manifest().shards);
  const std::filesystem::path folder = database.path() + "-wide";
  std::uint64_t filler = 0;
  if (job.is_first()) {
    std::filesystem::copy(database.path(), folder, std::filesystem::copy_options::recursive);
    filler = detail::widen_shard(folder, index(shard), Permutation::spo);
  }
  filler = team.max(filler);
  const Generation generation = Generation::open(folder);
  const Snapshot snapshot(generation);
  ASSERT_GT(generation.run(Permutation::spo, shard).rows(), std::uint64_t{1} << 32);

  const std::uint64_t rows = filler + 3 * kThings;
  EXPECT_EQ(query::count_rows(query::GraphView::all(snapshot), Permutation::spo, {}, {0, snapshot.shards()}), rows);
  const auto expect = [&](const std::string& text, const std::vector<std::string>& lines) {
    const std::vector<std::string> found = answer(team, snapshot, dictionary, "PREFIX : <http://e/> " + text, 0, 5);
    if (job.is_first()) {
      EXPECT_EQ(found, lines) << text;
    }
  };
  const auto number = [](std::uint64_t count) { return std::vector<std::string>{std::to_string(count)}; };
  expect("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", number(rows));
  expect(
      "SELECT (SUM(?n) AS ?m) { { SELECT (COUNT(*) AS ?n) { ?s ?p ?o } } UNION "
      "{ SELECT (COUNT(?s) AS ?n) { ?s :in ?o } } }",
      number(rows + kThings));
  expect("SELECT ?p ?o { :t77 ?p ?o }", {"<http://e/in>  <http://e/c0>", "<http://e/size>  77", "<http://e/size>  78"});
  expect("ASK { :t77 :size 78 }", {"true"});
  team.barrier();
  if (job.is_first()) std::filesystem::remove_all(folder);
}

// Three chunks of three billion rows without columns, on each image.
class ManyRows final : public query::Operator {
 public:
  static constexpr std::uint64_t kChunks = 3, kRows = 3'000'000'000;

  ManyRows() : Operator({}, false) {}
  std::string describe() const override { return "ManyRows"; }

 private:
  void do_open(query::Context&) override {}
  bool do_next(query::Context&, query::Table& out) override {
    if (chunks_ == kChunks) return false;
    ++chunks_;
    out.resize(kRows);
    return true;
  }
  std::uint64_t chunks_ = 0;
};

TEST(WideRows, AreCountedByOffsetAndLimit) {
  pgas::Team& team = pgas::test_job().team();
  TestDatabase database("wide_slices");
  database.build("<http://e/s> <http://e/p> <http://e/o> .");
  const std::uint64_t all = ManyRows::kChunks * ManyRows::kRows * static_cast<std::uint64_t>(team.size());
  const std::uint64_t border = std::uint64_t{1} << 32, most = ~std::uint64_t{0};
  pgas::QueryArena arena(pgas::test_job().heap());
  team.run([&] {
    query::QueryDictionary dictionary(team, arena, database.served().dictionary(), {});
    query::Context context(team, arena, query::GraphView::all(database.served().snapshot()), dictionary);
    for (const std::uint64_t offset :
         {std::uint64_t{0}, std::uint64_t{7}, border - 1, border + 3, all - 5, all, most}) {
      for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{7}, border + 1, all, most}) {
        query::Slice slice(std::make_unique<ManyRows>(), offset, limit);
        slice.open(context);
        std::uint64_t rows = 0;
        query::for_each_chunk(context, slice, [&](const query::Table& chunk) { rows += chunk.rows(); });
        EXPECT_EQ(team.sum(rows), std::min(limit, all - std::min(offset, all))) << offset << " " << limit;
      }
    }
    team.barrier();
  });
}

}  // namespace
}  // namespace quadrille::testing::wide_rows_test
