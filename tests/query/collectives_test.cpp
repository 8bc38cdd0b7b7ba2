// Images that read only their own shards exchange messages once a step, independent of the number of rows.

#include <gtest/gtest.h>

#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::collectives_test {
namespace {

// <few> leads to 5 nodes and <many> to 2000, each of those to one more, and all on to <end>.
std::string data() {
  std::string text;
  const auto star = [&](const std::string& name, int leaves) {
    for (int leaf = 0; leaf < leaves; ++leaf) {
      const std::string node = name + std::to_string(leaf);
      text += "<" + name + "> <p> <" + node + "> . <" + node + "> <p> <next_" + node + "> . ";
      text += "<next_" + node + "> <p> <end> .\n";
    }
  };
  star("few", 5);
  star("many", 2000);
  return text;
}

class Collectives : public ::testing::Test {
 protected:
  void SetUp() override { database_.build(data()); }

  // The cost of a query, and the bytes of its answer on the first image.
  struct Cost {
    std::uint64_t collectives = 0;
    std::size_t answer_bytes = 0;
  };
  Cost cost_of(const std::string& text, std::size_t chunk_rows = 0) {
    pgas::Team& team = pgas::test_job().team();
    query::RunOptions options;
    options.format = results::ResultFormat::tsv;
    options.settings.base = kTestBase;
    options.chunk_rows = chunk_rows;
    const pgas::Counters before = team.counters();
    Cost cost;
    query::run_query(team, Snapshot(database_.own_shards()), database_.served().dictionary(),
                     parser::parse_query(text, kTestBase), options, [&](std::string_view bytes) {
                       cost.answer_bytes += bytes.size();
                       return true;
                     });
    cost.collectives = (team.counters() - before).collectives;
    return cost;
  }

  // About as many collectives for <many> as for <few>; a larger answer may take some more.
  void expect_same_cost(const std::string& before, const std::string& after) {
    const Cost few = cost_of(before + "<few>" + after), many = cost_of(before + "<many>" + after);
    EXPECT_LE(many.collectives, few.collectives + 4) << before << "<many>" << after;
    if (pgas::test_job().is_first()) {
      EXPECT_GT(many.answer_bytes, 10 * few.answer_bytes);
    }
  }

  TestDatabase database_{"collectives"};
};

TEST_F(Collectives, OfAPathGrowWithItsStepsAndNotWithItsNodes) {
  expect_same_cost("SELECT ?y { ", " <p>/<p> ?y }");
  expect_same_cost("SELECT ?y { ", " (<p>/!<unheard>/^<p>/<p>)? ?y }");
}

TEST_F(Collectives, OfAClosureGrowWithItsLevelsAndNotWithItsNodes) {
  expect_same_cost("SELECT ?y { ", " <p>* ?y }");
  expect_same_cost("SELECT ?y { ", " (<p>|^<unheard>)+ ?y }");
}

TEST_F(Collectives, OfALookUpGrowWithItsChunksAndNotWithItsRows) {
  // 5 or 2000 rows of one image, each of which is looked up where its shard is.
  expect_same_cost("SELECT ?y { ?x <p> ?y . { SELECT DISTINCT ?x { ", " <p> ?x } } }");
}

// A filter leaves one row in a hundred, so the chunks that reach the joins are nearly empty. The filter fetches terms
// for each chunk if an image has a part of the vocabulary, so this counts only what the joins add to it.
TEST_F(Collectives, OfChunksThatAreNearlyEmptyAreFew) {
  const std::string filtered = "{ ?a <p> ?b FILTER(STRENDS(STR(?b), '77')) ";
  const Cost alone = cost_of("SELECT * " + filtered + "}", 32);
  const Cost joined = cost_of("SELECT * " + filtered + "?b <p> ?c . ?c <p> ?d }", 32);
  if (pgas::test_job().is_first()) {
    EXPECT_GT(joined.answer_bytes, 500u);
  }
  EXPECT_LE(joined.collectives, alone.collectives + 40);
}

TEST_F(Collectives, OfAPlanAreTheSameHoweverManyPatternsItHas) {
  const Cost two = cost_of("ASK { <few> <p> <nobody> . <few> <p> <end> }");
  const Cost five = cost_of(
      "ASK { <few> <p> <nobody> . <few> <p> <end> . <few> <p> <few1> . <end> <p> <few> . "
      "<few2> <p> <few3> }");
  EXPECT_EQ(two.collectives, five.collectives);
}

}  // namespace
}  // namespace quadrille::testing::collectives_test
