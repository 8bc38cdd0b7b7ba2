#include "loader/jsonld/write/document_writer.hpp"

#include <gtest/gtest.h>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/testing/map_loader.hpp"
#include "loader/jsonld/testing/read_nquads.hpp"

namespace quadrille::jsonld {

namespace {

const std::string kQuads = R"(<http://s> <http://p> "a" .
<http://s> <http://p> _:l .
_:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "1"^^<http://www.w3.org/2001/XMLSchema#integer> .
_:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .
<http://s> <http://p> "a" .
_:x <http://q> <http://s> <http://g> .
)";

class DocumentWriterTest : public ::testing::Test {
 protected:
  std::string written(DocumentForm form, std::optional<Value> context = {}, const std::string& quads = kQuads) {
    DocumentWriter writer(remote_, {form, context});
    testing::read_nquads(quads, writer);
    return writer.finish();
  }
  Value json(std::string_view text) { return parse_json(text, arena_); }

  testing::MapLoader loader_{{{"http://c/people", R"({"@context":{"p":"http://p","s":"http://s"}})"}}};
  RemoteContexts remote_{&loader_};
  Arena arena_;
};

}  // namespace

TEST_F(DocumentWriterTest, Expanded) {
  EXPECT_EQ(written(DocumentForm::expanded),
            R"([{"@id":"http://s","http://p":[{"@value":"a"},{"@list":[{"@value":"1",)"
            R"("@type":"http://www.w3.org/2001/XMLSchema#integer"}]}]},)"
            R"({"@id":"http://g","@graph":[{"@id":"_:x","http://q":[{"@id":"http://s"}]}]}])"
            "\n");
}

TEST_F(DocumentWriterTest, Flattened) {
  EXPECT_EQ(written(DocumentForm::flattened, {}, "_:x <http://q> _:y <http://g> .\n_:x <http://q> _:x <http://g> .\n"),
            R"([{"@id":"http://g","@graph":[{"@id":"_:b0","http://q":[{"@id":"_:b1"},{"@id":"_:b0"}]}]}])"
            "\n");
}

TEST_F(DocumentWriterTest, CompactedWithAContextOfTheCaller) {
  const std::string age = "<http://s> <http://age> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";
  EXPECT_EQ(
      written(DocumentForm::compacted,
              json(R"({"@context":{"age":{"@id":"http://age","@type":"http://www.w3.org/2001/XMLSchema#integer"}}})"),
              age),
      R"({"@context":{"age":{"@id":"http://age","@type":"http://www.w3.org/2001/XMLSchema#integer"}},)"
      R"("@id":"http://s","age":"7"})"
      "\n");
  EXPECT_EQ(written(DocumentForm::compacted, {}, "<http://s> <http://p> \"a\" .\n"),
            "{\"@id\":\"http://s\",\"http://p\":\"a\"}\n");
}

TEST_F(DocumentWriterTest, CompactedWithARemoteContext) {
  EXPECT_EQ(
      written(DocumentForm::compacted, Value(std::string_view("http://c/people")), "<http://s> <http://p> \"a\" .\n"),
      R"({"@context":"http://c/people","@id":"http://s","p":"a"})"
      "\n");
  EXPECT_THROW(written(DocumentForm::compacted, Value(std::string_view("http://c/none"))), JsonLdError);
}

// The algorithm of the specification would write "a://x", which is another IRI, and "b:c" and "@id", which are not
// relative to @vocab.
TEST_F(DocumentWriterTest, CompactedIrisAreReadAsWhatTheyStandFor) {
  EXPECT_EQ(written(DocumentForm::compacted, json(R"({"a":"http://a/"})"), "<http://a///x> <http://a/x> \"1\" .\n"),
            R"({"@context":{"a":"http://a/"},"@id":"http://a///x","a:x":"1"})"
            "\n");
  EXPECT_EQ(
      written(
          DocumentForm::compacted, json(R"({"@vocab":"http://a/"})"),
          "<http://s> <http://a/b:c> \"1\" .\n<http://s> <http://a/@id> \"1\" .\n<http://s> <http://a/d> \"1\" .\n"),
      R"({"@context":{"@vocab":"http://a/"},"@id":"http://s","http://a/b:c":"1","http://a/@id":"1","d":"1"})"
      "\n");
}

TEST_F(DocumentWriterTest, NoQuads) {
  EXPECT_EQ(written(DocumentForm::expanded, {}, ""), "[]\n");
  EXPECT_EQ(written(DocumentForm::compacted, {}, ""), "{}\n");
  EXPECT_EQ(written(DocumentForm::flattened, {}, ""), "[]\n");
}

TEST_F(DocumentWriterTest, TooManyQuadsAreAnError) {
  for (const DocumentForm form : {DocumentForm::expanded, DocumentForm::flattened, DocumentForm::compacted}) {
    DocumentOptions options{form, {}, 1'000'000};
    DocumentWriter writer(remote_, options);
    std::size_t quads = 0;
    try {
      for (; quads < 100'000; ++quads) {
        const std::string object = "http://o/" + std::to_string(quads);
        writer.quad({TermView::iri("http://s"), TermView::iri("http://p"), TermView::iri(object), {}});
      }
      FAIL() << "no limit";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::memory);
      EXPECT_NE(std::string(error.what()).find("more than 1 MB of memory"), std::string::npos) << error.what();
    }
    EXPECT_GT(quads, 1000u);
  }
}

// The quads fit, but not what is made of them.
TEST_F(DocumentWriterTest, TheLimitCountsTheLastSteps) {
  DocumentWriter writer(remote_, {DocumentForm::compacted, {}, 1'000'000});
  std::string quads;
  for (int i = 0; i < 800; ++i) {
    const auto number = std::to_string(i);
    quads += "<http://s/" + number + "> <http://p> \"a" + number + "\" .\n";
  }
  testing::read_nquads(quads, writer);
  try {
    writer.finish();
    FAIL() << "no limit";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
  }
}

TEST_F(DocumentWriterTest, RefusedQuadsAreLeftOut) {
  DocumentWriter writer(remote_, {});
  EXPECT_THROW(writer.quad({TermView::iri("s"), TermView::iri("http://p"), TermView::string("a"), {}}), Error);
  EXPECT_THROW(writer.quad({TermView::iri("http://s"), TermView::blank("p"), TermView::string("a"), {}}), Error);
  try {
    writer.quad({TermView::iri("http://s"), TermView::iri("http://p"), TermView::literal("[", kRdfJson), {}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("that are no JSON, as in <http://s> <http://p> \"[\""), std::string::npos);
  }
  EXPECT_EQ(writer.finish(), "[]\n");
}

}  // namespace quadrille::jsonld
