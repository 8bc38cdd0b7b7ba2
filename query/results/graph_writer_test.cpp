#include <gtest/gtest.h>

#include "base/error.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::results {

namespace {

const TermView kKnows = TermView::iri("http://a/knows");
const TermView kType = TermView::iri(iri::kRdfType);

std::string turtle(const std::vector<TripleView>& triples) {
  std::string out;
  make_graph_writer(ResultFormat::turtle,
                    {{"", "http://a/"}, {"long", "http://a/long/"}, {"xsd", std::string(iri::kXsd)}})
      ->triples(triples, out);
  return out;
}

}  // namespace

TEST(NTriplesWriter, WritesOneTripleALine) {
  const std::vector<TripleView> triples{{TermView::blank("b"), kKnows, TermView::iri("http://a/x")},
                                        {TermView::blank("b"), kKnows, TermView::string("a\nb")}};
  std::string out;
  make_graph_writer(ResultFormat::ntriples)->triples(triples, out);
  EXPECT_EQ(out, "_:b <http://a/knows> <http://a/x> .\n_:b <http://a/knows> \"a\\nb\" .\n");
}

TEST(TurtleWriter, BeginsWithItsPrefixes) {
  std::string out;
  make_graph_writer(ResultFormat::turtle, {{"", "http://a/"}, {"b", "http://b/<>"}})->begin(out);
  EXPECT_EQ(out, "@prefix : <http://a/> .\n@prefix b: <http://b/\\u003C\\u003E> .\n\n");
}

TEST(TurtleWriter, GroupsNeighboursOfOneSubjectAndOnePredicate) {
  const TermView x = TermView::iri("http://a/x");
  const TermView y = TermView::iri("http://a/y");
  const TermView z = TermView::iri("http://a/z");
  EXPECT_EQ(turtle({{x, kType, z}, {x, kKnows, y}, {x, kKnows, z}, {y, kKnows, x}, {z, kKnows, x}}),
            ":x a :z ;\n  :knows :y, :z .\n:y :knows :x .\n:z :knows :x .\n");
}

TEST(TurtleWriter, NothingIsWrittenForNoTriples) {
  EXPECT_EQ(turtle({}), "");
}

TEST(TurtleWriter, TheLongestNamespaceThatFitsIsTaken) {
  const TermView x = TermView::iri("http://a/x");
  EXPECT_EQ(turtle({{x, kKnows, TermView::iri("http://a/long/y")}}), ":x :knows long:y .\n");
}

TEST(TurtleWriter, OnlyPlainLocalNamesAreAbbreviated) {
  const TermView x = TermView::iri("http://a/x");
  for (const char* iri : {"http://a/y/z", "http://a/-y", "http://a/y.", "http://a/y%20", "http://a/é", "http://b/"}) {
    EXPECT_EQ(turtle({{x, kKnows, TermView::iri(iri)}}), ":x :knows <" + std::string(iri) + "> .\n");
  }
  EXPECT_EQ(turtle({{x, kKnows, TermView::iri("http://a/0.b-c_")}}), ":x :knows :0.b-c_ .\n");
  EXPECT_EQ(turtle({{x, kKnows, TermView::iri("http://a/")}}), ":x :knows : .\n");
}

TEST(TurtleWriter, NumbersAndBooleansAreBareWhereTheyCanBe) {
  const TermView x = TermView::iri("http://a/x");
  const std::vector<TripleView> triples{{x, kKnows, TermView::literal("1.5", iri::kXsdDecimal)},
                                        {x, kKnows, TermView::literal("1.", iri::kXsdDecimal)},
                                        {x, kKnows, TermView::literal("true", iri::kXsdBoolean)},
                                        {x, kKnows, TermView::literal("1", iri::kXsdBoolean)},
                                        {x, kKnows, TermView::language_string("e", "en")}};
  EXPECT_EQ(turtle(triples), ":x :knows 1.5, \"1.\"^^xsd:decimal, true, \"1\"^^xsd:boolean, \"e\"@en .\n");
}

TEST(RdfXmlWriter, WritesADescriptionASubject) {
  const TermView x = TermView::iri("http://a/x&y");
  const std::vector<TripleView> triples{
      {x, kKnows, TermView::blank("b1")},
      {x, kKnows, TermView::language_string("<\n", "en")},
      {TermView::blank("b1"), TermView::iri("http://a/0.b-c"), TermView::literal("1", iri::kXsdInteger)},
      {TermView::blank("b1"), kType, TermView::string("s")}};
  std::string out;
  const auto writer = make_graph_writer(ResultFormat::rdfxml, {{"ex", "http://a/"}, {"xmlish", "http://b/"}});
  writer->begin(out);
  writer->triples(triples, out);
  writer->end(out);
  EXPECT_EQ(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:ex=\"http://a/\">\n"
            "<rdf:Description rdf:about=\"http://a/x&amp;y\">\n"
            "  <ex:knows rdf:nodeID=\"b1\"/>\n"
            "  <ex:knows xml:lang=\"en\">&lt;\n</ex:knows>\n"
            "</rdf:Description>\n"
            "<rdf:Description rdf:nodeID=\"b1\">\n"
            "  <p:b-c xmlns:p=\"http://a/0.\" rdf:datatype=\"http://www.w3.org/2001/XMLSchema#integer\">1</p:b-c>\n"
            "  <rdf:type>s</rdf:type>\n"
            "</rdf:Description>\n"
            "</rdf:RDF>\n");
}

TEST(RdfXmlWriter, APredicateThatXmlCannotNameIsAnError) {
  for (const char* predicate : {"http://a/1", "http://a/", "http://a/\u00e9", "x"}) {
    const TripleView triple{kKnows, TermView::iri(predicate), kKnows};
    std::string out;
    EXPECT_THROW(make_graph_writer(ResultFormat::rdfxml)->triples({&triple, 1}, out), Error) << predicate;
  }
}

TEST(QuadWriters, WriteRowsOfFour) {
  const TermView x = TermView::iri("http://a/x");
  const TermView g = TermView::iri("http://a/g"), h = TermView::blank("h");
  const std::vector<Cell> cells{x, kKnows, x, std::nullopt, x, kKnows, x, g, x, kType, x, g, x, kKnows, x, h};
  std::string quads, trig;
  make_result_writer(ResultFormat::nquads, {"s", "p", "o", "g"})->rows(cells, 4, quads);
  EXPECT_EQ(quads,
            "<http://a/x> <http://a/knows> <http://a/x> .\n"
            "<http://a/x> <http://a/knows> <http://a/x> <http://a/g> .\n"
            "<http://a/x> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a/x> <http://a/g> .\n"
            "<http://a/x> <http://a/knows> <http://a/x> _:h .\n");
  make_result_writer(ResultFormat::trig, {"s", "p", "o", "g"})->rows(cells, 4, trig);
  EXPECT_EQ(trig,
            "<http://a/x> <http://a/knows> <http://a/x> .\n"
            "<http://a/g> {\n"
            "<http://a/x> <http://a/knows> <http://a/x> ;\n"
            "  a <http://a/x> .\n"
            "}\n"
            "_:h {\n"
            "<http://a/x> <http://a/knows> <http://a/x> .\n"
            "}\n");
}

}  // namespace quadrille::results
