#include "loader/jsonld/write/canonical_quads.hpp"

#include <gtest/gtest.h>

#include "loader/rdf/testing/graph.hpp"

namespace quadrille::jsonld {

using quadrille::testing::GraphSink;
using quadrille::testing::TextQuad;

TEST(CanonicalQuads, OfTexts) {
  CanonicalQuads quads;
  const QuadView quad = quads.quad("", "_:s", "<http://p>", R"("a\n\u0001"@ar--rtl)");
  EXPECT_EQ(quad.graph, std::nullopt);
  EXPECT_EQ(quad.subject, TermView::blank("s"));
  EXPECT_EQ(quad.predicate, TermView::iri("http://p"));
  EXPECT_EQ(quad.object, TermView::direction_string("a\n\x01", "ar--rtl"));
  EXPECT_EQ(quads.quad("<http://g>", "_:s", "<http://p>", "\"1\"^^<http://d>").graph, TermView::iri("http://g"));
}

TEST(CanonicalQuads, OfLines) {
  GraphSink sink;
  CanonicalQuads().lines(
      " <http://s> <http://p> \"a \\\" b\" .\n"
      "_:g <http://s> <http://p> <<( <http://a> <http://b> \"c\" )>> .\n"
      "<http://g> _:s <http://p> \"\\\\\"@en .\n",
      sink);
  const quadrille::testing::Graph expected = {
      TextQuad{"<http://s>", "<http://p>", "\"a \\\" b\"", ""},
      TextQuad{"<http://s>", "<http://p>", "<<( <http://a> <http://b> \"c\" )>>", "_:g"},
      TextQuad{"_:s", "<http://p>", "\"\\\\\"@en", "<http://g>"}};
  EXPECT_EQ(sink.graph, expected);
  CanonicalQuads().lines("", sink);
  EXPECT_EQ(sink.quads, 3u);
}

TEST(CanonicalQuads, OfNQuads) {
  GraphSink sink;
  CanonicalQuads().nquads(
      "<http://s> <http://p> \"a \\\" .\" .\n"
      "<http://s> <http://p> <<( <http://a> <http://b> \"c\" )>> _:g .\n",
      sink);
  const quadrille::testing::Graph expected = {
      TextQuad{"<http://s>", "<http://p>", "\"a \\\" .\"", ""},
      TextQuad{"<http://s>", "<http://p>", "<<( <http://a> <http://b> \"c\" )>>", "_:g"}};
  EXPECT_EQ(sink.graph, expected);
}

}  // namespace quadrille::jsonld
