// Queries that differ in constants, sent one after another, share the cached results of their kind (parsing, join
// orders, HURIs of constants), and have the same answers as alone: random queries over random data, each also with
// other nodes and predicates.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "pgas/test_main.hpp"
#include "query/answer/plan_cache.hpp"
#include "query/answer/run_query.hpp"
#include "tests/query/compared_format.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/random_query.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::prepared_queries_test {
namespace {

constexpr query::PlanCache::State kState{1, 0};
constexpr int kQueries = 40, kVariants = 5;

// The same query of other nodes and predicates, some of which the data do not have.
std::string with_other_constants(const std::string& text, std::mt19937_64& random) {
  std::string other;
  const std::regex constant("<([np])[0-9]+>");
  auto rest = text.cbegin();
  for (auto found = std::sregex_iterator(text.begin(), text.end(), constant); found != std::sregex_iterator();
       ++found) {
    other.append(rest, text.cbegin() + found->position());
    other += (*found)[1] == "n" ? fmt::format("<n{}>", random() % 45) : fmt::format("<p{}>", random() % 6);
    rest = text.cbegin() + found->position() + found->length();
  }
  return other.append(rest, text.cend());
}

// Like answer(), with the cached results of the query's kind. `kept`: counts the uses of cached constants.
std::vector<std::string> answer_prepared(pgas::Team& solo, const server::ServedDatabase& served,
                                         query::PlanCache& cache, const std::string& text, int& kept) {
  std::string bytes;
  try {
    const auto use = cache.take({text, kTestBase}, kState);
    const results::AnswerKind kind = query::answer_kind(use.query());
    query::RunOptions options;
    options.format = compared_format(kind);
    options.settings.base = kTestBase;
    options.deadline = Deadline::after(3);
    options.memory.orders = use.orders();
    options.memory.constants = use.constants();
    kept += options.memory.constants != nullptr && options.memory.constants->known() != nullptr ? 1 : 0;
    query::run_query(solo, served.snapshot(), served.dictionary(), use.query(), options, [&](std::string_view piece) {
      bytes += piece;
      return true;
    });
    return normal_form(answer_lines(bytes, has_graph_lines(kind)), false);
  } catch (const Error& error) {
    return {std::string("error ") + error.what()};
  }
}

TEST(PreparedQueries, AnswerAsEachDoesAlone) {
  pgas::Job& job = pgas::test_job();
  const auto solo = job.make_solo_team();
  TestDatabase database("prepared_queries");
  int kept = 0, with_rows = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    RandomQueries queries(seed, RandomQueries::Blanks::none);
    database.build(queries.data());
    query::PlanCache cache;
    std::mt19937_64 random(seed);
    for (int number = 0; number < kQueries; ++number) {
      const std::string first = queries.query();
      for (int variant = 0; variant < kVariants; ++variant) {
        const std::string text = variant == 0 ? first : with_other_constants(first, random);
        const auto prepared = answer_prepared(*solo, database.served(), cache, text, kept);
        const auto alone = answer(*solo, database.served().snapshot(), database.served().dictionary(), text, 0);
        if (took_too_long(prepared) || took_too_long(alone)) continue;
        ASSERT_EQ(prepared, alone) << "seed " << seed << ", query " << number << ": " << text;
        with_rows += !alone.empty() && !alone.front().starts_with("error ") ? 1 : 0;
      }
    }
  }
  EXPECT_GT(kept, kQueries);
  EXPECT_GT(with_rows, kQueries);
}

}  // namespace
}  // namespace quadrille::testing::prepared_queries_test
