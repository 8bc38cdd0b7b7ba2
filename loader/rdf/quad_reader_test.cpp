#include "loader/rdf/quad_reader.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

using testing::GraphSink;

struct Opened {
  Opened(std::string text, Syntax syntax, std::string base = "http://a/b")
      : reader(open_quads({.path = "the body", .format = {syntax, Compression::none}},
                          std::make_unique<testing::TextSource>(std::move(text), 7), {std::move(base), ""}, errors)) {}

  void read_all() {
    while (reader->read_piece(sink)) {
    }
  }
  std::string error() {
    try {
      read_all();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::syntax);
      return error.what();
    }
    return "none";
  }

  ErrorPolicy errors = ErrorPolicy::stop();
  GraphSink sink;
  std::unique_ptr<QuadReader> reader;
};

constexpr const char* kXml = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='a:'>\n";

}  // namespace

TEST(QuadReader, EverySyntaxIsReadPieceByPiece) {
  const testing::Graph expected = {{"<a:s>", "<a:p>", "<a:o>", ""}};
  for (const Syntax syntax : {Syntax::ntriples, Syntax::nquads, Syntax::turtle, Syntax::trig}) {
    Opened document("<a:s> <a:p> <a:o> .\n", syntax);
    document.read_all();
    EXPECT_EQ(document.sink.graph, expected);
    EXPECT_FALSE(document.reader->read_piece(document.sink));
  }
  Opened xml(
      std::string(kXml) + "<rdf:Description rdf:about='a:s'><a:p rdf:resource='a:o'/></rdf:Description></rdf:RDF>",
      Syntax::rdfxml);
  xml.read_all();
  EXPECT_EQ(xml.sink.graph, expected);
}

TEST(QuadReader, APieceOfTurtleIsAStatement) {
  Opened document("@prefix a: <a:> . a:s a:p a:o . a:s a:p a:q .", Syntax::turtle);
  std::vector<std::size_t> sizes;
  while (document.reader->read_piece(document.sink)) sizes.push_back(document.sink.graph.size());
  EXPECT_EQ(sizes, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(QuadReader, ErrorsNameTheDocumentAndThePlace) {
  EXPECT_TRUE(Opened("<a:s> <a:p> <a:o> .\n<a:s> nonsense .\n", Syntax::ntriples).error().starts_with("the body:2:"));
  EXPECT_TRUE(Opened("<a:s> <a:p> <a:o> .\n  <a:s> nonsense .\n", Syntax::turtle).error().starts_with("the body:2:"));
  EXPECT_TRUE(Opened(std::string(kXml) + "<a:b>\n</rdf:RDF>", Syntax::rdfxml).error().starts_with("the body:3:"));
}

TEST(QuadReader, WithoutABaseRelativeIrisAreMalformed) {
  for (const Syntax syntax : {Syntax::ntriples, Syntax::turtle, Syntax::trig}) {
    EXPECT_NE(Opened("<a:s> <a:p> <o> .\n", syntax, "").error(), "none");
  }
  Opened with_base("<a:s> <a:p> <o> .\n", Syntax::turtle);
  with_base.read_all();
  EXPECT_EQ(with_base.sink.graph, (testing::Graph{{"<a:s>", "<a:p>", "<http://a/o>", ""}}));
}

}  // namespace quadrille
