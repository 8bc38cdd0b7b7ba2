// The suite of RDFC-1.0 (w3c/rdf-canon), every test of its manifest.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "loader/canonical/testing/canonical_text.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/w3c_manifest.hpp"

namespace quadrille::canonical {

namespace {

using quadrille::testing::W3cSuite;
using quadrille::testing::W3cTest;
using testing::CanonicalText;

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

using LabelMap = std::map<std::string, std::string>;

std::string shown(const LabelMap& labels) {
  return nlohmann::json(labels).dump();
}

// The fault; empty if the test passes.
std::string fault_of(const W3cSuite& suite, const W3cTest& test) {
  CanonicalOptions options;
  if (test.hash == "SHA384") options.hash = HashAlgorithm::sha384;
  CanonicalText have;
  try {
    have = testing::canonical_text(suite.folder / test.action, options);
  } catch (const Error& error) {
    const bool is_refusal = std::string_view(error.what()).find("steps, which is the limit") != std::string_view::npos;
    return test.type == "RDFC10NegativeEvalTest" && is_refusal ? "" : error.what();
  }
  if (test.type == "RDFC10NegativeEvalTest") return "was not refused";
  const std::string want = bytes_of(suite.folder / test.result);
  if (test.type == "RDFC10EvalTest") return have.text == want ? "" : "have\n" + have.text + "want\n" + want;
  const auto labels = nlohmann::json::parse(want).get<LabelMap>();
  return have.labels == labels ? "" : "have " + shown(have.labels) + "\nwant " + shown(labels);
}

}  // namespace

TEST(CanonicalSuite, EveryTestPasses) {
  const auto folder = quadrille::testing::shared_path("rdf-canon");
  QUADRILLE_NEEDS_SHARED(folder / "manifest.ttl");
  std::map<std::string, std::size_t> passed;
  const W3cSuite suite = quadrille::testing::read_manifest(folder);
  for (const W3cTest& test : suite.tests) {
    const std::string fault = fault_of(suite, test);
    EXPECT_EQ(fault, "") << test.name << " (" << test.action << ")";
    if (fault.empty()) ++passed[test.type];
  }
  const std::map<std::string, std::size_t> all = {
      {"RDFC10EvalTest", 64}, {"RDFC10MapTest", 21}, {"RDFC10NegativeEvalTest", 1}};
  EXPECT_EQ(passed, all);
}

}  // namespace quadrille::canonical
