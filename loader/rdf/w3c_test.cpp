// The W3C suites of RDF 1.1 and 1.2: N-Triples, N-Quads, Turtle, TriG and RDF/XML, every test of their manifests.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "base/error.hpp"
#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/w3c_manifest.hpp"

namespace quadrille {

namespace {

using testing::GraphSink;
using testing::W3cSuite;
using testing::W3cTest;

// Tests that fail, with the reason.
const std::map<std::string, std::string> kExpectedFailures = {};

InputFile input(const std::filesystem::path& path) {
  return list_input_files(std::vector{path.string()}).front();
}

// The message of the error, empty if there was none.
std::string read(const W3cSuite& suite, const std::string& name, QuadSink& sink) {
  const InputFile file = input(suite.folder / name);
  ReadOptions options;
  if (!file.can_be_cut() && !suite.base.empty()) options.base = suite.base + name;
  ErrorPolicy errors = ErrorPolicy::stop();
  try {
    read_file(file, options, errors, sink);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

// Writes quads as lines, in canonical form.
class LinesSink : public QuadSink {
 public:
  void quad(const QuadView& quad) override {
    for (const TermView term : {quad.subject, quad.predicate, quad.object})
      (append_ntriples(lines, term), lines += ' ');
    if (quad.graph) (append_ntriples(lines, *quad.graph), lines += ' ');
    lines += ".\n";
  }
  std::string lines;
};

// The fault of a test of the canonical form: the document, written back, equals the result byte for byte.
std::string run_canonical(const W3cSuite& suite, const W3cTest& test) {
  LinesSink sink;
  if (std::string error = read(suite, test.action, sink); !error.empty()) return error;
  std::ifstream in(suite.folder / test.result, std::ios::binary);
  const std::string expected{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return sink.lines == expected ? "" : "have\n" + sink.lines + "want\n" + expected;
}

// The fault; empty if the test passes.
std::string run(const W3cSuite& suite, const W3cTest& test) {
  if (test.type.find("C14N") != std::string::npos) return run_canonical(suite, test);
  GraphSink sink;
  const std::string error = read(suite, test.action, sink);
  if (test.type.find("Negative") != std::string::npos) return error.empty() ? "was read without an error" : "";
  if (!error.empty()) return error;
  if (test.result.empty()) return {};
  GraphSink expected;
  if (const std::string fault = read(suite, test.result, expected); !fault.empty()) return "result: " + fault;
  if (testing::are_isomorphic(sink.graph, expected.graph)) return {};
  std::string difference = "other quads:";
  for (const auto& quad : sink.graph) {
    if (!expected.graph.contains(quad))
      difference += "\n  have " + quad[0] + " " + quad[1] + " " + quad[2] + " " + quad[3];
  }
  for (const auto& quad : expected.graph) {
    if (!sink.graph.contains(quad)) difference += "\n  want " + quad[0] + " " + quad[1] + " " + quad[2] + " " + quad[3];
  }
  return difference;
}

struct Suite {
  const char* folder;  // below w3c/rdf
  std::size_t tests;
};
void PrintTo(const Suite& suite, std::ostream* out) {
  *out << suite.folder;
}

class W3c : public ::testing::TestWithParam<Suite> {};

std::string name_of(const ::testing::TestParamInfo<Suite>& suite) {
  std::string name;
  for (const char c : std::string(suite.param.folder)) name += c == '/' ? "_" : c == '-' ? "" : std::string(1, c);
  return name;
}

}  // namespace

TEST_P(W3c, EveryTestOfTheSuitePasses) {
  const auto folder = testing::shared_path("w3c/rdf") / GetParam().folder;
  QUADRILLE_NEEDS_SHARED(folder / "manifest.ttl");
  const W3cSuite suite = testing::read_manifest(folder);
  ASSERT_EQ(suite.tests.size(), GetParam().tests);
  std::size_t passed = 0;
  for (const W3cTest& test : suite.tests) {
    const std::string fault = run(suite, test);
    passed += fault.empty() ? 1 : 0;
    const bool is_expected = kExpectedFailures.contains(test.name);
    EXPECT_EQ(is_expected, !fault.empty()) << test.name << " (" << test.type << "): " << fault;
  }
  std::printf("%s: %zu of %zu\n", GetParam().folder, passed, suite.tests.size());
}

INSTANTIATE_TEST_SUITE_P(Rdf11, W3c,
                         ::testing::Values(Suite{"rdf11/rdf-n-triples", 70}, Suite{"rdf11/rdf-n-quads", 87},
                                           Suite{"rdf11/rdf-turtle", 313}, Suite{"rdf11/rdf-trig", 356},
                                           Suite{"rdf11/rdf-xml", 166}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Rdf12, W3c,
                         ::testing::Values(Suite{"rdf12/rdf-n-triples/c14n", 41},
                                           Suite{"rdf12/rdf-n-triples/syntax", 29}, Suite{"rdf12/rdf-n-quads/c14n", 41},
                                           Suite{"rdf12/rdf-n-quads/syntax", 27}, Suite{"rdf12/rdf-turtle/syntax", 74},
                                           Suite{"rdf12/rdf-turtle/eval", 29}, Suite{"rdf12/rdf-trig/syntax", 35},
                                           Suite{"rdf12/rdf-trig/eval", 25}, Suite{"rdf12/rdf-xml/eval", 31}),
                         name_of);

}  // namespace quadrille
