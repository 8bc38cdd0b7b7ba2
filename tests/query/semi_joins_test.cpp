// Compares semi-joins by the owners of the keys (query/joins/semi_join.hpp) with moving the rows to the owners and with
// hash joins; and tests the messages.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "query/index/key_packing.hpp"
#include "query/table/factorizer.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::semi_joins_test {
namespace {

using query::OperatorChoices;

const auto kSemiJoin = query::RuleSet::only(query::Rule::semi_join);
const OperatorChoices kNever{.off = kSemiJoin}, kAlways{.always = kSemiJoin};

// Of all kinds that an object may be.
std::string value(std::mt19937_64& random) {
  const std::uint64_t number = random() % 60;
  switch (random() % 9) {
    case 0:
      return fmt::format("{}", number);
    case 1:
      return fmt::format("{}.5e{}", number, number % 7);
    case 2:
      return fmt::format("\"text {}\"", number);
    case 3:
      return fmt::format("\"text {}\"@en", number);
    case 4:
      return fmt::format("\"20{:02}-01-01\"^^<http://www.w3.org/2001/XMLSchema#date>", number);
    case 5:
      return fmt::format("_:b{}", number);
    case 6:
      return fmt::format("\"{}\"^^:own", number);
    case 7:
      return "true";
    default:
      return fmt::format(":t{}", number);
  }
}

// Classes, of which two are heavy objects and one is rare; edges; values of two properties that meet; graphs.
std::string data() {
  std::mt19937_64 random(8);
  std::string text = "@prefix : <http://e/> .\n";
  constexpr std::uint64_t kThings = 1000;
  for (std::uint64_t thing = 0; thing < kThings; ++thing) {
    const std::string name = thing % 11 == 0 ? fmt::format("_:b{}", thing) : fmt::format(":t{}", thing);
    text += fmt::format("{} a :C{} ; :to :t{} ; :p {} ", name, thing % 40 == 0 ? 2 : thing % 2, random() % kThings,
                        value(random));
    if (random() % 3 == 0) text += fmt::format("; :q {} ", value(random));
    if (random() % 2 == 0) text += fmt::format("; :back :t{}, _:b{} ", random() % kThings, random() % kThings);
    text += fmt::format(".\n:g{} {{ {} :in :t{} ; :p {} }}\n", thing % 3, name, random() % kThings, value(random));
  }
  return text;
}

constexpr const char* kPatterns[] = {
    "?a :to ?b . ?b a :C0",
    "?a :to ?b . ?b a :C2",
    "?a :to ?b . ?b :back ?a",
    "?a :to ?b . ?b :to ?c . ?c a :C1 . ?a a :C0 . ?b a :C0",
    "?a :back ?b . ?b a ?class . ?a a ?class",
    "?a :p ?v . ?b :q ?v . ?b a :C1 . ?a :to ?c . ?c a :C0",
    "?a :p ?v FILTER EXISTS { ?b :q ?v }",
    "?a :p ?v FILTER NOT EXISTS { ?b :q ?v }",
    "?a :to ?b FILTER EXISTS { ?b a :C0 }",
    "?a :to ?b FILTER NOT EXISTS { ?b a :C1 }",
    "?a :to ?b FILTER NOT EXISTS { ?b :back ?a }",
    "?a :to ?b FILTER EXISTS { ?b :back ?c }",
    "?a :to ?b FILTER NOT EXISTS { ?b ?p ?a }",
    "?a :to ?b FILTER EXISTS { ?b :back ?b }",
    "?a :to ?b FILTER(?b = :t7 || EXISTS { ?b a :C2 })",
    "?a :to ?b BIND(EXISTS { ?b a :C1 } AS ?is)",
    "?a :to ?b MINUS { ?b a :C0 }",
    "?a :p ?v MINUS { ?b :q ?v }",
    "?a :to ?b MINUS { ?b :to ?c }",
    "?a :to ?b OPTIONAL { ?b :q ?v } MINUS { ?b :q ?v }",
    "?a :to ?b OPTIONAL { ?b :q ?v } FILTER NOT EXISTS { ?c :p ?v }",
    "?a :nothing ?b . ?b a :C0",
    "?a :to ?b . ?b a :NoClass",
    "?a a :C2 . ?a :to ?b FILTER NOT EXISTS { ?b a :C2 }",
    "GRAPH :g1 { ?a :in ?b } FILTER EXISTS { ?b a :C0 }",
    "GRAPH ?g { ?a :in ?b . ?b :in ?c FILTER NOT EXISTS { ?c :in ?a } }",
    "GRAPH ?g { ?a :in ?b FILTER EXISTS { ?b :in ?c } }",
    "?a :to ?b FILTER EXISTS { GRAPH ?g { ?b :p 7 } }",
    "?a :to ?b . ?b :to ?c . ?c :to ?d . ?d :back ?a",
    "?a :p ?v . BIND(IF(?v = 7, 8, ?v) AS ?w) FILTER EXISTS { ?b :q ?w }",
    "?a :p ?v . BIND(CONCAT(STR(?v), \"\") AS ?w) FILTER NOT EXISTS { ?b :q ?w }",
    "{ SELECT ?b (COUNT(*) AS ?n) { ?a :to ?b } GROUP BY ?b } FILTER EXISTS { ?b a :C0 }",
    "VALUES ?b { :t1 :t2 :t3 7 \"text 3\" } FILTER EXISTS { ?b a :C1 }",
    "{ ?a :to ?b } UNION { ?a :back ?b } FILTER NOT EXISTS { ?b a :C1 } FILTER EXISTS { ?a a :C0 }",
};

class Databases {
 public:
  Databases() : database_("semi_joins") {
    database_.build(data());
    own_.emplace(database_.own_shards());
    changed_.emplace(pgas::test_job().team(), database_.path(), 1, open_shards(*own_));
  }
  const Dictionary& dictionary() const { return database_.served().dictionary(); }
  const Snapshot& served() const { return database_.served().snapshot(); }
  const Snapshot& own() const { return *own_; }  // each image its own shards
  const Snapshot& changed() const { return changed_->snapshot(); }

 private:
  TestDatabase database_;
  std::optional<Snapshot> own_;
  std::optional<ChangedDatabase> changed_;
};

std::size_t semi_joins_of(const query::OperatorReport& plan) {
  std::size_t tests = plan.name == "SemiJoin" ? 1 : 0;
  for (const query::OperatorReport& input : plan.inputs) tests += semi_joins_of(input);
  return tests;
}

// On the first member: the plan, or what running it has cost.
query::OperatorReport explained(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                                const std::string& text, query::RunOptions options) {
  const parser::Query query = parser::parse_query(text, kTestBase);
  query::OperatorReport root;
  options.take_explanation = [&](const query::Explanation& plan) { root = plan.root; };
  query::run_query(team, snapshot, dictionary, query, options, [](std::string_view) { return true; });
  return root;
}

std::size_t tests_in_plan(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                          const std::string& text, const OperatorChoices& choices) {
  query::RunOptions options;
  options.choices = choices;
  options.explain = query::Explain::plan;
  return semi_joins_of(explained(team, snapshot, dictionary, text, options));
}

TEST(SemiJoin, KeepsWhatJoinsKeep) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  const Databases databases;
  int with_rows = 0;
  std::size_t tests = 0;
  for (const char* const pattern : kPatterns) {
    if (!team.all(!::testing::Test::HasFailure())) return;
    const std::string query = fmt::format("PREFIX : <http://e/> SELECT * {{ {} }}", pattern);
    const auto answers = [&](const Snapshot& snapshot, std::size_t chunk_rows, const OperatorChoices& choices) {
      return answer(team, snapshot, databases.dictionary(), query, chunk_rows, 5, nullptr, choices);
    };
    const auto expected = answers(databases.served(), 0, kNever);
    const auto moved = answers(databases.own(), 0, kNever);
    const auto found = answers(databases.own(), 0, kAlways);
    const auto in_pieces = answers(databases.own(), 7, kAlways);
    const auto in_changes = answers(databases.changed(), 0, kAlways);
    const auto in_pieces_of_changes = answers(databases.changed(), 11, kAlways);
    const auto where_they_pay = answers(databases.own(), 0, OperatorChoices());
    tests += tests_in_plan(team, databases.own(), databases.dictionary(), query, kAlways);
    if (!job.is_first()) continue;
    EXPECT_TRUE(moved == expected) << query;
    EXPECT_TRUE(found == expected) << query << found.size() << " and " << expected.size() << " lines";
    EXPECT_TRUE(in_pieces == expected) << query << in_pieces.size() << " and " << expected.size() << " lines";
    EXPECT_TRUE(in_changes == expected) << query << in_changes.size() << " and " << expected.size() << " lines";
    EXPECT_TRUE(in_pieces_of_changes == expected) << query;
    EXPECT_TRUE(where_they_pay == expected) << query;
    if (expected.size() > 1) ++with_rows;
  }
  if (job.is_first()) {
    EXPECT_GT(with_rows, 20);
    EXPECT_GE(tests, team.size() > 1 ? std::size(kPatterns) * 3 / 4 : 0);
  }
}

// Every key of these is tested more than once, so that bitmaps are built.
TEST(SemiJoin, AsksSetsOfBitsOnceTheyPay) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  TestDatabase database("semi_joins_bits");
  std::string text = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 120'000; ++thing) {
    text += fmt::format(":t{0} :to :t{1} .\n", thing, thing * 7919 % 120'000);
    if (thing % 3 != 0) text += fmt::format(":t{} a :C .\n", thing);
  }
  database.build(text);
  const Snapshot own(database.own_shards());
  const std::string query = "PREFIX : <http://e/> SELECT (COUNT(*) AS ?n) { ?a :to ?b FILTER EXISTS { ?b a :C } }";
  for (int time = 0; time < 8; ++time) {
    const auto found = answer(team, own, database.served().dictionary(), query, 0, 5, nullptr, kAlways);
    if (job.is_first()) {
      EXPECT_EQ(found, std::vector<std::string>{"80000"});
    }
  }
  if (team.size() > 1) {
    EXPECT_GT(database.own_shards().class_bitmaps().used_bytes(), 0u);
  }
}

std::vector<Huri> all_kinds(std::mt19937_64& random, std::size_t count) {
  std::vector<Huri> keys;
  const std::uint64_t mixture = random() % 4;
  while (keys.size() < count) {
    const std::uint64_t id = mixture == 0 ? random() % 1000 : random() >> (random() % 50);
    const auto kind = static_cast<std::uint64_t>(mixture < 2 ? 1 : 1 + keys.size() * 5 / count);
    const std::uint64_t low = mixture == 3 && random() % 3 == 0 ? 0xffffffff : 0;
    keys.emplace_back(kind << 60 | ((id | low) & 0x00ffffffffffffff));
  }
  return keys;
}

TEST(PackedKeys, AreWhatTheyWere) {
  std::mt19937_64 random(5);
  pgas::QueryArena arena(pgas::test_job().team().heap());
  for (int round = 0; round < 200; ++round) {
    const std::size_t rows = random() % 300;
    const std::vector<Huri> first = all_kinds(random, rows), second = all_kinds(random, rows);
    const std::vector<std::span<const Huri>> columns{first, second};
    std::vector<std::uint32_t> picked;
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (random() % 4 != 0) picked.push_back(row);
    }
    std::vector<std::uint32_t> words(query::most_packed_words(picked.size(), 2));
    words.resize(query::pack_keys(columns, picked, words));
    query::Table keys(arena, 2);
    query::unpack_keys(words, keys);
    ASSERT_EQ(keys.rows(), picked.size());
    for (std::size_t place = 0; place < picked.size(); ++place) {
      EXPECT_EQ(keys.column(0)[place], first[picked[place]]);
      EXPECT_EQ(keys.column(1)[place], second[picked[place]]);
    }
  }
}

TEST(PackedKeys, TakeFourBytesEachWhereTheyComeKindByKind) {
  std::vector<Huri> keys;
  std::vector<std::uint32_t> all;
  for (std::uint64_t kind = 1; kind < 5; ++kind) {
    for (std::uint64_t id = 0; id < 10'000; ++id) keys.emplace_back(kind << 60 | id * 100'000 / 3);
  }
  for (std::uint32_t row = 0; row < keys.size(); ++row) all.push_back(row);
  const std::vector<std::span<const Huri>> columns{keys};
  std::vector<std::uint32_t> words(query::most_packed_words(all.size(), 1));
  EXPECT_LT(query::pack_keys(columns, all, words), all.size() + 50);
}

TEST(Factorizer, AreOfDifferentKeysInTheirOrder) {
  std::mt19937_64 random(6);
  query::Factorizer numbers;
  for (int round = 0; round < 50; ++round) {
    std::vector<Huri> first, second;
    for (int row = 0; row < 200; ++row) {
      first.emplace_back(std::uint64_t{1} << 60 | random() % 9);
      second.emplace_back(std::uint64_t{1} << 60 | random() % 9);
    }
    const std::vector<std::span<const Huri>> columns{first, second};
    numbers.count(columns, first.size());
    std::uint32_t next = 0;
    for (std::size_t row = 0; row < first.size(); ++row) {
      const std::uint32_t number = numbers.of_rows()[row], leader = numbers.first_rows()[number];
      ASSERT_LE(number, next);
      if (number == next) ++next;
      EXPECT_LE(leader, row);
      EXPECT_EQ(first[leader], first[row]);
      EXPECT_EQ(second[leader], second[row]);
    }
    EXPECT_EQ(next, numbers.size());
  }
}

std::uint64_t most_scanned(const query::OperatorReport& plan) {
  std::uint64_t rows = plan.name == "IndexScan" ? plan.cost.most_rows : 0;
  for (const query::OperatorReport& input : plan.inputs) rows = std::max(rows, most_scanned(input));
  return rows;
}

// Each of them reads a few chunks a round, and hands them on as one.
TEST(SemiJoin, RoundsDoNotGrowWithTheTestsAboveEachOther) {
  pgas::Job& job = pgas::test_job();
  pgas::Team& team = job.team();
  TestDatabase database("rounds");
  std::string text = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 60'000; ++thing) {
    text += fmt::format(":t{} :p0 :t{} ; :p1 1 ; :p2 2 ; :p3 3 ; :p4 4 .\n", thing, thing * 7919 % 60'000);
  }
  database.build(text);
  query::RunOptions options;
  options.choices = kAlways;
  options.explain = query::Explain::profile;
  options.chunk_rows = 100;
  const auto plan =
      explained(team, Snapshot(database.own_shards()), database.served().dictionary(),
                "PREFIX : <http://e/> SELECT ?b { ?a :p0 ?b FILTER EXISTS { ?b :p1 ?x } FILTER EXISTS { ?b :p2 ?y } "
                "FILTER EXISTS { ?b :p3 ?z } FILTER EXISTS { ?b :p4 ?u } } LIMIT 2000",
                options);
  if (team.size() == 1 || !job.is_first()) return;
  EXPECT_EQ(semi_joins_of(plan), 4u);
  EXPECT_LT(most_scanned(plan), 6000u);
}

}  // namespace
}  // namespace quadrille::testing::semi_joins_test
