#include "loader/rdf/turtle_parts.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/document_reading.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "loader/rdf/turtle_reader.hpp"

namespace quadrille {

namespace {

using testing::DocumentReading;
using testing::DocumentSink;

// Statements of all kinds, on many lines and on few; some directives.
std::string document(int statements, bool with_faults) {
  std::string text = "@prefix p: <http://p/> .\n@prefix q: <q#> . # with a comment.\n";
  for (int i = 0; i < statements; ++i) {
    switch (i % 11) {
      case 0:
        text +=
            fmt::format("# A sentence.\np:s{} a p:C ;\n  p:name \"name {}.\" , \"\"\"long.\nlonger.\n\"\"\" .\n", i, i);
        break;
      case 1:
        text += fmt::format("[ p:number {} ] p:list ( 1 [ p:x {} ] _:l{} ) .\n", i, i, i % 7);
        break;
      case 2:
        text += fmt::format("<s{}> q:p <#o> . <s{}> q:r [] .\n", i, i);
        break;
      case 3:
        if (i % 5 == 0) text += fmt::format("@prefix q: <http://other/{}#> .\n@base <http://base/{}/> .\n", i, i);
        break;
      case 4:
        if (with_faults && i % 3 == 0) text += "p:a p:b none:c, [] .\np:a <p .\n\n";
        break;
      case 5:
        text += fmt::format(
            "p:s{} p:p <<( p:a p:b \"\"\"x .\n\"\"\" )>> , p:o ~ {{|\n p:q << p:a p:b {} >> ; |}} {{| p:r [] |}}\n.\n",
            i, i);
        text += fmt::format("VERSION \"1.2\"\n<< p:a p:b 'x'@ar--rtl ~ p:r{} >> .\n", i);
        break;
      default:
        text += fmt::format("p:s{} p:p{} p:o{} .\n", i, i % 5, i * 7);
    }
  }
  return text;
}

ErrorPolicy collect(DocumentReading& reading) {
  return ErrorPolicy::skip([&](const SyntaxErrorAt& error) {
    reading.errors.push_back(
        fmt::format("{}:{}: {} in {}", error.line, error.column, error.reason, error.text_of_line));
  });
}

DocumentReading read_whole(const InputFile& file) {
  DocumentReading reading;
  DocumentSink sink(reading);
  ErrorPolicy errors = collect(reading);
  read_file(file, {}, errors, sink);
  return reading;
}

// The parts in sequence.
DocumentReading read_parts(const InputFile& file, const TurtleParts& parts) {
  DocumentReading reading;
  for (std::size_t part = 0; part < parts.parts.size(); ++part) {
    DocumentSink sink(reading);
    ErrorPolicy errors = collect(reading);
    read_turtle_part(file, parts, part, {}, errors, sink);
  }
  return reading;
}

TurtleParts parts_of(const InputFile& file, std::uint64_t ranges) {
  std::vector<TurtleSkim> skims;
  for (std::uint64_t i = 0; i < ranges; ++i) {
    skims.push_back(skim_turtle(file, {file.size_bytes * i / ranges, file.size_bytes * (i + 1) / ranges}, [] {}));
  }
  return join_skims(skims, file.size_bytes);
}

InputFile write(const testing::TemporaryFolder& folder, const std::string& text) {
  return list_input_files(std::vector{folder.write("document.ttl", text)}).front();
}

}  // namespace

TEST(TurtleParts, TogetherHaveTheQuadsAndLabelsOfTheDocument) {
  const testing::TemporaryFolder folder;
  const InputFile file = write(folder, document(5'000, false));
  const DocumentReading whole = read_whole(file);
  ASSERT_GT(whole.quads.size(), 5'000u);
  ASSERT_TRUE(whole.errors.empty()) << whole.errors.front();
  for (const std::uint64_t ranges : {1u, 2u, 3u, 7u, 16u}) {
    const TurtleParts parts = parts_of(file, ranges);
    ASSERT_EQ(parts.parts.size(), ranges);
    EXPECT_EQ(read_parts(file, parts).quads, whole.quads) << ranges;
  }
}

// Skims end long before the end of the document.
TEST(TurtleParts, OfALargeDocumentToo) {
  const testing::TemporaryFolder folder;
  const InputFile file = write(folder, document(300'000, true));
  ASSERT_GT(file.size_bytes, std::uint64_t{6} << 20);
  const DocumentReading whole = read_whole(file);
  const TurtleParts parts = parts_of(file, 9);
  ASSERT_EQ(parts.parts.size(), 9u);
  const DocumentReading read = read_parts(file, parts);
  EXPECT_TRUE(read.errors == whole.errors);
  EXPECT_EQ(read.quads.size(), whole.quads.size());
}

TEST(TurtleParts, TellErrorsWhereTheyAreInTheDocument) {
  const testing::TemporaryFolder folder;
  const InputFile file = write(folder, document(5'000, true));
  const DocumentReading whole = read_whole(file);
  ASSERT_GT(whole.errors.size(), 100u);
  for (const std::uint64_t ranges : {2u, 5u}) {
    const TurtleParts parts = parts_of(file, ranges);
    ASSERT_EQ(parts.parts.size(), ranges);
    const DocumentReading read = read_parts(file, parts);
    EXPECT_EQ(read.errors, whole.errors) << ranges;
    EXPECT_EQ(read.quads.size(), whole.quads.size()) << ranges;
  }
}

// For any ranges, the parts are right, or there are none.
TEST(TurtleParts, AreRightOrThereAreNone) {
  const testing::TemporaryFolder folder;
  std::size_t cut = 0;
  for (int statements = 1; statements < 60; ++statements) {
    const InputFile file = write(folder, document(statements, statements % 2 == 0));
    const DocumentReading whole = read_whole(file);
    for (std::uint64_t ranges = 2; ranges < 5; ++ranges) {
      const TurtleParts parts = parts_of(file, ranges);
      if (parts.parts.empty()) continue;
      ++cut;
      const DocumentReading read = read_parts(file, parts);
      EXPECT_EQ(read.errors, whole.errors);
      if (whole.errors.empty()) {
        EXPECT_EQ(read.quads, whole.quads);
      }
    }
  }
  EXPECT_GT(cut, 20u);
}

// A long string whose text looks like statements.
TEST(TurtleParts, DoNotBeginInAString) {
  const testing::TemporaryFolder folder;
  std::string text = "<a:a> <a:b> \"\"\"\n";
  for (int i = 0; i < 2'000; ++i) text += fmt::format("<a:s{}> <a:b> [] .\n", i);
  text += "\"\"\" .\n";
  for (int i = 0; i < 2'000; ++i) text += fmt::format("<a:t{}> <a:b> [] .\n", i);
  const InputFile file = write(folder, text);
  for (std::uint64_t ranges = 2; ranges < 9; ++ranges) {
    const TurtleParts parts = parts_of(file, ranges);
    if (!parts.parts.empty()) {
      EXPECT_EQ(read_parts(file, parts).quads, read_whole(file).quads) << ranges;
    }
  }
}

TEST(TurtleParts, ADocumentWithoutPlacesToCutIsReadAsAWhole) {
  const testing::TemporaryFolder folder;
  std::string text = "<a:a> <a:b> 0";
  for (int i = 0; i < 3'000; ++i) text += fmt::format(" ,\n  {} ", i);
  EXPECT_TRUE(parts_of(write(folder, text + "."), 3).parts.empty());
  EXPECT_TRUE(parts_of(write(folder, "# nothing .\n# at all .\n"), 2).parts.empty());
}

}  // namespace quadrille
