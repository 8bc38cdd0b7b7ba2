// The documents of the W3C's suites, read, written and read again, are isomorphic to what they were.

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/documents.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "query/results/pretty/testing/pretty_text.hpp"

namespace quadrille::results {

TEST(PrettyWriter, DocumentsOfTheW3cAreTheSameWhenTheyAreReadAgain) {
  const std::filesystem::path folder = quadrille::testing::shared_path("w3c/rdf");
  QUADRILLE_NEEDS_SHARED(folder);
  int documents = 0;
  for (const auto& [file, text] : quadrille::testing::documents_in(folder)) {
    std::vector<testing::OwnQuad> quads;
    try {
      quads = testing::OwnQuads(file.path, "http://base/").quads;
    } catch (const Error&) {
      continue;  // a negative test
    }
    const std::string written = testing::pretty_text(quads);
    EXPECT_TRUE(testing::are_isomorphic(testing::graph_of(quads), testing::graph_of_text(written, "trig")))
        << file.path << "\n"
        << written;
    ++documents;
  }
  EXPECT_GT(documents, 1000);
}

}  // namespace quadrille::results
