#include "loader/jsonld/rdf/serialize.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/jsonld/json/write_json.hpp"
#include "loader/rdf/testing/triple.hpp"

namespace quadrille::jsonld {

namespace {

using quadrille::testing::triple;

const TermView kSubject = TermView::iri("http://s");

std::string serialized(const std::vector<QuadView>& quads, const SerializeOptions& options = {}) {
  Arena arena;
  Serializer serializer(options, arena);
  for (const QuadView& quad : quads) serializer.quad(quad);
  std::string text;
  write_json(text, serializer.finish());
  return text;
}

}  // namespace

TEST(Serializer, DirectionalStringsHaveADirection) {
  const auto text = triple(kSubject, "http://p", TermView::direction_string("a", "ar--rtl"));
  EXPECT_EQ(serialized({text}),
            R"([{"@id":"http://s","http://p":[{"@value":"a","@language":"ar","@direction":"rtl"}]}])");
}

TEST(Serializer, RefusesTripleTerms) {
  const auto quad = triple(kSubject, iri::kRdfReifies, TermView::triple("<<( <http://a> <http://b> <http://c> )>>"));
  try {
    serialized({quad});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user);
    EXPECT_NE(std::string(error.what()).find("<<( <http://a> <http://b> <http://c> )>>"), std::string::npos);
  }
}

TEST(Serializer, ListsMayBeNestedAndEndInACycleOrTwice) {
  const TermView cell = TermView::blank("c"), nil = TermView::iri(iri::kRdfNil);
  const std::vector<QuadView> list = {triple(kSubject, "http://p", cell),
                                      triple(cell, iri::kRdfFirst, TermView::string("x")),
                                      triple(cell, iri::kRdfRest, nil)};
  EXPECT_EQ(serialized(list), R"([{"@id":"http://s","http://p":[{"@list":[{"@value":"x"}]}]}])");
  auto shared = list;
  shared.push_back(triple(kSubject, "http://q", cell));
  EXPECT_NE(serialized(shared).find(R"({"@id":"_:c","http://www.w3.org/1999/02/22-rdf-syntax-ns#first")"),
            std::string::npos);
  const std::vector<QuadView> ring = {triple(cell, iri::kRdfFirst, TermView::string("x")),
                                      triple(cell, iri::kRdfRest, cell)};
  EXPECT_NE(serialized(ring).find(R"("@id":"_:c")"), std::string::npos);
}

TEST(Serializer, DuplicatesAreLeftOut) {
  const auto quad = triple(kSubject, "http://p", TermView::string("x"));
  EXPECT_EQ(serialized({quad, quad}), R"([{"@id":"http://s","http://p":[{"@value":"x"}]}])");
}

TEST(Serializer, NativeTypes) {
  SerializeOptions options;
  options.use_native_types = true;
  const auto quads = {triple(kSubject, "http://p", TermView::literal("1", iri::kXsdInteger)),
                      triple(kSubject, "http://p", TermView::literal("1.5E0", iri::kXsdDouble)),
                      triple(kSubject, "http://p", TermView::literal("true", iri::kXsdBoolean)),
                      triple(kSubject, "http://p", TermView::literal("x", iri::kXsdInteger))};
  EXPECT_EQ(serialized(quads, options),
            R"([{"@id":"http://s","http://p":[{"@value":1},{"@value":1.5},{"@value":true},{"@value":"x",)"
            R"("@type":"http://www.w3.org/2001/XMLSchema#integer"}]}])");
}

}  // namespace quadrille::jsonld
