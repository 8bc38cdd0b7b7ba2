#include "loader/rdf/explain_fault.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/statement_splitter.hpp"
#include "loader/rdf/testing/documents.hpp"
#include "loader/rdf/testing/no_sink.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/strings.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

using testing::Document;
using testing::NoSink;
using testing::Strings;

Strings reasons_of(const std::string& text, Syntax syntax) {
  Strings reasons;
  ErrorPolicy errors = ErrorPolicy::skip([&](const SyntaxErrorAt& error) { reasons.push_back(error.reason); });
  NoSink sink;
  const bool is_lines = syntax == Syntax::ntriples || syntax == Syntax::nquads;
  const auto reader =
      open_quads({"document", {syntax, Compression::none}, 0, false}, std::make_unique<testing::TextSource>(text),
                 {.base = is_lines ? "" : "http://b/", .default_graph = ""}, errors);
  while (reader->read_piece(sink)) {
  }
  return reasons;
}

// True if the scanner has refused what the check of the grammar accepts.
bool is_unexplained(const std::string& reason) {
  return reason == "malformed statement";
}

// The W3C's documents of RDF 1.1, well-formed and malformed.
std::vector<Document> w3c_documents() {
  std::vector<Document> documents;
  for (const char* suite : {"rdf-n-triples", "rdf-n-quads", "rdf-turtle", "rdf-trig"}) {
    for (Document& document : testing::documents_in(testing::shared_path("w3c/rdf/rdf11") / suite)) {
      documents.push_back(std::move(document));
    }
  }
  return documents;
}

// The faults that the check reports in well-formed statements, and the number of these statements.
Strings found_in_right_statements(const Document& document, std::size_t& statements) {
  Strings found;
  const bool with_graphs = document.file.format.syntax == Syntax::trig;
  StatementWindow window(std::make_unique<testing::TextSource>(document.text));
  StatementSplitter splitter(window, with_graphs);
  for (bool in_graph = false; splitter.next(); in_graph = splitter.in_graph()) {
    const auto fault =
        detail::StatementCheck(splitter.text(), detail::DocumentNames::any(), {with_graphs, in_graph}).find();
    if (fault) found.push_back(document.file.path + ": " + fault->reason + " in " + std::string(splitter.text()));
    ++statements;
    splitter.finish();
  }
  return found;
}

}  // namespace

TEST(ExplainFault, FindsNothingInWellFormedStatements) {
  QUADRILLE_NEEDS_SHARED(testing::shared_path("w3c/rdf/rdf11/rdf-turtle/manifest.ttl"));
  std::size_t statements = 0;
  for (const Document& document : w3c_documents()) {
    if (!testing::is_turtle(document) || !reasons_of(document.text, document.file.format.syntax).empty()) continue;
    EXPECT_EQ(found_in_right_statements(document, statements), Strings{});
  }
  EXPECT_GT(statements, 2000u);
}

TEST(ExplainFault, ExplainsEveryMalformedDocumentOfTheW3c) {
  QUADRILLE_NEEDS_SHARED(testing::shared_path("w3c/rdf/rdf11/rdf-turtle/manifest.ttl"));
  std::size_t count = 0;
  for (const Document& document : w3c_documents()) {
    for (const std::string& reason : reasons_of(document.text, document.file.format.syntax)) {
      EXPECT_FALSE(is_unexplained(reason)) << document.file.path << ": " << reason << "\n" << document.text;
      ++count;
    }
  }
  EXPECT_GT(count, 200u);
}

TEST(ExplainFault, ExplainsDocumentsWithTokensDroppedDoubledOrMixed) {
  QUADRILLE_NEEDS_SHARED(testing::shared_path("w3c/rdf/rdf11/rdf-turtle/manifest.ttl"));
  const std::vector<Document> documents = w3c_documents();
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  for (int i = 0; i < 3000; ++i) {
    const Document& document = documents[below(documents.size())];
    if (document.text.empty() || document.text.size() > 5000) continue;
    std::string text = document.text;
    for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = below(text.size()), size = std::min(1 + below(6), text.size() - at);
      const std::string& other = documents[below(documents.size())].text;
      switch (below(4)) {
        case 0:
          text.erase(at, size);
          break;
        case 1:
          text.insert(at, text.substr(at, size));
          break;
        case 2:
          text.insert(at, 1, "<>\"'()[]{}.,;:@^_a1-+\\#%~/?=&|\n "[below(33)]);
          break;
        default:
          if (!other.empty()) text.insert(at, other.substr(below(other.size()), 12));
      }
    }
    for (const std::string& reason : reasons_of(text, document.file.format.syntax)) {
      EXPECT_FALSE(is_unexplained(reason)) << document.file.path << ": " << reason << "\n" << text;
    }
  }
}

}  // namespace quadrille
