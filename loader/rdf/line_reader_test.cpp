#include "loader/rdf/line_reader.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/read_text.hpp"
#include "loader/rdf/testing/strings.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

using testing::read_text;
using testing::Reading;
using testing::Strings;

}  // namespace

TEST(LineReader, TheJudgeTakesWhatIsRightButNotPlain) {
  const Reading reading = read_text(
      "<http://a/\\u00e4> <a:b> \"x\" @en .\n_:\xC3\xA4 <a:b> \"1\" ^^ <a:\\u0041> .\n<a:b> <a:b> \"a\\u0000b\" .\n",
      "nt");
  EXPECT_EQ(reading.errors, Strings{});
  EXPECT_EQ(reading.quads, (Strings{"<http://a/\xC3\xA4> <a:b> \"x\"@en", "_:\xC3\xA4 <a:b> \"1\"^^<a:A>",
                                    "<a:b> <a:b> \"a\\u0000b\""}));
}

TEST(LineReader, LabelsAreTheSameOnPlainLinesAndOnOddOnes) {
  const Reading reading = read_text("_:genid1 <a:b> <a:c> .\n_:genid1 <a:b> <a:\\u0063> .\n", "nt");
  EXPECT_EQ(reading.quads, (Strings{"_:genid1 <a:b> <a:c>", "_:genid1 <a:b> <a:c>"}));
}

TEST(LineReader, SaysWhereAndWhyALineIsMalformed) {
  const Reading reading = read_text(
      "<a:b> <a:b> <a:c> .\r\n"
      "<a:b> <a:b> <a:c>\n"
      "  <> <a:b> \"\xC3\xA4\" .\n"
      "<a:b> <a:b> \"\xC3\xA4\\q\" .\n"
      "<a:b> a <a:c> .\n"
      "<a:b> <a:b> <a:c> . <a:d> <a:b> <a:c> .\n"
      "<a:b> <a:b> \"\xFF\" .\n"
      "<a:b> <a:b> <a:c> <a:g> .\n"
      "<a:b> \"p\" <a:c> .\n"
      "<a:b> <a:b> \"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .\n"
      "<a:b> <a:b> <a:d> .\n",
      "nt");
  EXPECT_EQ(reading.quads, (Strings{"<a:b> <a:b> <a:c>", "<a:b> <a:b> <a:d>"}));
  EXPECT_EQ(
      reading.errors,
      (Strings{
          "2:18: unexpected end of the line, expected '.'; every line ends with '.'",
          "3:3: the IRI <> is relative, which this syntax does not allow; give a base with --base IRI",
          "4:15: an unknown escape; it must be one of \\t \\b \\n \\r \\f \\\" \\' \\\\ \\u \\U",
          "5:7: unexpected 'a', expected a predicate: an IRI in '<' and '>'; 'a' is Turtle, here it is written "
          "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
          "6:21: unexpected '<a:d>', expected the end of the line; a line holds one statement",
          "7:14: not UTF-8",
          "8:19: unexpected '<a:g>', expected '.'; N-Triples has no graphs: is it N-Quads? Give --format nquads, or "
          "the file a name that ends with .nq",
          "9:7: unexpected '\"p\"', expected a predicate: an IRI in '<' and '>'; a literal cannot be a predicate, "
          "only an object",
          "10:18: a literal of datatype rdf:langString needs a language tag",
      }));
  EXPECT_EQ(reading.rejects.front(), "<a:b> <a:b> <a:c>");
}

TEST(LineReader, EveryLineIsAQuadOrAFault) {
  const Reading reading = read_text(
      "<a:b> <a:b> \"1\" .\n"
      "\"lit\" <a:b> \"x\" .\n"
      "\"lit\" .\n"
      ".\n"
      "\"a\" \"b\" .\n"
      "\"a\"@en <a:b> <a:c> <a:g> .\n"
      "<a:b> .\n"
      "<a:b> <a:b> .\n"
      "<a:b> _:b <a:c> .\n"
      "<a:b> <a:b> <a:c> \"g\" .\n"
      "<a:b> <a:b> <a:c> <a:g> <a:h> .\n"
      "<a:b> <a:b> \"x\"^^ .\n"
      "<a:b> <a:b> \"x\" @en @de .\n"
      "^^ <a:b> <a:b> .\n"
      " # nothing\n\n",
      "nq");
  EXPECT_EQ(reading.quads, (Strings{"<a:b> <a:b> \"1\""}));
  std::vector<std::string> lines;
  for (const std::string& error : reading.errors) lines.push_back(error.substr(0, error.find(':')));
  EXPECT_EQ(lines, (Strings{"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"}));
  EXPECT_EQ(reading.errors[0].find("2:1: unexpected '\"lit\"'"), 0u) << reading.errors[0];
}

TEST(LineReader, RelativeIrisAreRightWithABase) {
  ReadOptions options;
  options.base = "http://example.org/d/f";
  const Reading reading = read_text("<> <a:b> <../x> .\n<a:b> <a:b> \"1\"^^<t> .\n", "nt", options);
  EXPECT_EQ(reading.errors, Strings{});
  EXPECT_EQ(reading.quads, (Strings{"<http://example.org/d/f> <a:b> <http://example.org/x>",
                                    "<a:b> <a:b> \"1\"^^<http://example.org/d/t>"}));
}

TEST(LineReader, TheGivenGraphIsForTriplesOnly) {
  ReadOptions options;
  options.default_graph = "g:g";
  EXPECT_EQ(read_text("<a:b> <a:b> <a:c> .\n<a:b> <a:b> <a:\\u0063> .\n", "nt", options).quads,
            (Strings{"<a:b> <a:b> <a:c> <g:g>", "<a:b> <a:b> <a:c> <g:g>"}));
  EXPECT_EQ(read_text("<a:b> <a:b> <a:c> .\n<a:b> <a:b> <a:\\u0063> .\n", "nq", options).quads,
            (Strings{"<a:b> <a:b> <a:c>", "<a:b> <a:b> <a:c>"}));
}

TEST(LineReader, AFileWithoutALastLineEndIsReadToItsEnd) {
  EXPECT_EQ(read_text("\xEF\xBB\xBF<a:b> <a:b> <a:c> .\n<a:b> <a:b> <a:d> .", "nt").quads.size(), 2u);
  EXPECT_EQ(read_text("", "nq").quads.size(), 0u);
}

TEST(LineReader, RangesShareAFileAndKnowTheirLines) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += i % 7 == 3 ? "bad\n" : "<a:s" + std::to_string(i) + "> <a:p> <a:o> .\n";
  const testing::TemporaryFolder folder;
  const InputFile file = list_input_files(std::vector{folder.write("a.nt", text)}).front();
  for (const std::uint64_t step : {1u, 5u, 100u, 997u, 100'000u}) {
    Strings subjects;
    std::vector<std::uint64_t> lines;
    LineCount count(file);
    ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) { lines.push_back(error.line); });
    for (std::uint64_t begin = 0; begin < text.size(); begin += step) {
      scan_range(file, {begin, begin + step}, count, {}, errors,
                 [&](const QuadView& quad) { subjects.emplace_back(quad.subject.text); });
    }
    ASSERT_EQ(subjects.size() + lines.size(), 300u) << step;
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], 4 + 7 * i) << step;
    EXPECT_EQ(subjects.back(), "a:s299");
  }
}

}  // namespace quadrille
