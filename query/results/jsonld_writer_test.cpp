#include <gtest/gtest.h>

#include "base/error.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::results {

namespace {

const std::vector<Prefix> kPrefixes{{"ex", "http://e/"}};
constexpr const char* kOpening = "{\"@context\":{\"ex\":\"http://e/\"},\"@graph\":[";

TermView e(std::string_view name) {
  static std::vector<std::string> iris;
  iris.reserve(100);
  return TermView::iri(iris.emplace_back("http://e/" + std::string(name)));
}

}  // namespace

TEST(JsonLdWriter, PiecesOfSeveralWritersAreOneDocument) {
  const auto first = make_graph_writer(ResultFormat::jsonld, kPrefixes);
  const auto second = make_graph_writer(ResultFormat::jsonld, kPrefixes);
  second->continue_after_rows();
  std::string text;
  first->begin(text);
  const std::vector<TripleView> ann{{e("ann"), e("knows"), e("bob")}, {e("ann"), e("name"), TermView::string("Ann")}};
  const std::vector<TripleView> bob{{TermView::blank("b"), e("age"), TermView::literal("7", iri::kXsdInteger)}};
  first->triples(ann, text);
  second->triples(bob, text);
  first->triples(bob, text);
  first->end(text);
  EXPECT_EQ(text, std::string(kOpening) +
                      "\n{\"@id\":\"ex:ann\",\"ex:knows\":{\"@id\":\"ex:bob\"},\"ex:name\":\"Ann\"}"
                      ",\n{\"@id\":\"_:b\",\"ex:age\":7}"
                      ",\n{\"@id\":\"_:b\",\"ex:age\":7}\n]}\n");
}

TEST(JsonLdWriter, RowsOfFourColumnsAreQuads) {
  const auto writer = make_result_writer(ResultFormat::jsonld, {"s", "p", "o", "g"}, kPrefixes);
  std::string text;
  writer->begin(text);
  const std::vector<Cell> cells{e("a"), e("p"), e("b"), std::nullopt, e("a"), e("p"), e("b"), e("g")};
  writer->rows(cells, 2, text);
  writer->end(text);
  EXPECT_EQ(text, std::string(kOpening) +
                      "\n{\"@id\":\"ex:a\",\"ex:p\":{\"@id\":\"ex:b\"}}"
                      ",\n{\"@id\":\"ex:g\",\"@graph\":[\n{\"@id\":\"ex:a\",\"ex:p\":{\"@id\":\"ex:b\"}}\n]}\n]}\n");
}

TEST(JsonLdWriter, AnAnswerWithoutRowsIsADocument) {
  const auto writer = make_graph_writer(ResultFormat::jsonld, {});
  std::string text;
  writer->begin(text);
  writer->end(text);
  EXPECT_EQ(text, "{\"@context\":{},\"@graph\":[\n]}\n");
}

TEST(JsonLdWriter, ATripleTermIsAnErrorThatNamesTheTriple) {
  const auto writer = make_result_writer(ResultFormat::jsonld, {"s", "p", "o", "g"}, kPrefixes);
  const std::string term = "<<( <http://e/a> <http://e/p> \"x\" )>>";
  const std::vector<Cell> cells{e("a"), e("p"), TermView::triple(term), std::nullopt};
  std::string text;
  try {
    writer->rows(cells, 1, text);
    FAIL() << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    EXPECT_NE(std::string(error.what()).find("<http://e/a> <http://e/p> <<( <http://e/a> <http://e/p> \"x\" )>>"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace quadrille::results
