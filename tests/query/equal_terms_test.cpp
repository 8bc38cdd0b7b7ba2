// Queries of a closure that is stored by the representatives of equal terms have the answers of the quads that it means
// (class_database.hpp), on all images together and where each reads its own shards alone. A failure prints the seed;
// QUADRILLE_SEED=n QUADRILLE_ROUNDS=1 runs it again.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "loader/database/dump.hpp"
#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "tests/query/class_database.hpp"
#include "tests/query/compared_format.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/random_query.hpp"
#include "tests/query/slow_twin.hpp"

namespace quadrille::testing::equal_terms_test {
namespace {

constexpr const char* kAlone = "<alone> <http://www.w3.org/2002/07/owl#sameAs> <alone> .\n";
constexpr const char* kInferred = "FROM <urn:quadrille:inferred> ";

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// The lines of an answer, sorted, or the message of an error.
std::vector<std::string> lines(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                               const std::string& text, query::RunOptions options = {}) {
  std::string bytes;
  try {
    const parser::Query query = parser::parse_query(text, kTestBase);
    const results::AnswerKind kind = query::answer_kind(query);
    options.format = compared_format(kind);
    options.settings.base = kTestBase;
    options.deadline = Deadline::after(20);
    query::run_query(team, snapshot, dictionary, query, options, [&](std::string_view piece) {
      bytes += piece;
      return bytes.size() < 5'000'000;
    });
    return normal_form(answer_lines(bytes, has_graph_lines(kind)), false);
  } catch (const Error& error) {
    return {std::string("error ") + error.what()};
  }
}

// The query on inferred triples alone.
std::string inferred(std::string text) {
  const std::size_t after = text.starts_with("CONSTRUCT") ? text.find('}') : 0;
  text.insert(text.find('{', after), kInferred);
  return text;
}

class EqualTermsInQueries : public ::testing::Test {
 protected:
  void SetUp() override { database_.emplace("equal_terms"); }
  pgas::Job& job() { return pgas::test_job(); }

  // Collective. Expects the answer of the plain state, and returns its lines.
  std::vector<std::string> expect_alike(const ClassDatabase& classes, const std::string& text,
                                        const query::RunOptions& options, const std::string& about) {
    pgas::Team& team = job().team();
    const Dictionary& dictionary = database_->served().dictionary();
    query::RunOptions usual;
    usual.union_default_graph = options.union_default_graph;
    const auto expected = lines(team, classes.served().plain, dictionary, text, usual);
    const auto found = lines(team, classes.served().by_classes, dictionary, text, options);
    const auto apart = lines(team, classes.apart().by_classes, dictionary, text, options);
    if (!job().is_first() || took_too_long(expected) || took_too_long(found) || took_too_long(apart)) return {};
    EXPECT_EQ(found, expected) << about << ": " << text;
    EXPECT_EQ(apart, expected) << about << ", own shards: " << text;
    return expected;
  }

  std::optional<TestDatabase> database_;
};

TEST_F(EqualTermsInQueries, RandomQueries) {
  pgas::Team& team = job().team();
  const std::uint64_t first = number_from_environment("QUADRILLE_SEED", 1);
  const std::uint64_t rounds = number_from_environment("QUADRILLE_ROUNDS", team.size() > 2 ? 1 : 4);
  int compared = 0;
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    RandomQueries random(seed);
    database_->build(random.data() + kAlone);
    const ClassDatabase classes(job(), *database_, seed, 2 + seed % 3);
    for (int number = 0; number < 45 && team.all(!HasFailure()); ++number) {
      std::string text = random.query();
      if (number % 4 == 3) text = inferred(std::move(text));
      query::RunOptions options;
      options.chunk_rows = number % 3 == 0 ? 3 : 0;
      options.union_default_graph = number % 5 == 4;
      options.choices.verifies = true;
      const auto answer = expect_alike(classes, text, options,
                                       "seed " + std::to_string(seed) + ", query " + std::to_string(number) +
                                           (options.union_default_graph ? ", union" : ""));
      compared += answer.empty() || answer.front().starts_with("error ") ? 0 : 1;
    }
    team.barrier();
  }
  if (job().is_first()) {
    EXPECT_GT(compared, 20);
  }
}

// SAME: owl:sameAs.
constexpr const char* kQueries[] = {
    "SELECT * { ?x SAME ?y }",
    "SELECT * { <n0> SAME ?y }",
    "SELECT * { ?x SAME <n1> }",
    "SELECT * { ?x SAME ?x }",
    "ASK { <n1> SAME <n2> }",
    "SELECT * { ?x SAME ?y . ?y <p0> ?z }",
    "SELECT * { ?x SAME ?y FILTER(?x != ?y) }",
    "SELECT * { ?x ?p ?x }",
    "SELECT * { ?x ?p ?y . ?p ?q ?z }",
    "SELECT * { ?x ?p ?y }",
    "SELECT * { ?x ?p 5 }",
    "SELECT * { 5 ?p ?x }",
    "SELECT * { \"text 3\" ?p ?x }",
    "SELECT * { <n0> ?p ?x }",
    "SELECT * { <n0> <p0> ?x ; <p1> ?y }",
    "SELECT (COUNT(*) AS ?n) { ?x ?p ?y }",
    "SELECT DISTINCT ?p { ?x ?p ?y }",
    "SELECT DISTINCT ?y { ?x <p1> ?y }",
    "SELECT (COUNT(DISTINCT ?x) AS ?n) (COUNT(DISTINCT ?x) AS ?m) { ?x <p1> ?y }",
    "SELECT ?p (COUNT(*) AS ?n) { ?x ?p ?y } GROUP BY ?p",
    "SELECT ?y (COUNT(*) AS ?n) { ?x <p0> ?y } GROUP BY ?y",
    "SELECT ?x { ?x ?p [] }",
    "SELECT ?x { ?x <p0> [ <p1> ?z ] }",
    "SELECT ?x { [] <p0> ?x }",
    "SELECT * { ?x <p0> ?y . ?y <p1> ?z . ?z <p2> ?x }",
    "SELECT * { ?x <p0> ?y . ?x <p1> ?y }",
    "SELECT * { ?x <p0> ?y FILTER(?x = <n0>) }",
    "SELECT * { ?x <p0> ?y FILTER(?y IN (<n0>, <n1>, 5)) }",
    "SELECT * { ?x ?p ?y FILTER(?y > 5) }",
    "SELECT * { ?x ?p ?y FILTER(?y = 5 || ?y = \"text 3\") }",
    "SELECT * { ?x <p0> ?y . ?z <p1> ?w FILTER(?y = ?w) }",
    "SELECT * { ?x <p0> ?y . ?z <p1> ?w FILTER(sameTerm(?x, ?w)) }",
    "SELECT * { ?x <p0> ?y . ?z <p1> ?w FILTER(?x = ?z) }",
    "SELECT * { ?x ?p ?y FILTER(isLiteral(?y)) }",
    "SELECT * { ?x ?p ?y FILTER(isIRI(?y) && STRSTARTS(STR(?y), \"http\")) }",
    "SELECT * { ?x ?p ?y FILTER(STRSTARTS(?y, \"text 1\")) }",
    "SELECT * { ?x <p0> ?y BIND(STR(?y) AS ?z) }",
    "SELECT * { BIND(<n0> AS ?x) ?x <p0> ?y }",
    "SELECT * { VALUES ?x { <n0> <n1> 5 <unheard> } ?x <p0> ?y }",
    "SELECT * { VALUES ?y { <n0> <n1> 5 <unheard> } ?x <p0> ?y }",
    "SELECT * { ?x <p0> ?y OPTIONAL { ?y <p1> ?z } }",
    "SELECT * { ?x <p0> <n0> OPTIONAL { ?x <p1> ?z OPTIONAL { ?z <p2> ?w } } }",
    "SELECT * { <n0> <p0> ?x OPTIONAL { ?x a ?z } }",
    "SELECT * { ?x <p0> ?y MINUS { ?y <p1> ?z } }",
    "SELECT * { ?x <p0> ?y MINUS { <n0> <p1> ?y } }",
    "SELECT * { ?x <p0> ?y FILTER EXISTS { ?y <p1> ?z } }",
    "SELECT * { ?x <p0> ?y FILTER NOT EXISTS { ?x <p1> ?y } }",
    "SELECT * { ?x <p0> ?y FILTER NOT EXISTS { ?x SAME ?z FILTER(?z != ?x) } }",
    "SELECT * { ?x <p0> ?y FILTER EXISTS { ?y <p1> ?z FILTER(?z != ?x) } }",
    "SELECT * { ?x <p0> ?y FILTER EXISTS { ?z <p1> ?w OPTIONAL { ?z <p2> ?y } FILTER(?w != ?x) } }",
    "SELECT * { { ?x <p0> ?y } UNION { ?y <p1> ?x } }",
    "SELECT * { ?x <p1> ?z { SELECT DISTINCT ?x { ?x <p0> ?y } } }",
    "SELECT * { ?x <p1> ?z { SELECT ?x (COUNT(*) AS ?n) { ?x <p0> ?y } GROUP BY ?x } }",
    "SELECT * { GRAPH ?g { ?x <p0> ?y } ?x <p1> ?z }",
    "SELECT * { GRAPH <g0> { ?x <p0> ?y } ?y <p1> ?z }",
    "SELECT * { GRAPH ?g { <n0> ?p ?y } }",
    "SELECT * { GRAPH ?g { ?x <p0>* ?y } }",
    "SELECT * FROM <g0> { ?x <p0> ?y }",
    "SELECT * FROM <g0> FROM <g1> { <n0> <p0>+ ?y }",
    "SELECT * FROM NAMED <g0> { GRAPH ?g { ?x <p0> ?y } }",
    "CONSTRUCT { ?x <is> ?y } { ?x <p0> ?y }",
    "CONSTRUCT { ?y <of> ?x } { ?x SAME ?y }",
    "DESCRIBE <n0>",
    "DESCRIBE <n1> <n3> 5",
    "DESCRIBE ?x { <n1> <p0> ?x }",
    "SELECT * { ?x SAME+ ?y }",
    "SELECT * { ?x SAME* ?y }",
    "SELECT * { ?x SAME? ?y }",
    "SELECT * { ?x ^SAME ?y }",
    "SELECT * { ?x !SAME ?y }",
    "SELECT * { ?x !(SAME|^SAME) ?y }",
    "SELECT * { ?x !(<p0>|<p1>) ?y }",
    "SELECT * { ?x !(<p0>|^<p1>) ?y }",
    "SELECT * { ?x !<p0>/<p1> ?y }",
    "SELECT * { <n0> !(<p0>|<p1>|<p2>) ?y }",
    "SELECT * { ?x (!<p0>)+ ?y }",
    "SELECT * { <n0> (!(<p1>|^<p2>))* ?y }",
    "SELECT * { ?x (SAME/<p0>)+ ?y }",
    "SELECT * { ?x (SAME|<p0>)* ?y }",
    "SELECT * { <n0> SAME* ?y }",
    "SELECT * { <n0> SAME+ ?y }",
    "SELECT * { ?x SAME* 5 }",
    "SELECT * { 5 SAME* ?y }",
    "SELECT * { ?x SAME+ \"text 3\" }",
    "SELECT * { ?x <p0>+ ?y }",
    "SELECT * { ?x <p0>* ?y }",
    "SELECT * { ?x <p0>? ?y }",
    "SELECT * { ?x ^<p0>* ?y }",
    "SELECT * { ?x (^<p0>)+ ?y }",
    "SELECT * { ?x (<p0>|^<p0>)+ ?y }",
    "SELECT * { ?x (<p0>/^<p1>)* ?y }",
    "SELECT * { ?x (<p0>?/<p1>)+ ?y }",
    "SELECT * { ?x (<p0>?)+ ?y }",
    "SELECT * { ?x (<p0>/<p1>?)? ?y }",
    "SELECT * { ?x <p0>* ?x }",
    "SELECT * { ?x <p0>+ ?x }",
    "SELECT * { <n0> <p0>+ ?y }",
    "SELECT * { <n0> <p0>* ?y }",
    "SELECT * { <unheard> <p0>* ?y }",
    "SELECT * { ?x <p0>* <n0> }",
    "SELECT * { ?x <p0>+ 5 }",
    "SELECT * { ?x <p0>* 5 }",
    "ASK { <n0> <p0>* <n1> }",
    "ASK { <n0> <p0>+ <n0> }",
    "SELECT * { ?x <p1> ?z . ?x <p0>* ?y }",
    "SELECT * { ?x <p1> ?z . ?y <p0>+ ?z }",
    "SELECT * { VALUES ?x { <n0> <n1> 5 <unheard> } ?x <p0>* ?y }",
    "SELECT * { ?x <p0> ?y OPTIONAL { ?y <p1>* ?z } }",
    "SELECT * { ?x a <class> . ?x <p1> ?y } ORDER BY ?x ?y LIMIT 1000",
    "SELECT (COUNT(*) AS ?n) { SELECT * { ?x ?p ?y } LIMIT 17 }",
    "SELECT * { ?x <p0> ?y . FILTER(?y < 6 && ?y > 1) ?x <p1> ?z }",
};

TEST_F(EqualTermsInQueries, QueriesOfAllKinds) {
  const std::uint64_t first = number_from_environment("QUADRILLE_SEED", 1);
  pgas::Team& team = job().team();
  const std::uint64_t rounds = number_from_environment("QUADRILLE_ROUNDS", team.size() > 2 ? 1 : 2);
  int compared = 0, number = 0;
  for (std::uint64_t seed = first; seed < first + rounds; ++seed) {
    RandomQueries random(100 + seed);
    database_->build(random.data() + kAlone);
    const ClassDatabase classes(job(), *database_, seed, 5);
    for (const char* query : kQueries) {
      const std::string text = with(query, "SAME", "<http://www.w3.org/2002/07/owl#sameAs>");
      const bool has_dataset = text.find("FROM") != std::string::npos || text.starts_with("DESCRIBE <");
      for (const bool only : {false, true}) {
        if (only && has_dataset) continue;
        query::RunOptions options;
        options.chunk_rows = ++number % 3 == 0 ? 5 : 0;
        options.choices.verifies = true;
        const std::string asked = only ? inferred(text) : text;
        const auto answer = expect_alike(classes, asked, options, "seed " + std::to_string(seed));
        compared += answer.empty() ? 0 : 1;
        if (!has_dataset && !only) {
          options.union_default_graph = true;
          expect_alike(classes, text, options, "union, seed " + std::to_string(seed));
        }
      }
    }
    team.barrier();
  }
  if (job().is_first()) {
    EXPECT_GT(compared, 100);
  }
}

TEST_F(EqualTermsInQueries, WithoutTheClassesAnswersDiffer) {
  RandomQueries random(101);
  database_->build(random.data() + kAlone);
  const ClassDatabase classes(job(), *database_, 1, 5);
  const std::string all = "SELECT * { ?x ?p ?y }";
  const auto blind = lines(job().team(), classes.blind(), database_->served().dictionary(), all);
  const auto plain = lines(job().team(), classes.served().plain, database_->served().dictionary(), all);
  if (job().is_first()) {
    EXPECT_LT(blind.size(), plain.size());
    EXPECT_EQ(plain.size(), static_cast<std::size_t>(std::ranges::count(classes.meant(), kDefaultGraph, &Quad::graph)));
  }
}

// A class of a thousand members twice in a row is a million rows, of which few are in memory at a time.
TEST_F(EqualTermsInQueries, ALargeClassNeedsLittleMemory) {
  std::string data = kAlone;
  for (int member = 0; member < 1000; ++member) data += "<m" + std::to_string(member) + "> <kind> <one> .\n";
  data += "<m3> <p> <m4> . <m5> <q> <other> . <other> <p> <m9> .\n";
  database_->build(data);
  const ClassDatabase classes(job(), *database_, std::string(kTestBase) + "kind");
  query::RunOptions options;
  options.memory_bytes = (job().team().is_one_group() ? 6 : 12) << 20;  // walks of several groups begin many at once
  const auto count = [&](const std::string& pattern) {
    return lines(job().team(), classes.served().by_classes, database_->served().dictionary(),
                 "SELECT (COUNT(*) AS ?n) { " + pattern + " }", options);
  };
  const std::pair<const char*, const char*> cases[] = {
      {"?x <p> ?y", "1001000"},
      {"?x <http://www.w3.org/2002/07/owl#sameAs>+ ?y", "1000001"},
      {"?x <p> ?y . ?y <q> ?z", "1001000"},
      {"<m1> <p>+ ?y", "1000"},
      {"?x <p>+ <m2>", "1001"},
      {"<other> (<p>/<q>)+ ?y", "1"},
  };
  for (const auto& [pattern, number] : cases) {
    const auto answer = count(pattern);
    if (!job().is_first()) continue;
    EXPECT_EQ(answer, std::vector<std::string>{number}) << pattern;
  }
}

// Collective. The lines of the dumps of all images, sorted, on the first image.
std::vector<std::string> dumped(pgas::Job& job, const Snapshot& snapshot, const Dictionary& dictionary) {
  std::string all;
  pgas::Team& team = job.team();
  pgas::QueryArena arena(job.heap());
  team.run([&] {
    QuadDump dump(team, arena, dictionary, snapshot, shards_of_member(team.rank(), team.size(), snapshot.shards()));
    for (std::string piece; dump.next(piece);) all += piece;
  });
  std::vector<std::string> lines;
  for (int member = 0; member < team.size(); ++member) {
    std::istringstream text(team.broadcast(all, member));
    for (std::string line; team.is_first() && std::getline(text, line);) lines.push_back(line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_F(EqualTermsInQueries, ADumpHasTheQuadsThatAreMeant) {
  RandomQueries random(7);
  database_->build(random.data() + kAlone);
  const ClassDatabase classes(job(), *database_, 7, 5);
  for (const View view : {View::closure, View::stated, View::inferred}) {
    const Dictionary& dictionary = database_->served().dictionary();
    const auto plain = dumped(job(), classes.served().plain.to_read(view), dictionary);
    const auto served = dumped(job(), classes.served().by_classes.to_read(view), dictionary);
    const auto apart = dumped(job(), classes.apart().by_classes.to_read(view), dictionary);
    if (!job().is_first()) continue;
    EXPECT_EQ(served, plain) << static_cast<int>(view);
    EXPECT_EQ(apart, plain) << "own shards, " << static_cast<int>(view);
    EXPECT_GT(plain.size(), 20u);
  }
}

TEST_F(EqualTermsInQueries, APlanShowsWhatIsExpanded) {
  database_->build(std::string(kAlone) + "<m0> <kind> <one> . <m1> <kind> <one> . <m0> <p> <m1> .\n");
  const ClassDatabase classes(job(), *database_, std::string(kTestBase) + "kind");
  const auto plan = [&](const Snapshot& snapshot) {
    std::string text;
    query::RunOptions options;
    options.explain = query::Explain::rules;
    options.take_explanation = [&](const query::Explanation& made) { text = query::to_text(made); };
    lines(job().team(), snapshot, database_->served().dictionary(),
          "SELECT ?x { ?x <p> ?y . ?y <kind> ?z OPTIONAL { ?x <p> <m1> } }", options);
    return text.empty() ? text : text.substr(text.find("estimated"));  // the first member has it
  };
  const std::string with_classes = plan(classes.served().by_classes), without = plan(classes.blind()),
                    none = plan(classes.blind().with(std::make_shared<const EqualTerms>()));
  if (!job().is_first()) return;
  EXPECT_NE(with_classes.find("Expand  owl:sameAs of ?x ?y ?z"), std::string::npos) << with_classes;
  EXPECT_EQ(without.find("Expand"), std::string::npos) << without;
  EXPECT_EQ(none, without);
}

TEST_F(EqualTermsInQueries, AnotherNameOfOwlSameAsIsRefused) {
  database_->build(kAlone);
  const Database whole(database_->path());
  const Huri same_as = whole.dictionary().find(TermView::iri("http://www.w3.org/2002/07/owl#sameAs"));
  const Huri alone = whole.dictionary().find(TermView::iri(std::string(kTestBase) + "alone"));
  const auto equal =
      std::make_shared<const EqualTerms>(same_as, std::vector<EqualTerms::Member>{{same_as, alone}, {alone, alone}});
  const auto answer = lines(job().team(), database_->served().snapshot().with(equal), database_->served().dictionary(),
                            "SELECT * { ?x ?p ?y }");
  if (job().is_first()) {
    EXPECT_NE(answer.front().find("stands for owl:sameAs itself"), std::string::npos) << answer.front();
  }
}

}  // namespace
}  // namespace quadrille::testing::equal_terms_test
