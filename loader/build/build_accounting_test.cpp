// Every statement of the input ends up in the database, as a duplicate, as a counted reject, or as the error of the
// build.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "loader/build/build.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using ::testing::StartsWith;
using testing::TeamFolder;

struct SyntaxCase {
  const char* extension;
  const char* head;                    // a line before the statements
  std::vector<const char*> malformed;  // statements of a line each
  const char* foot = "";
};

// Each syntax has one statement a line, so line numbers are numbers of statements.
const SyntaxCase kCases[] = {
    {"nt",
     "# triples",
     {"\"lit\" <urn:b> \"x\" .", "\"a\" .", ".", "<urn:a> .", "<urn:a> <urn:b> .", "<urn:a> \"p\" <urn:b> .",
      "nonsense", "<urn:a> <urn:b> <urn:c> <urn:g> .", "<urn:a> <urn:b> \"open .", "\"x\"@en <urn:b> <urn:c> .",
      "\xFF .", "<urn:a> _:p <urn:c> .", "\"1\"^^<urn:t> <urn:b> <urn:c> ."}},
    {"nq",
     "# quads",
     {"\"lit\" <urn:b> \"x\" <urn:g> .", "\"a\" .", ".", "<urn:a> <urn:b> <urn:c> \"g\" .",
      "<urn:a> <urn:b> <urn:c> <urn:g> <urn:h> .", "\"a\" \"b\" \"c\" \"d\" .", "<relative> <urn:b> <urn:c> ."}},
    {"ttl",
     "@prefix e: <urn:> .",
     {"\"lit\" e:b \"x\" .", "\"a\" .", ".", "e:a .", "e:a e:b .", "e:a \"p\" e:b .", "nonsense .", "1 e:b 2 .", "() .",
      "[] .", "e:a e:b e:c e:d .", "q:a e:b e:c .", "e:a e:b 1 , .", "true e:b e:c .", "; ."}},
    {"trig",
     "@prefix e: <urn:> .",
     {"\"lit\" e:b \"x\" .", "\"a\" .", ".", "e:a .", "q:a { }", "q:g { }", "e:g { \"a\" e:b e:c }", "e:g { . }",
      "e:a { e:b e:c }", "{ e:a e:b }"}},
    {"rdf",
     "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"urn:\">",
     {"<rdf:Description rdf:about=\"urn:a\" rdf:ID=\"b\"><e:p>1</e:p></rdf:Description>", "<rdf:li/>",
      "<rdf:Description><e:p rdf:resource=\"urn:a\" rdf:nodeID=\"b\"/></rdf:Description>",
      "<rdf:Description><rdf:aboutEach/></rdf:Description>"},
     "</rdf:RDF>\n"},
};

std::string well_formed(const std::string& extension, int number) {
  if (extension == "rdf") {
    return fmt::format("<rdf:Description rdf:about=\"urn:s{}\"><e:p>{}</e:p></rdf:Description>", number, number);
  }
  return fmt::format("<urn:s{}> <urn:p> \"{}\"{} .", number, number, extension == "nq" && number % 2 ? " <urn:g>" : "");
}

class BuildAccounting : public ::testing::TestWithParam<SyntaxCase> {
 protected:
  // Writes lines, some of them malformed and some repeated; the same on every image.
  void write_lines(std::uint32_t seed) {
    std::mt19937 random(seed);
    const SyntaxCase& c = GetParam();
    text = std::string(c.head) + "\n";
    for (int line = 2; line < 400; ++line) {
      const bool is_malformed = random() % 7 == 0;
      text += is_malformed ? c.malformed[random() % c.malformed.size()]
                           : well_formed(c.extension, static_cast<int>(random() % 300));
      text += '\n';
      (is_malformed ? malformed : wellformed) += 1;
      if (is_malformed && first_malformed == 0) first_malformed = line;
    }
    text += c.foot;
    options.inputs = {folder.write(std::string("a.") + c.extension, text)};
  }

  BuildAccounting() {
    options.database = folder.path() / "db";
    options.progress = ProgressDisplay::none;
    options.range_bytes = 500;
  }

  pgas::Team& team = pgas::test_job().team();
  TeamFolder folder{team};
  BuildOptions options;
  std::string text;
  std::uint64_t malformed = 0, wellformed = 0;
  int first_malformed = 0;
};

}  // namespace

TEST_P(BuildAccounting, StoredAndDuplicatesAndRejectsAreAllThatWasThere) {
  const auto seed = static_cast<std::uint32_t>(std::stoul(team.broadcast(std::to_string(std::random_device()()))));
  if (team.is_first()) std::printf("seed %u\n", seed);
  SCOPED_TRACE(seed);
  write_lines(seed);
  options.on_error = OnError::skip;
  options.rejects = folder.path() / "rejects";
  const BuildReport report = build_database(pgas::test_job(), options);
  EXPECT_EQ(report.quads_read, wellformed);
  EXPECT_EQ(report.skipped.rejects, malformed);
  EXPECT_LT(report.quads(), wellformed);  // there were duplicates
  std::ifstream in(options.rejects, std::ios::binary);
  const std::string rejects{std::istreambuf_iterator<char>(in), {}};
  std::size_t entries = 0;
  for (std::size_t at = rejects.find("# /"); at != std::string::npos; at = rejects.find("# /", at + 1)) ++entries;
  EXPECT_EQ(entries, malformed);
}

TEST_P(BuildAccounting, TheFirstMalformedStatementEndsABuildThatStops) {
  write_lines(7);
  options.range_bytes = 1 << 20;  // one range: the first error in the file comes first
  try {
    build_database(pgas::test_job(), options);
    ADD_FAILURE() << "the build did not stop";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::syntax);
    EXPECT_THAT(error.what(), StartsWith(fmt::format("{}:{}:", options.inputs[0], first_malformed)));
  }
  EXPECT_FALSE(std::filesystem::exists(options.database));
}

INSTANTIATE_TEST_SUITE_P(Syntaxes, BuildAccounting, ::testing::ValuesIn(kCases),
                         [](const auto& syntax) { return std::string(syntax.param.extension); });

}  // namespace quadrille
