// The fast way to the bytes of an answer (texts of whole columns) and the plain one (term by term) write the same, for
// all formats, all kinds of terms, chunks of several sizes, all images together and each with only its own shards. A
// failure prints the seed; QUADRILLE_SEED=n runs it again.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "pgas/test_main.hpp"
#include "query/answer/run_query.hpp"
#include "tests/query/query_file.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::answer_forms_test {
namespace {

using results::ResultFormat;

// Quads as TriG.
class RandomData {
 public:
  explicit RandomData(std::uint64_t seed) : random_(seed) {}

  std::string quads(int count) {
    std::string text = "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n";
    for (int i = 0; i < count; ++i) {
      const std::string triple = subject() + " " + predicate() + " " + object() + " . ";
      text += below(5) == 0 ? "<g" + std::to_string(below(3)) + "> { " + triple + "}\n" : triple + "\n";
    }
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  std::string number() { return std::to_string(below(300)); }
  const char* one_of(std::initializer_list<const char*> texts) { return texts.begin()[below(texts.size())]; }

  std::string node() {
    return std::string("<http://www.Department") + std::to_string(below(4)) + ".University.edu/" +
           one_of({"Student", "Course", "a,b&c=", "\u00e9t\u00e9/"}) + number() + ">";
  }
  std::string subject() { return below(8) == 0 ? "_:b" + number() : node(); }
  std::string predicate() { return below(6) == 0 ? "a" : "<p" + std::to_string(below(4)) + ">"; }
  std::string text() {
    std::string all;
    for (std::size_t left = below(5); left > 0; --left) {
      all += one_of(
          {"plain words ", "\\\"", "\\\\", "\\n", "\\r", "\\t", "<", "&", ",", "\u00fc", "\\u0001", "\\uFFFE", "z"});
    }
    return below(50) == 0 ? std::string(3000, 'x') + all : all;
  }
  std::string object() {
    switch (below(12)) {
      case 0:
        return "_:b" + number();
      case 1:
      case 2:
        return '"' + text() + '"';
      case 3:
        return '"' + text() + '"' + one_of({"@en", "@de-CH"});
      case 4:
        return '"' + text() + "\"^^<http://types/" + one_of({"a", "b&c"}) + ">";
      case 5:
        return one_of({"7", "-12", "3.25", "1e10", "true", "\"007\"^^xsd:integer", "\"1.\"^^xsd:decimal"});
      case 6:
        return number() + number() + number() + number() + number() + "999999999";  // no code has it
      case 7:
        return one_of({"\"2020-02-29\"^^xsd:date", "\"2020-02-29T12:00:00.1234567891Z\"^^xsd:dateTime",
                       "\"2020-02-29T12:00:00Z\"^^xsd:dateTime", "\"INF\"^^xsd:double", "\"x\"^^xsd:integer"});
      default:
        return node();
    }
  }

  std::mt19937_64 random_;
};

const std::vector<const char*> kQueries = {
    "SELECT ?s ?p ?o { ?s ?p ?o }",
    "SELECT ?s { ?s ?p ?o }",
    "SELECT ?o { ?s ?p ?o }",
    "SELECT ?s { ?s a ?o }",
    "SELECT DISTINCT ?p { ?s ?p ?o }",
    "SELECT ?o ?s { ?s <p1> ?x . ?x ?q ?o }",
    "SELECT ?x ?o ?s { ?s ?p ?o OPTIONAL { ?o ?q ?x } }",
    "SELECT ?x { ?s ?p ?o OPTIONAL { ?o ?q ?x } }",
    "SELECT ?never ?s { ?s <p2> ?o }",
    "SELECT ?s ?c { ?s ?p ?o BIND(CONCAT(STR(?o), \"<&,\\t\") AS ?c) }",
    "SELECT ?c { ?s ?p ?o BIND(IF(isLiteral(?o), STRLANG(STR(?o), \"fr\"), ?s) AS ?c) }",
    "SELECT ?o ?p { ?s ?p ?o } ORDER BY ?o ?p ?s",
    "SELECT ?g ?s { GRAPH ?g { ?s ?p ?o } } LIMIT 40",
    "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
    "SELECT ?s { ?s <nowhere> ?o }",
    "SELECT * {}",
    "SELECT (1 AS ?one) (\"a\\nb\" AS ?two) {}",
};
constexpr const char* kAllQuads = "SELECT ?s ?p ?o ?g { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }";
const std::vector<const char*> kGraphs = {"CONSTRUCT WHERE { ?s ?p ?o }",
                                          "CONSTRUCT { ?x <new> _:b . _:b a ?y } WHERE { ?x <p0> ?y }",
                                          "DESCRIBE ?s { ?s <p3> ?o }"};

struct Asked {
  const char* text;
  ResultFormat format;
};

std::vector<Asked> everything() {
  std::vector<Asked> all;
  for (const char* text : kQueries) {
    for (const ResultFormat format : {ResultFormat::tsv, ResultFormat::csv, ResultFormat::json, ResultFormat::xml}) {
      all.push_back({text, format});
    }
  }
  for (const char* text : kGraphs) {
    for (const ResultFormat format : {ResultFormat::ntriples, ResultFormat::turtle}) all.push_back({text, format});
  }
  for (const ResultFormat format : {ResultFormat::nquads, ResultFormat::trig}) all.push_back({kAllQuads, format});
  for (const char* text : {kQueries.front(), kGraphs.front()}) all.push_back({text, ResultFormat::html});
  return all;
}

bool groups_rows(ResultFormat format) {
  return format == ResultFormat::turtle || format == ResultFormat::trig;
}

// Some data, asked by all images.
class AnswerForms : public ::testing::Test {
 protected:
  // Chunks of 50 rows are read at once and written at once by either way.
  static constexpr std::size_t kOneBatch = 50;

  std::string answer(const Snapshot& snapshot, const Asked& asked, std::size_t chunk_rows, bool term_by_term) {
    query::RunOptions options;
    options.format = asked.format;
    options.settings.base = kTestBase;
    options.chunk_rows = chunk_rows;
    options.choices.term_by_term = term_by_term;
    std::string bytes;
    query::run_query(team_, snapshot, database_.served().dictionary(), parser::parse_query(asked.text, kTestBase),
                     options, [&](std::string_view piece) {
                       bytes += piece;
                       return true;
                     });
    return bytes;
  }

  static constexpr std::string_view kBeginOfTable = "<tbody>";

  // Pieces of several images come as they are ready: then the same lines in any order. Which row of a JSON answer is
  // the last, hence without a comma, depends on that, and which row of a page stands behind the begin of its table.
  static std::vector<std::string> lines_of(const std::string& bytes) {
    std::vector<std::string> lines(1);
    for (const char byte : bytes) {
      if (byte != '\n') {
        lines.back() += byte;
        continue;
      }
      if (lines.back().ends_with("},")) lines.back().pop_back();
      if (lines.back().starts_with(kBeginOfTable)) lines.back().erase(0, kBeginOfTable.size());
      lines.emplace_back();
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  void compare(const Snapshot& snapshot, const Asked& asked, std::size_t chunk_rows) {
    if (groups_rows(asked.format) && chunk_rows != (team_.size() == 1 ? kOneBatch : 1)) return;
    const std::string fast = answer(snapshot, asked, chunk_rows, false);
    const std::string plain = answer(snapshot, asked, chunk_rows, true);
    if (team_.size() == 1) {
      EXPECT_EQ(fast, plain);
    } else {
      EXPECT_EQ(lines_of(fast), lines_of(plain));
    }
  }

  pgas::Team& team_ = pgas::test_job().team();
  TestDatabase database_{"answer_forms"};
};

TEST_F(AnswerForms, AreTheSameBytesByEitherWay) {
  const char* given = std::getenv("QUADRILLE_SEED");
  const std::uint64_t first = given ? std::strtoull(given, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + (given ? 1 : 2); ++seed) {
    database_.build(RandomData(seed).quads(team_.size() == 1 ? 3000 : 600));
    std::vector<Snapshot> snapshots{database_.served().snapshot()};
    if (team_.size() > 1 && team_.is_one_group()) snapshots.emplace_back(database_.own_shards());
    for (const Asked& asked : everything()) {
      for (const std::size_t chunk_rows : {std::size_t{0}, kOneBatch, std::size_t{1}}) {
        SCOPED_TRACE(std::string(asked.text) + " as " + std::string(results::short_name(asked.format)) + ", " +
                     std::to_string(chunk_rows) + " rows a chunk, seed " + std::to_string(seed));
        for (const Snapshot& snapshot : snapshots) compare(snapshot, asked, chunk_rows);
      }
    }
  }
}

TEST_F(AnswerForms, HaveAllRowsWhereTheClientIsSlow) {
  database_.build(RandomData(3).quads(400));
  const parser::Query query = parser::parse_query("SELECT ?s ?p ?o { ?s ?p ?o }", kTestBase);
  std::vector<Snapshot> snapshots{database_.served().snapshot()};
  if (team_.size() > 1 && team_.is_one_group()) snapshots.emplace_back(database_.own_shards());
  for (const Snapshot& snapshot : snapshots) {
    std::size_t pieces = 0, lines = 0;
    query::RunOptions options;
    options.format = ResultFormat::tsv;
    options.chunk_rows = 1;
    query::run_query(team_, snapshot, database_.served().dictionary(), query, options, [&](std::string_view piece) {
      if (++pieces < 50) ::usleep(1000);
      lines += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
      return true;
    });
    std::size_t expected = 0;
    options.chunk_rows = 0;
    query::run_query(team_, snapshot, database_.served().dictionary(), query, options, [&](std::string_view piece) {
      expected += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), '\n'));
      return true;
    });
    EXPECT_EQ(lines, expected);
  }
}

TEST_F(AnswerForms, EndOnAllImagesWhenTheClientGoes) {
  database_.build(RandomData(4).quads(400));
  const parser::Query query = parser::parse_query("SELECT ?s ?p ?o { ?s ?p ?o }", kTestBase);
  query::RunOptions options;
  options.format = ResultFormat::json;
  options.chunk_rows = 1;
  for (int taken = 0; taken < 12; taken += 3) {
    int pieces = 0;
    try {
      query::run_query(team_, database_.served().snapshot(), database_.served().dictionary(), query, options,
                       [&](std::string_view) { return pieces++ < taken; });
      ADD_FAILURE() << "the query has gone on";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::cancelled) << error.what();
    }
  }
}

}  // namespace
}  // namespace quadrille::testing::answer_forms_test
