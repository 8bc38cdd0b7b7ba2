// All images share the work of one query: no image returns much more than its part of the rows, and few rows move.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <random>

#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "tests/query/changed_database.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/slow_twin.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::shared_work_test {
namespace {

constexpr int kThings = 4000;
constexpr int kClasses = 12;

// A random graph, a ring, a chain that leads to a term of its own, and things of some classes.
std::string data() {
  std::mt19937_64 random(9);
  std::string text = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < kThings; ++thing) {
    text += fmt::format(":t{} :p :t{}, :t{} ; :next :t{} ; a :c{} ; :size {} .\n", thing, random() % kThings,
                        random() % kThings, (thing + 1) % kThings, random() % kClasses, random() % 100);
    if (thing % 10 == 0) text += fmt::format(":hub :spoke :t{} . :t{} :in :hub .\n", thing, thing);
    if (thing < 40) text += fmt::format(":link{} :chain :link{} .\n", thing, thing + 1);
    if (thing % 3 == 0) text += fmt::format(":g{} {{ :t{} :p :t{} }}\n", thing % 2, thing, random() % kThings);
  }
  return text;
}

const char* const kClosures[] = {
    "SELECT ?x { :t0 :p* ?x }",
    "SELECT ?x { :t0 :p+ ?x }",
    "SELECT ?x { ?x :p* :t7 }",
    "SELECT ?x { ?x (:p|^:p)+ :t7 }",
    "SELECT ?x { :t3 (:p/:next)* ?x }",
    "SELECT ?x { :hub (:spoke/:p)+ ?x }",
    "SELECT ?x { :hub (:spoke|:p|^:in)* ?x }",
    "SELECT ?x { ?x (:in|^:spoke)+ :hub }",
    "SELECT ?x { :link0 :chain* ?x }",
    "SELECT ?x { ?x :chain+ :link40 }",
    "SELECT ?x { :t0 (!:p)* ?x }",
    "SELECT ?x { :link3 (:p?/:chain+)* ?x }",
    "SELECT ?x { :nowhere :p* ?x }",
    "SELECT ?x { :nowhere :p+ ?x }",
    "SELECT ?x { 5 (^:size/:p)* ?x }",
    "SELECT ?g ?x { GRAPH ?g { :t0 (:p|^:p)* ?x } }",
    "SELECT ?x { GRAPH :g1 { ?x (:p|^:p)+ :t3 } }",
    "SELECT (COUNT(*) AS ?n) { :t0 :p* ?x }",
    "SELECT ?c (COUNT(*) AS ?n) { :t0 :p* ?x . ?x a ?c } GROUP BY ?c",
    "SELECT ?x ?y { :t0 :next* ?x . ?x :in ?y }",
    "ASK { :t0 :p* :t17 }",
};

TEST(SharedWork, ClosuresFromATermAreAsOfOneImage) {
  pgas::Job& job = pgas::test_job();
  TestDatabase database("shared-closures");
  database.build(data());
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(job.team(), database.path(), 1, open_shards(served.snapshot()));
  for (const char* const text : kClosures) {
    if (!job.team().all(!::testing::Test::HasFailure())) return;
    expect_choices_agree(database, changed, std::string("PREFIX : <http://e/> ") + text, {.spreads_closures = false},
                         {.spreads_closures = true}, {50}, 70);
  }
}

const char* const kLookUps[] = {
    "SELECT ?x ?s { ?x :p ?y . ?y :size ?s }",
    "SELECT ?x ?y ?z { ?x :p ?y . ?y :p ?z . ?z :next ?x }",
    "SELECT ?x ?y { ?x :in ?h . ?x :p ?y . ?y a :c3 }",
    "SELECT ?x ?s { ?x :next ?y OPTIONAL { ?y :in ?h } OPTIONAL { ?y :size ?s } }",
    "SELECT ?x { ?x :p ?y MINUS { ?y :in ?h } }",
    "SELECT ?x { ?x :p ?y FILTER NOT EXISTS { ?y :in :hub } FILTER EXISTS { ?y :next ?z } }",
    "SELECT ?s (COUNT(*) AS ?n) { ?x :p ?y . ?y :size ?s . ?w :next ?y } GROUP BY ?s",
    "SELECT ?g ?x ?z { GRAPH ?g { ?x :p ?y . ?y :p ?z } }",
    "SELECT ?x ?z { ?x a ?c . ?z a ?c . ?x :next ?z }",
    "SELECT ?k ?z { ?x :next ?y BIND(IRI(CONCAT(STR(?y), "
    ")) AS ?k) ?k :p ?z }",
};

TEST(SharedWork, LookUpsByOwnersAreAsOfAnyImage) {
  pgas::Job& job = pgas::test_job();
  TestDatabase database("shared-look-ups");
  database.build(data());
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(job.team(), database.path(), 1, open_shards(served.snapshot()));
  for (const char* const text : kLookUps) {
    if (!job.team().all(!::testing::Test::HasFailure())) return;
    expect_choices_agree(database, changed, std::string("PREFIX : <http://e/> ") + text, {.rows_for_owners = 1e18},
                         {.rows_for_owners = 0}, {50}, 70);
  }
}

// Each row has another place: all variables are keys.
const char* const kOrders[] = {
    "SELECT ?x ?y { ?x :p ?y } ORDER BY ?x ?y",
    "SELECT ?x ?y { ?x :p ?y } ORDER BY DESC(?y) ?x",
    "SELECT ?s ?x { ?x :size ?s } ORDER BY DESC(?s) DESC(?x)",
    "SELECT ?x ?s { ?x :size ?s } ORDER BY (?s * ?s - 40 * ?s) STRLEN(STR(?x)) ?s ?x",
    "SELECT ?x ?y ?text { ?x :p ?y BIND(CONCAT(STR(?y), STR(?x)) AS ?text) } ORDER BY ?text",
    "SELECT ?x { ?x :p :t7 } ORDER BY ?x",
    "SELECT ?x { ?x :nothing ?y } ORDER BY ?x",
    "SELECT ?x ?y { ?x a :c1 OPTIONAL { ?x :in ?y } } ORDER BY ?y DESC(?x)",
    "SELECT DISTINCT ?y { ?x :p ?y } ORDER BY ?y",
    "SELECT ?c (COUNT(*) AS ?n) { ?x a ?c } GROUP BY ?c ORDER BY DESC(?n) ?c",
    "SELECT ?x ?y { ?x :p ?y } ORDER BY ?x ?y OFFSET 3000",
    "SELECT ?x ?y { ?x :p ?y } ORDER BY ?x ?y OFFSET 100 LIMIT 1000",
    "SELECT ?x ?y { ?x :p ?y } ORDER BY ?y DESC(?x) LIMIT 16384",
    "SELECT ?x ?y { ?x ?p ?y } ORDER BY ?y ?x ?p OFFSET 16384 LIMIT 10",
    "SELECT ?x ?y { ?x ?p ?y } ORDER BY ?x ?y ?p OFFSET 20000 LIMIT 17000",
    "SELECT ?x ?y { ?x ?p ?y } ORDER BY ?x ?y ?p OFFSET 20000000 LIMIT 17000",
    "SELECT ?node ?x { ?x :next ?y . [] :p ?x BIND(STR(?x) AS ?node) } ORDER BY ?node",
    "SELECT ?x { { ?x a :c1 } UNION { ?x a :c2 } } ORDER BY STRLEN(STR(?x)) ?x",
};

// The lines of an answer, in its order.
std::string in_order(const Snapshot& snapshot, const Dictionary& dictionary, const std::string& text,
                     std::size_t chunk_rows, bool spreads) {
  query::RunOptions options;
  options.format = results::ResultFormat::tsv;
  options.settings.base = kTestBase;
  options.chunk_rows = chunk_rows;
  options.choices.spreads_order = spreads;
  options.choices.verifies = true;
  std::string bytes;
  query::run_query(pgas::test_job().team(), snapshot, dictionary,
                   parser::parse_query("PREFIX : <http://e/> " + text, kTestBase), options,
                   [&](std::string_view piece) {
                     bytes += piece;
                     return true;
                   });
  return bytes;
}

TEST(SharedWork, AnswersAreInTheOrderOfOneImage) {
  pgas::Job& job = pgas::test_job();
  TestDatabase database("shared-orders");
  database.build(data());
  const server::ServedDatabase& served = database.served();
  const ChangedDatabase changed(job.team(), database.path(), 1, open_shards(served.snapshot()));
  const Snapshot own(database.own_shards());
  for (const char* const text : kOrders) {
    if (!job.team().all(!::testing::Test::HasFailure())) return;
    const std::string expected = in_order(served.snapshot(), served.dictionary(), text, 0, false);
    const auto expect = [&](const Snapshot& snapshot, std::size_t chunk_rows, const char* how) {
      const std::string found = in_order(snapshot, served.dictionary(), text, chunk_rows, true);
      if (job.is_first()) {
        EXPECT_EQ(found, expected) << how << ": " << text;
      }
    };
    expect(served.snapshot(), 0, "whole");
    expect(served.snapshot(), 100, "in pieces");
    expect(own, 0, "by own shards");
    expect(own, 77, "by own shards, in pieces");
    expect(changed.snapshot(), 500, "through changes");
  }
}

class Shares : public ::testing::Test {
 protected:
  void SetUp() override { database_.build(data()); }

  // The profile of a query. The other images than the first get an empty one.
  query::OperatorReport profile(const std::string& text, const Snapshot& snapshot) {
    query::RunOptions options;
    options.settings.base = kTestBase;
    options.explain = query::Explain::profile;
    query::OperatorReport root;
    options.take_explanation = [&](const query::Explanation& made) { root = made.root; };
    query::run_query(pgas::test_job().team(), snapshot, database_.served().dictionary(),
                     parser::parse_query("PREFIX : <http://e/> " + text, kTestBase), options,
                     [](std::string_view) { return true; });
    return root;
  }
  using See = std::function<void(const query::OperatorReport&)>;
  static void for_each(const query::OperatorReport& report, const See& see) {
    see(report);
    for (const query::OperatorReport& input : report.inputs) for_each(input, see);
  }

  TestDatabase database_{"shared-work"};
};

TEST_F(Shares, AreEven) {
  pgas::Job& job = pgas::test_job();
  const auto images = static_cast<std::uint64_t>(job.num_images());
  for (const char* const text : {
           "SELECT ?x (COUNT(*) AS ?n) (MAX(?s) AS ?m) { ?x :p ?y . ?y :size ?s } GROUP BY ?x",
           "SELECT ?c (COUNT(*) AS ?n) (AVG(?s) AS ?m) { ?x :p ?y . ?y :size ?s . ?y a ?c } GROUP BY ?c",
           "SELECT DISTINCT ?y ?s { ?x :p ?y . ?x :size ?s }",
           "SELECT DISTINCT ?c { ?x :p ?y . ?y a ?c }",
           "SELECT (COUNT(DISTINCT ?y) AS ?n) { ?x :p ?y . ?x a ?c }",
           "SELECT (COUNT(DISTINCT *) AS ?n) { ?x :p ?y . ?y a ?c }",
           "SELECT ?c (COUNT(DISTINCT ?y) AS ?n) { ?x :p ?y . ?x a ?c } GROUP BY ?c",
           "SELECT ?x { :t0 :p* ?x }",
           "SELECT ?x { ?x :next+ :t9 }",
           "SELECT ?x ?y { ?x :p ?y } ORDER BY DESC(?y) ?x",
           "SELECT ?x ?s { ?x :size ?s } ORDER BY ?s",
       }) {
    // Where terms are in parts, a whole answer in order is made by one image.
    const char* const vocabulary = std::getenv("QUADRILLE_VOCABULARY");
    if (vocabulary != nullptr && std::string_view(text).find("ORDER BY") != std::string_view::npos) continue;
    for (const bool own : {false, true}) {
      const Snapshot snapshot = own ? Snapshot(database_.own_shards()) : database_.served().snapshot();
      for_each(profile(text, snapshot), [&](const query::OperatorReport& report) {
        if (report.cost.rows < 1000 * images) return;
        EXPECT_LE(report.cost.most_rows * images * 2, report.cost.rows * 3) << text << ": " << report.name;
      });
    }
  }
}

TEST_F(Shares, MoveGroupsInsteadOfRows) {
  pgas::Job& job = pgas::test_job();
  const auto images = static_cast<std::uint64_t>(job.num_images());
  for (const char* const text : {
           "SELECT ?c (COUNT(*) AS ?n) (SUM(?s) AS ?m) { ?x :size ?s . ?x a ?c } GROUP BY ?c",
           "SELECT DISTINCT ?c { ?x :size ?s . ?x a ?c }",
           "SELECT (COUNT(DISTINCT ?c) AS ?n) { ?x :size ?s . ?x a ?c }",
       }) {
    for_each(profile(text, database_.served().snapshot()), [&](const query::OperatorReport& report) {
      if (report.name == "Exchange") {
        EXPECT_LE(report.cost.rows, kClasses * images) << text;
      }
      if (report.name != "Group") return;
      EXPECT_LE(report.cost.exchanged_bytes, kClasses * images * 64) << text;
    });
  }
}

}  // namespace
}  // namespace quadrille::testing::shared_work_test
