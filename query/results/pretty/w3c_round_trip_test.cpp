// The documents of the W3C's suites, read, written in every format and read again, are isomorphic to what they were.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "loader/rdf/testing/documents.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "query/results/pretty/testing/pretty_text.hpp"
#include "query/results/testing/streamed_text.hpp"

namespace quadrille::results {

namespace {

using quadrille::testing::documents_in;
using quadrille::testing::shared_path;
using testing::graph_of;
using testing::graph_of_text;
using testing::OwnQuad;

constexpr std::size_t kRowsAtOnce = 100;

// Empty, if the document is malformed.
std::vector<OwnQuad> quads_in(const std::filesystem::path& file) {
  try {
    return testing::OwnQuads(file, "http://base/").quads;
  } catch (const Error&) {
    return {};
  }
}

std::string file_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// In RDF/XML; empty, if it cannot express the quads.
std::string xml_text(const std::vector<OwnQuad>& quads) {
  try {
    return testing::streamed(ResultFormat::rdfxml, quads, kRowsAtOnce, testing::test_prefixes());
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

TEST(W3cDocuments, AreTheSameWhenTheyAreReadAgain) {
  const std::filesystem::path folder = shared_path("w3c/rdf");
  QUADRILLE_NEEDS_SHARED(folder);
  int documents = 0, in_xml = 0;
  for (const auto& [file, text] : documents_in(folder)) {
    const std::vector<OwnQuad> quads = quads_in(file.path);
    const auto check = [&](const std::string& written, const char* extension) {
      EXPECT_TRUE(testing::are_isomorphic(graph_of(quads), graph_of_text(written, extension))) << file.path << "\n"
                                                                                               << written;
    };
    check(testing::pretty_text(quads), "trig");
    check(testing::streamed(ResultFormat::trig, quads, kRowsAtOnce, testing::test_prefixes()), "trig");
    check(testing::streamed(ResultFormat::nquads, quads, kRowsAtOnce, {}), "nq");
    documents += quads.empty() ? 0 : 1;
    const bool has_graphs = std::any_of(quads.begin(), quads.end(), [](const OwnQuad& quad) { return quad.graph; });
    const std::string xml = has_graphs || quads.empty() ? std::string() : xml_text(quads);
    if (xml.empty()) continue;
    check(xml, "rdf");
    ++in_xml;
  }
  EXPECT_GT(documents, 1000);
  EXPECT_GT(in_xml, 800);
}

TEST(W3cDocuments, AreInCanonicalFormByteForByte) {
  const std::filesystem::path folder = shared_path("w3c/rdf/rdf12");
  QUADRILLE_NEEDS_SHARED(folder);
  int documents = 0;
  for (const auto& [name, format] :
       {std::pair("rdf-n-triples/c14n", ResultFormat::ntriples), std::pair("rdf-n-quads/c14n", ResultFormat::nquads)}) {
    for (const auto& [file, text] : documents_in(folder / name)) {
      const std::filesystem::path path(file.path);
      const std::string form = path.stem().string() + "-c14n" + path.extension().string();
      const std::filesystem::path canonical = path.parent_path() / form;
      if (!std::filesystem::exists(canonical)) continue;
      EXPECT_EQ(testing::streamed(format, quads_in(path), kRowsAtOnce, {}), file_text(canonical)) << path;
      ++documents;
    }
  }
  EXPECT_GT(documents, 75);
}

}  // namespace quadrille::results
