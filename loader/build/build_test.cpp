// Builds by all images together, compared with plain sets (loader/build/testing/expected_quads.hpp).

#include "loader/build/build.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <set>
#include <string>

#include "loader/build/testing/expected_quads.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "loader/database/database.hpp"
#include "loader/database/testing/dump_quads.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using testing::ExpectedQuads;
using testing::TeamFolder;

BuildOptions options_for(const TeamFolder& folder, std::vector<std::string> inputs) {
  BuildOptions options;
  options.inputs = std::move(inputs);
  options.database = folder.path() / "db";
  options.progress = ProgressDisplay::none;
  return options;
}

std::set<std::string> dumped_lines(const Database& database) {
  std::set<std::string> lines;
  testing::dump_quads(database, shards_of_member(0, 1, database.generation().shards()), [&](std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      EXPECT_TRUE(lines.emplace(piece.substr(0, end)).second) << "twice: " << piece.substr(0, end);
      piece.remove_prefix(end + 1);
    }
  });
  return lines;
}

std::set<Quad> rows_of(const Generation& generation, Permutation permutation) {
  std::set<Quad> rows;
  for (std::uint32_t shard = 0; shard < generation.shards(); ++shard) {
    const RunView& run = generation.run(permutation, ShardId(shard));
    std::array<std::vector<Huri>, kMaxColumns> columns;
    for (int column = 0; column < run.columns(); ++column) {
      columns[column].resize(run.rows());
      run.read(ColumnIndex(column), {0, run.rows()}, columns[column]);
    }
    const auto value = [&](Position position, std::uint64_t row) {
      const auto column = column_of(permutation, position);
      return column ? columns[index(*column)][row] : kDefaultGraph;
    };
    for (std::uint64_t row = 0; row < run.rows(); ++row) {
      rows.insert({value(Position::subject, row), value(Position::predicate, row), value(Position::object, row),
                   value(Position::graph, row)});
    }
  }
  return rows;
}

// Builds a database and checks its whole content.
BuildReport build_and_compare(const BuildOptions& options) {
  pgas::Job& job = pgas::test_job();
  const BuildReport report = build_database(job, options);
  const ExpectedQuads expected(options);
  EXPECT_EQ(report.quads_read, expected.read());
  EXPECT_EQ(report.default_quads, expected.default_quads());
  EXPECT_EQ(report.named_quads, expected.named_quads());
  EXPECT_EQ(report.blank_nodes, expected.blank_nodes());
  EXPECT_EQ(report.terms.vocabulary, expected.vocabulary_terms().size());
  EXPECT_EQ(report.images, static_cast<std::uint32_t>(job.num_images()));

  const Database database(options.database);
  database.check();
  EXPECT_EQ(dumped_lines(database), expected.lines());
  for (int number = 0; number < kGraphPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    EXPECT_EQ(rows_of(database.generation(), permutation),
              expected.rows(database.dictionary(), holds_named_graphs(permutation)))
        << name(permutation);
  }
  job.team().barrier();
  return report;
}

std::string numbered_triples(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("<http://e/s{}> <http://e/p{}> \"text {}\" .\n", i % 97, i % 5, i * 7919 % count);
    text += fmt::format("<http://e/s{}> <http://e/count> \"{}\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n",
                        i % 97, i);
  }
  return text;
}

TEST(Build, ATripleIsFoundInEveryPermutation) {
  TeamFolder folder(pgas::test_job().team());
  const BuildReport report =
      build_and_compare(options_for(folder, {folder.write("a.nt", "<http://e/s> <http://e/p> <http://e/o> .\n")}));
  EXPECT_EQ(report.quads(), 1u);
  EXPECT_EQ(report.terms.vocabulary, 3u);
}

TEST(Build, NoQuadsMakeAnEmptyDatabase) {
  TeamFolder folder(pgas::test_job().team());
  EXPECT_EQ(build_and_compare(options_for(folder, {folder.write("a.nt", "# nothing\n")})).quads(), 0u);
}

TEST(Build, AnEmptyFileIsFine) {
  TeamFolder folder(pgas::test_job().team());
  EXPECT_EQ(build_and_compare(options_for(folder, {folder.write("a.nt", "")})).quads(), 0u);
}

TEST(Build, StringsWithADirectionAreTermsOfTheirOwn) {
  TeamFolder folder(pgas::test_job().team());
  const std::string text = "<http://e/s> <http://e/p> \"x\"@ar--rtl , \"x\"@ar--ltr , \"x\"@ar , \"x\" .\n";
  EXPECT_EQ(build_and_compare(options_for(folder, {folder.write("a.ttl", text)})).quads(), 4u);
}

TEST(Build, AnUnknownVersionIsAWarning) {
  TeamFolder folder(pgas::test_job().team());
  const BuildReport report = build_and_compare(
      options_for(folder, {folder.write("a.ttl", "VERSION \"1.2\"\n<http://e/s> <http://e/p> 1 .\n"),
                           folder.write("b.nt", "VERSION \"2.0\"\n<http://e/s> <http://e/p> <http://e/o> .\n")}));
  EXPECT_EQ(report.quads(), 2u);
  ASSERT_EQ(report.skipped.warnings.size(), 1u);
  EXPECT_NE(report.skipped.warnings[0].find("b.nt:1:1: the document announces version \"2.0\""), std::string::npos);
  EXPECT_NE(report.skipped.to_text().find("warning: "), std::string::npos);
}

TEST(Build, RepeatedTriplesAreStoredOnce) {
  TeamFolder folder(pgas::test_job().team());
  const std::string text = numbered_triples(200);
  BuildOptions options = options_for(folder, {folder.write("a.nt", text + text), folder.write("b.nt", text)});
  options.range_bytes = 1000;
  const BuildReport report = build_and_compare(options);
  EXPECT_EQ(report.quads_read, 1200u);
  EXPECT_EQ(report.quads(), 400u);
}

TEST(Build, TinyRangesGiveTheSameAsWholeFiles) {
  TeamFolder folder(pgas::test_job().team());
  BuildOptions options = options_for(folder, {folder.write("a.nt", numbered_triples(300))});
  for (const std::uint64_t bytes : {1, 7, 100, 1 << 20}) {
    options.range_bytes = bytes;
    build_and_compare(options);
    options.replace = true;
  }
}

TEST(Build, ABlankNodeIsOneNodeAcrossTheRangesOfItsFileAndAnotherInEveryFile) {
  TeamFolder folder(pgas::test_job().team());
  std::string text;
  for (int i = 0; i < 300; ++i) text += fmt::format("_:n{} <http://e/next> _:n{} .\n", i % 50, (i + 1) % 50);
  BuildOptions options = options_for(folder, {folder.write("a.nt", text), folder.write("b.nt", text)});
  options.range_bytes = 64;
  const BuildReport report = build_and_compare(options);
  EXPECT_EQ(report.blank_nodes, 100u);
  EXPECT_EQ(report.quads(), 100u);
}

TEST(Build, EverySyntaxAndCompression) {
  TeamFolder folder(pgas::test_job().team());
  const std::string triples = numbered_triples(50);
  folder.write("in/a.nt", triples + "_:x <http://e/p> _:y .\n");
  folder.write("in/b.nq", "<http://e/s> <http://e/p> _:x <http://e/g> .\n_:x <http://e/p> \"a\"@en _:g .\n" + triples);
  folder.write("in/c.ttl",
               "@prefix e: <http://e/> .\ne:s e:p 1, 2.50, 1e3, true, \"x\"@EN-gb, [ e:q ( e:a e:b ) ], <r> .\n");
  folder.write("in/d.trig", "@prefix e: <http://e/> .\ne:g { e:s e:p e:o . _:x e:p e:o }\n{ e:s e:p _:x }\n");
  folder.write("in/e.rdf",
               "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\">"
               "<e:Class rdf:about=\"http://e/s\"><e:p xml:lang=\"fr\">texte</e:p></e:Class></rdf:RDF>");
  for (const Compression compression : {Compression::gzip, Compression::zstd, Compression::bzip2, Compression::xz}) {
    const std::string extension = testing::extension_of(compression);
    folder.write("in/f" + extension + ".nt" + extension, testing::compress(triples, compression));
  }
  const BuildReport report = build_and_compare(options_for(folder, {(folder.path() / "in").string()}));
  EXPECT_EQ(report.named_quads, 4u);
}

TEST(Build, TheFirstImageReadsStandardInput) {
  pgas::Team& team = pgas::test_job().team();
  TeamFolder folder(team);
  BuildOptions options =
      options_for(folder, {folder.write("a.nt", numbered_triples(100) + "_:a <http://e/p> _:b .\n")});
  build_database(pgas::test_job(), options);
  const std::set<std::string> expected = dumped_lines(Database(options.database));

  const int before = ::dup(STDIN_FILENO), file = ::open(options.inputs[0].c_str(), O_RDONLY);
  ASSERT_GE(file, 0);
  if (team.is_first()) ::dup2(file, STDIN_FILENO);
  options.inputs = {"-"};
  options.format = Format{Syntax::ntriples, Compression::none};
  options.replace = true;
  const BuildReport report = build_database(pgas::test_job(), options);
  ::dup2(before, STDIN_FILENO);
  ::close(file);
  ::close(before);
  EXPECT_EQ(report.quads_read, 201u);
  EXPECT_EQ(dumped_lines(Database(options.database)), expected);
  team.barrier();
}

TEST(Build, InlineTermsNeedNoVocabulary) {
  TeamFolder folder(pgas::test_job().team());
  const std::string xsd = "^^<http://www.w3.org/2001/XMLSchema#";
  std::string text;
  for (const char* literal :
       {"\"1\"^^xsd:integer", "\"01\"^^xsd:integer", "\"1.50\"^^xsd:decimal", "\"1e0\"^^xsd:double",
        "\"true\"^^xsd:boolean", "\"2020-01-01\"^^xsd:date", "\"2020-01-01T00:00:00Z\"^^xsd:dateTime",
        "\"123456789012345678901234567890\"^^xsd:integer", "\"12:00:00\"^^xsd:time", "\"nonsense\"^^xsd:integer",
        "\"\"^^xsd:string", "\"-0.1234567890123456789\"^^xsd:decimal"}) {
    std::string term = literal;
    term.replace(term.find("^^xsd:"), 6, xsd);
    text += "<http://e/s> <http://e/p> " + term + "> .\n";
  }
  build_and_compare(options_for(folder, {folder.write("a.nt", text)}));
}

TEST(Build, TermsWithStrangeCharacters) {
  TeamFolder folder(pgas::test_job().team());
  build_and_compare(options_for(
      folder, {folder.write("a.nt",
                            "<http://e/\\u00e9> <http://e/p> \"\\u0000a\" .\n<http://e/é> <http://e/p> \"\\u0000\" .\n"
                            "<http://e/e> <http://e/p> \"\" .\n<http://e/e> <http://e/p> \"a\\nb\\\"\\\\\\t\" .\n"
                            "<http://e/e> <http://e/p> \"\\U0001F600\"@x-smile .\n")}));
}

TEST(Build, TheGraphOptionNamesWhereTriplesGo) {
  TeamFolder folder(pgas::test_job().team());
  BuildOptions options = options_for(folder, {folder.write("a.nt", numbered_triples(20)),
                                              folder.write("b.nq", "<http://e/s> <http://e/p> <http://e/o> .\n")});
  options.graph = "http://e/graph";
  EXPECT_EQ(build_and_compare(options).named_quads, 40u);
}

TEST(Build, HeavyObjectsAreSpreadByTheirSubjects) {
  TeamFolder folder(pgas::test_job().team());
  std::string text, named;
  for (int i = 0; i < 3000; ++i) {
    text += fmt::format("<http://e/s{}> <http://e/type> <http://e/Class> .\n", i % 2500);
    if (i % 2 == 0) text += fmt::format("<http://e/s{}> <http://e/other> <http://e/Class> .\n", i);
    named += fmt::format("<http://e/s{}> <http://e/type> <http://e/Class> <http://e/g{}> .\n", i, i % 3);
    text += fmt::format("<http://e/s{}> <http://e/p> <http://e/o{}> .\n", i, i % 300);
  }
  BuildOptions options = options_for(folder, {folder.write("a.nt", text), folder.write("b.nq", named)});
  options.range_bytes = 5000;
  EXPECT_EQ(build_and_compare(options).heavy_objects, 1u);
  const Database database(options.database);
  const auto huri = [&](const char* iri) { return database.dictionary().find(TermView::iri(iri)); };
  const HeavyEntry type = database.generation().heavy_objects().find(huri("http://e/type"), huri("http://e/Class"));
  EXPECT_EQ(type.default_rows, 2500u);
  EXPECT_EQ(type.named_rows, 3000u);
  const PredicateStatistics statistics = database.generation().statistics().default_graph.find(huri("http://e/type"));
  EXPECT_EQ(statistics.rows, 2500u);
  EXPECT_EQ(statistics.distinct_subjects, 2500u);
  EXPECT_EQ(statistics.distinct_objects, 1u);
}

TEST(Build, AnyNumberOfShardsFromTheNumberOfImagesOn) {
  TeamFolder folder(pgas::test_job().team());
  BuildOptions options = options_for(folder, {folder.write("a.nt", numbered_triples(100))});
  for (const std::uint32_t shards : {4u, 5u, 13u, 64u}) {
    options.shards = shards;
    EXPECT_EQ(build_and_compare(options).shards, shards);
    options.replace = true;
  }
}

TEST(Build, ManyTermsThatShareLongBeginnings) {
  TeamFolder folder(pgas::test_job().team());
  std::string text;
  for (int i = 0; i < 4000; ++i) {
    text += fmt::format("<http://example.org/a/long/path/that/all/terms/share/{}> <http://e/p> \"{}\"@en .\n",
                        std::to_string(i * 7919 % 4000) + std::string(static_cast<std::size_t>(i % 40), 'x'), i);
  }
  BuildOptions options = options_for(folder, {folder.write("a.nt", text)});
  options.range_bytes = 3000;
  build_and_compare(options);
}

}  // namespace
}  // namespace quadrille
