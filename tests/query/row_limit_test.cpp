// The numbers of rows on one image have 32 bits (query/table/row_limit.hpp). Here they are few: a query that needs more
// ends with an error on all images, and never with another answer.

#include "query/table/row_limit.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "pgas/test_main.hpp"
#include "query/table/build_side.hpp"
#include "query/table/posting_lists.hpp"
#include "query/table/row_set.hpp"
#include "query/table/shard_order.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::query::row_limit_test {
namespace {

using testing::answer;

// 4,000 things have a next one, of which 500 are different, and a size; each image has some. The hub has 100 of them.
std::string chains() {
  std::string data = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 4000; ++thing) {
    data += fmt::format(":t{} :next :t{} ; :size {} .\n", thing, thing * 7 % 500, thing % 1000);
    if (thing % 40 == 0) data += fmt::format(":hub :has :t{} .\n", thing);
  }
  return data;
}

class RowLimit : public ::testing::Test {
 protected:
  RowLimit() { database_.build(chains()); }

  std::vector<std::string> ask(std::string_view query) {
    return answer(team_, database_.served().snapshot(), database_.served().dictionary(),
                  fmt::format("PREFIX : <http://e/> {}", query), 0);
  }

  // The query has an answer, and with few row numbers that error.
  void expect_error(std::string_view query, std::string_view what) {
    const std::vector<std::string> plenty = ask(query);
    const LoweredLimit lowered(most_rows, 40);
    const std::vector<std::string> few = ask(query);
    if (!pgas::test_job().is_first()) return;
    EXPECT_GT(plenty.size(), 2u) << query;
    const std::string expected =
        fmt::format("error more than 40 {} on one image, which is the limit; use more images (--images)", what);
    EXPECT_EQ(few, std::vector<std::string>{expected}) << query;
  }

  pgas::Team& team_ = pgas::test_job().team();
  testing::TestDatabase database_{"row_limit"};
};

TEST_F(RowLimit, OfAnOrderIsAnError) {
  expect_error("SELECT ?a ?n { ?a :size ?n } ORDER BY ?n", "rows to sort");
  expect_error("SELECT ?a ?n { ?a :size ?n } ORDER BY DESC(?n + 1) LIMIT 300", "rows to sort");
}

TEST_F(RowLimit, OfGroupsIsAnError) {
  expect_error("SELECT ?n (COUNT(*) AS ?m) { ?a :size ?n } GROUP BY ?n", "groups");
  expect_error("SELECT ?b ?n (COUNT(*) AS ?m) { ?a :next ?b ; :size ?n } GROUP BY ?b ?n", "groups");
}

TEST_F(RowLimit, OfDifferentRowsIsAnError) {
  expect_error("SELECT DISTINCT ?n ?m { ?a :size ?n ; :next ?b . ?b :size ?m }", "different rows");
}

TEST_F(RowLimit, OfAJoinIsAnError) {
  expect_error("SELECT * { { SELECT * { ?a :next ?b } OFFSET 1 } { SELECT * { ?b :size ?n } OFFSET 1 } }",
               "rows in a join");
  expect_error("SELECT * { { SELECT * { ?a :next ?b } OFFSET 1 } OPTIONAL { { SELECT * { ?b :size ?n } OFFSET 1 } } }",
               "rows in a join");
}

// Images that each have all shards walk alone, without numbers.
TEST_F(RowLimit, OfAPathIsAnError) {
  if (team_.is_one_group()) return;
  expect_error("SELECT * { ?a (:next/:next)+ ?b }", "nodes in a property path");
  expect_error("SELECT * { :t0 ^:next ?b . ?b (:next|^:next)* ?c }", "nodes in a property path");
  expect_error("SELECT * { :hub (:has/:next)+ ?b }", "edges of a node");
}

class TableLimit : public RowLimit {
 protected:
  template <class Work>
  void run(Work&& work) {
    pgas::QueryArena arena(pgas::test_job().heap());
    team_.run([&] {
      QueryDictionary dictionary(team_, arena, database_.served().dictionary(), {});
      Context context(team_, arena, GraphView::all(database_.served().snapshot()), dictionary);
      work(context);
      team_.barrier();
    });
  }

  static Table numbers(Context& context, std::size_t rows) {
    Table table(context.arena, 2);
    table.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      table.column(0)[row] = Huri::make(HuriKind::iri, row << 20);
      table.column(1)[row] = Huri::make(HuriKind::iri, row);
    }
    return table;
  }
};

template <class Action>
void expect_only_above(std::size_t most, Context& context, Table (*rows)(Context&, std::size_t), Action&& action) {
  action(rows(context, most));
  try {
    action(rows(context, most + 1));
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
  }
}

TEST_F(TableLimit, IsTheNumberOfRows) {
  run([](Context& context) {
    const LoweredLimit lowered(most_rows, 100);
    expect_only_above(100, context, numbers, [&](Table rows) { BuildSide(context, std::move(rows), {0}); });
    expect_only_above(100, context, numbers, [&](Table rows) { BuildSide(context, std::move(rows), {1}); });
    expect_only_above(100, context, numbers, [&](Table rows) { PostingLists(context, std::move(rows), 0, 1); });
    expect_only_above(100, context, numbers, [&](Table rows) { sort_by_shard(rows, 0, context.data.shards()); });
    expect_only_above(100, context, numbers, [&](const Table& rows) {
      RowSet set(context.arena, {0});
      for (std::size_t row = 0; row < rows.rows(); ++row) set.add(rows, row);
    });
  });
}

}  // namespace
}  // namespace quadrille::query::row_limit_test
