#pragma once

// For tests: the manifest of a W3C suite, which is Turtle and is read with the reader under test.

#include <filesystem>
#include <string>
#include <vector>

namespace quadrille::testing {

struct W3cTest {
  std::string name;
  std::string type;    // the last part of its IRI, such as TestTurtleEval
  std::string action;  // a file in the suite's folder
  std::string result;  // the same, for tests of evaluation
  std::string hash;    // rdfc:hashAlgorithm, for tests of canonicalization; empty if there is none
};

struct W3cSuite {
  std::filesystem::path folder;
  std::string base;  // mf:assumedTestBase, empty if there is none
  std::vector<W3cTest> tests;
};

W3cSuite read_manifest(const std::filesystem::path& folder);

}  // namespace quadrille::testing
