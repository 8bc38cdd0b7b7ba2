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

TEST(RdfXmlWriter, TheErrorNamesTheTriple) {
  const auto message_of = [](TermView predicate, TermView object) -> std::string {
    std::string out;
    try {
      const TripleView triple{TermView::iri("http://a/x&y"), predicate, object};
      make_graph_writer(ResultFormat::rdfxml, {{"ex", "http://a/"}})->triples({&triple, 1}, out);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string begin = "RDF/XML cannot express the triple <http://a/x&y> ";
  const std::string end = "; use another format, such as Turtle";
  EXPECT_EQ(message_of(TermView::iri("http://a/1"), TermView::string("a<b")),
            begin + "<http://a/1> \"a<b\": the predicate <http://a/1> does not end in an XML name" + end);
  const std::string control = ": the term has a character that XML cannot hold" + end;
  EXPECT_EQ(message_of(kKnows, TermView::string("\x01")), begin + "ex:knows \"\\u0001\"" + control);
  EXPECT_EQ(message_of(TermView::iri("http://b/c"), TermView::string("\uffff")),
            begin + "<http://b/c> \"\\uFFFF\"" + control);
  EXPECT_EQ(message_of(kKnows, TermView::triple("<<( <http://a/s> <http://a/> _:o )>>")),
            begin +
                "ex:knows <<( <http://a/s> <http://a/> _:o )>>: the predicate <http://a/> does not end in an XML name" +
                end);
  EXPECT_EQ(message_of(kKnows, TermView::string("\uff01\t\n")), "no error");
}

TEST(RdfXmlWriter, NamesWithAMeaningInItAreErrors) {
  for (const char* name : {"li", "Description", "about", "version"}) {
    const std::string predicate = std::string("http://www.w3.org/1999/02/22-rdf-syntax-ns#") + name;
    const TripleView triple{kKnows, TermView::iri(predicate), kKnows};
    std::string out;
    EXPECT_THROW(make_graph_writer(ResultFormat::rdfxml)->triples({&triple, 1}, out), Error) << predicate;
  }
}

TEST(RdfXmlWriter, LabelsThatAreNoXmlNamesAreEncoded) {
  const TripleView triple{TermView::blank("0"), TermView::iri("http://www.w3.org/2000/xmlns/ab"),
                          TermView::blank("x-30")};
  std::string out;
  make_graph_writer(ResultFormat::rdfxml)->triples({&triple, 1}, out);
  EXPECT_EQ(out,
            "<rdf:Description rdf:nodeID=\"x-30\">\n"
            "  <p:b xmlns:p=\"http://www.w3.org/2000/xmlns/a\" rdf:nodeID=\"x-782D3330\"/>\n"
            "</rdf:Description>\n");
}

TEST(RdfXmlWriter, DescriptionsThatNeedRdf12HaveTheVersion) {
  const TermView x = TermView::iri("http://a/x"), reifies = TermView::iri(iri::kRdfReifies);
  const std::vector<TripleView> triples{
      {x, kKnows, x},
      {x, kKnows, TermView::direction_string("a", "ar--rtl")},
      {x, kKnows, x},
      {x, reifies, TermView::triple("<<( _:b <http://b/c> <<( <http://a/x> <http://a/knows> \"1\" )>> )>>")}};
  std::string out;
  make_graph_writer(ResultFormat::rdfxml, {{"ex", "http://a/"}, {"its", "http://its/"}})->triples(triples, out);
  EXPECT_EQ(out,
            "<rdf:Description rdf:about=\"http://a/x\">\n"
            "  <ex:knows rdf:resource=\"http://a/x\"/>\n"
            "</rdf:Description>\n"
            "<rdf:Description rdf:about=\"http://a/x\" rdf:version=\"1.2\">\n"
            "  <ex:knows xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\" its:dir=\"rtl\" "
            "xml:lang=\"ar\">a</ex:knows>\n"
            "  <ex:knows rdf:resource=\"http://a/x\"/>\n"
            "  <rdf:reifies rdf:parseType=\"Triple\"><rdf:Description rdf:nodeID=\"b\">"
            "<p:c xmlns:p=\"http://b/\" rdf:parseType=\"Triple\"><rdf:Description rdf:about=\"http://a/x\">"
            "<ex:knows>1</ex:knows></rdf:Description></p:c></rdf:Description></rdf:reifies>\n"
            "</rdf:Description>\n");
}

TEST(TurtleWriter, TheVersionIsAnnouncedOnceWhereATermNeedsIt) {
  const TermView x = TermView::iri("http://a/x"), text = TermView::direction_string("a", "ar--rtl");
  const TermView one =
      TermView::triple("<<( <http://a/x> <http://a/knows> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> )>>");
  EXPECT_EQ(turtle({{x, kKnows, TermView::language_string("a", "ar")}}), ":x :knows \"a\"@ar .\n");
  std::string out;
  const auto writer = make_graph_writer(ResultFormat::turtle, {{"", "http://a/"}});
  const TripleView plain{x, kKnows, x}, directed{x, kKnows, text}, of_triple{x, kKnows, one};
  for (const TripleView& each : {plain, directed, of_triple}) writer->triples({&each, 1}, out);
  EXPECT_EQ(out, ":x :knows :x .\nVERSION \"1.2\"\n:x :knows \"a\"@ar--rtl .\n:x :knows <<( :x :knows 1 )>> .\n");
  std::string lines;
  make_graph_writer(ResultFormat::ntriples)->triples({&of_triple, 1}, lines);
  EXPECT_EQ(lines, "<http://a/x> <http://a/knows> " + std::string(one.text) + " .\n");
}

TEST(TriGWriter, TheVersionIsAnnouncedOutsideOfGraphs) {
  const TermView x = TermView::iri("http://a/x"), g = TermView::iri("http://a/g");
  const std::vector<Cell> cells{x, kKnows, x, g, x, kKnows, TermView::direction_string("a", "ar--rtl"), g};
  std::string out;
  const auto writer = make_result_writer(ResultFormat::trig, {"s", "p", "o", "g"}, {{"", "http://a/"}});
  writer->rows(std::span(cells).first(4), 1, out);
  writer->rows(cells, 2, out);
  EXPECT_EQ(out,
            "<http://a/g> {\n:x :knows :x .\n}\n"
            "VERSION \"1.2\"\n<http://a/g> {\n:x :knows :x, \"a\"@ar--rtl .\n}\n");
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
