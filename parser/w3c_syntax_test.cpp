// The W3C's syntax tests, and all queries and updates of their evaluation tests and of our benchmarks.

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "parser/query.hpp"
#include "parser/testing/manifest_reader.hpp"

namespace quadrille::parser {

namespace {

using Kind = ManifestEntry::Kind;

class W3cSyntax : public ::testing::Test {
 protected:
  void SetUp() override {
    shared_ = shared_data();
    if (!shared_.empty()) return;
    const char* require = std::getenv("QUADRILLE_REQUIRE_SHARED");
    if (require != nullptr && std::string(require) == "1")
      FAIL() << "the test suites are not there; set QUADRILLE_SHARED";
    GTEST_SKIP() << "the test suites are not there; set QUADRILLE_SHARED to their folder";
  }

  static std::string error_of(const ManifestEntry& entry) {
    const std::string text = read_text(entry.file);
    const std::string base = "file://" + entry.file.string();
    const bool is_update = entry.kind == Kind::positive_update || entry.kind == Kind::negative_update;
    try {
      is_update ? static_cast<void>(parse_update(text, base)) : static_cast<void>(parse_query(text, base));
      return {};
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::syntax) << entry.file;
      return error.what();
    }
  }

  void check_suite(const std::string& suite, std::size_t at_least) {
    std::size_t positive = 0, negative = 0;
    for (const auto& manifest : files_below(shared_ / "w3c/sparql" / suite, ".ttl")) {
      if (manifest.filename() != "manifest.ttl") continue;
      for (const ManifestEntry& entry : read_manifest(manifest)) {
        const std::string error = error_of(entry);
        const bool is_positive = entry.kind == Kind::positive_query || entry.kind == Kind::positive_update;
        EXPECT_EQ(error.empty(), is_positive) << entry.file << "\n" << error;
        ++(is_positive ? positive : negative);
      }
    }
    EXPECT_GE(positive + negative, at_least);
    RecordProperty("positive", static_cast<int>(positive));
    RecordProperty("negative", static_cast<int>(negative));
    std::printf("%s: %zu texts parse, %zu are refused\n", suite.c_str(), positive, negative);
  }

  std::filesystem::path shared_;
};

}  // namespace

TEST_F(W3cSyntax, Sparql10) {
  check_suite("sparql10", 100);
}

TEST_F(W3cSyntax, Sparql11) {
  check_suite("sparql11", 400);
}

TEST_F(W3cSyntax, Sparql12) {
  check_suite("sparql12", 266);
}

TEST_F(W3cSyntax, QueriesOfTheBenchmarksParse) {
  const auto queries = files_below(shared_ / "bench", ".rq");
  EXPECT_GE(queries.size(), 50u);
  for (const auto& query : queries) EXPECT_EQ(error_of({Kind::positive_query, query}), "") << query;
}

}  // namespace quadrille::parser
