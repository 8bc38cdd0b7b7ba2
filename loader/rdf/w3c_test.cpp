// The W3C suites of RDF 1.1: N-Triples, N-Quads, Turtle, TriG and RDF/XML, every test that their manifests list.

#include <gtest/gtest.h>

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
std::string read(const W3cSuite& suite, const std::string& name, GraphSink& sink) {
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

// The fault; empty if the test passes.
std::string run(const W3cSuite& suite, const W3cTest& test) {
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

class W3c : public ::testing::TestWithParam<const char*> {};

}  // namespace

TEST_P(W3c, EveryTestOfTheSuitePasses) {
  const auto folder = testing::shared_path("w3c/rdf/rdf11") / GetParam();
  QUADRILLE_NEEDS_SHARED(folder / "manifest.ttl");
  const W3cSuite suite = testing::read_manifest(folder);
  ASSERT_GT(suite.tests.size(), 50u);
  std::size_t passed = 0;
  for (const W3cTest& test : suite.tests) {
    const std::string fault = run(suite, test);
    passed += fault.empty() ? 1 : 0;
    const bool is_expected = kExpectedFailures.contains(test.name);
    EXPECT_EQ(is_expected, !fault.empty()) << test.name << " (" << test.type << "): " << fault;
  }
  std::printf("%s: %zu of %zu\n", GetParam(), passed, suite.tests.size());
}

INSTANTIATE_TEST_SUITE_P(Rdf11, W3c,
                         ::testing::Values("rdf-n-triples", "rdf-n-quads", "rdf-turtle", "rdf-trig", "rdf-xml"),
                         [](const auto& suite) {
                           std::string name = suite.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace quadrille
