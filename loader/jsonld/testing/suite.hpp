#pragma once

// For tests: the suites of JSON-LD, in the shared folder (json-ld/README.md there).

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "loader/jsonld/context/document_loader.hpp"
#include "loader/jsonld/options.hpp"

namespace quadrille::jsonld::testing {

struct SuiteTest {
  std::string id;  // "#t0001"
  std::string name;
  std::string kind;                    // PositiveEvaluationTest, NegativeEvaluationTest or PositiveSyntaxTest
  std::string input, context, expect;  // files, relative to the folder of the suite; empty: none
  std::string expected_error;          // the code
  bool is_of_1_0_only = false;
  Options options;
  // The HTTP answer for the input.
  std::string content_type, redirect;
  int status = 200;
  std::vector<std::string> links;
};

struct Suite {
  std::filesystem::path folder;
  std::string base;  // the IRI of the folder
  std::vector<SuiteTest> tests;
};

// `name` is "expand", "toRdf", ...: the manifest is NAME-manifest.jsonld.
Suite read_suite(const std::filesystem::path& folder, const std::string& name);

std::string read_text(const std::filesystem::path& path);

// Serves the files of a suite under its base IRI, and `test`'s input with its headers.
class SuiteLoader : public DocumentLoader {
 public:
  SuiteLoader(const Suite& suite, const SuiteTest* test) : suite_(suite), test_(test) {}
  FetchedDocument fetch(const std::string& url, std::size_t most_bytes) override;

 private:
  const Suite& suite_;
  const SuiteTest* test_;
};

}  // namespace quadrille::jsonld::testing
