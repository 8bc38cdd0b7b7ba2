#include "server/client/document_source.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/text_source.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

Document document(std::string text, Syntax syntax, std::size_t part_bytes = 1 << 20) {
  return {"the request's body", syntax, "http://here/doc", "",
          std::make_unique<testing::TextSource>(std::move(text), part_bytes)};
}

std::vector<std::string> read_all(query::QuadSource& source) {
  std::vector<std::string> lines;
  std::vector<query::SourceQuad> quads;
  for (source.next(quads); !quads.empty(); source.next(quads)) {
    for (const query::SourceQuad& quad : quads) {
      std::string line = to_ntriples(quad.subject.view());
      for (const Term* term : {&quad.predicate, &quad.object}) line += ' ' + to_ntriples(term->view());
      if (quad.graph) line += ' ' + to_ntriples(quad.graph->view());
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::string error_of(Document document) {
  try {
    const auto source = open_document(std::move(document));
    read_all(*source);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST(DocumentSource, GivesTheQuadsOfEverySyntax) {
  const auto lines = [](const char* text, Syntax syntax) {
    return read_all(*open_document(document(text, syntax, 3)));
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines("<a:s> <a:p> \"o\"@EN .", Syntax::ntriples), Lines{"<a:s> <a:p> \"o\"@en"});
  EXPECT_EQ(lines("<a:s> <a:p> <a:o> <a:g> .", Syntax::nquads), Lines{"<a:s> <a:p> <a:o> <a:g>"});
  EXPECT_EQ(lines("<s> <a:p> 1 .", Syntax::turtle),
            Lines{"<http://here/s> <a:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"});
  EXPECT_EQ(lines(R"({"@id": "#s", "a:p": {"@id": "a:o"}})", Syntax::jsonld), Lines{"<http://here/doc#s> <a:p> <a:o>"});
  EXPECT_EQ(lines("<a:g> { <#s> <a:p> <a:o> }", Syntax::trig), Lines{"<http://here/doc#s> <a:p> <a:o> <a:g>"});
  EXPECT_EQ(lines("<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='a:'><r:Description "
                  "r:about='x'><a:p>o</a:p></r:Description></r:RDF>",
                  Syntax::rdfxml),
            Lines{"<http://here/x> <a:p> \"o\""});
}

TEST(DocumentSource, BatchesAreBoundedWhateverTheSize) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "<a:s> <a:p> <a:o" + std::to_string(i) + "> .\n";
  for (const Syntax syntax : {Syntax::ntriples, Syntax::turtle}) {
    const auto source = open_document(document(text, syntax));
    std::vector<query::SourceQuad> quads;
    std::size_t sum = 0;
    for (source->next(quads); !quads.empty(); source->next(quads)) {
      EXPECT_LT(quads.size(), 60'000u);
      sum += quads.size();
    }
    EXPECT_EQ(sum, 200'000u);
    source->next(quads);
    EXPECT_TRUE(quads.empty());
  }
}

TEST(DocumentSource, ErrorsNameDocumentLineAndColumn) {
  EXPECT_TRUE(error_of(document("<a:s> <a:p> <a:o> .\n<a:s> <a:p> oops .", Syntax::ntriples))
                  .starts_with("the request's body:2:13: "));
  EXPECT_TRUE(error_of(document("<a:s> <a:p> <a:o> .\n<a:s> <a:p> oops .", Syntax::turtle))
                  .starts_with("the request's body:2:"));
}

TEST(DocumentSource, LinesHaveNoBase) {
  EXPECT_NE(error_of(document("<s> <a:p> <a:o> .", Syntax::ntriples)), "none");
}

TEST(DocumentSource, WhatTheBytesThrowComesOutAfterWhatCameBefore) {
  struct Broken : ByteSource {
    std::size_t read(std::span<char>) override { throw StatusError(413, "too long"); }
  };
  for (const Syntax syntax : {Syntax::ntriples, Syntax::turtle, Syntax::rdfxml}) {
    EXPECT_EQ(error_of({"body", syntax, "a:b", "", std::make_unique<Broken>()}), "too long");
  }
}

TEST(DocumentSource, WarnsOfVersionsThatAreNotKnown) {
  std::vector<std::string> warnings;
  Document with_type = document("VERSION \"3.0\"\n<a:s> <a:p> <a:o> .", Syntax::turtle);
  with_type.version = "2.0";
  EXPECT_EQ(read_all(*open_document(std::move(with_type), &warnings)).size(), 1u);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(
      warnings[0],
      "the request's body:1:1: the document announces version \"2.0\", which is not known; it is read as RDF 1.2");
  EXPECT_NE(warnings[1].find("announces version \"3.0\""), std::string::npos);
  Document known = document("VERSION \"1.2\"\n<a:s> <a:p> <a:o> .", Syntax::turtle);
  known.version = "1.1";
  read_all(*open_document(std::move(known), &warnings));
  EXPECT_EQ(warnings.size(), 2u);
}

TEST(DocumentSource, MayBeGivenUpInTheMiddle) {
  const auto source = open_document(document("<a:s> <a:p> <a:o> . <a:s> oops", Syntax::turtle));
  EXPECT_NE(source, nullptr);
}

}  // namespace quadrille::server
