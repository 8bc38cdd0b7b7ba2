#include <gtest/gtest.h>

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
  EXPECT_EQ(out, "@prefix b: <http://b/\\u003C\\u003E> .\n@prefix : <http://a/> .\n\n");
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

}  // namespace quadrille::results
