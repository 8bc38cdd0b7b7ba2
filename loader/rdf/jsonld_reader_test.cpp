#include "loader/rdf/jsonld_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loader/jsonld/context/remote_contexts.hpp"
#include "loader/jsonld/testing/map_loader.hpp"
#include "loader/rdf/testing/read_text.hpp"

namespace quadrille {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ContextMap = jsonld::testing::MapLoader::Documents;
using quadrille::testing::read_text;
using quadrille::testing::Reading;

}  // namespace

TEST(JsonLdQuads, AMalformedItemIsSkippedWithItsPlace) {
  const Reading read = read_text(
      "[{\"@id\": \"a:s\", \"a:p\": \"1\"},\n {\"@id\": 5},\n {\"@id\": \"a:s\", \"a:p\": \"\\uD800\"},\n"
      " {\"@id\": \"a:s\", \"a:p\": \"2\"}]",
      "jsonld");
  EXPECT_THAT(read.quads, ElementsAre("<a:s> <a:p> \"1\"", "<a:s> <a:p> \"2\""));
  EXPECT_THAT(read.errors, ElementsAre("2:2: invalid @id value: @id must be a string, not a number",
                                       HasSubstr("3:25: this is not JSON: an escape is half of a surrogate pair")));
  EXPECT_THAT(read.rejects, ElementsAre("{\"@id\": 5}", "{\"@id\": \"a:s\", \"a:p\": \"\\uD800\"}"));
  EXPECT_EQ(read.rest, "");
}

TEST(JsonLdQuads, LinesAreDocuments) {
  const Reading read = read_text(
      "{\"@id\": \"_:x\", \"a:p\": \"1\"}\n{\"@id\": \"_:x\", \"a:p\": \"2\" oops}\n{\"@id\": \"_:x\", \"a:p\": "
      "\"3\"}\n",
      "jsonl");
  EXPECT_THAT(read.quads, ElementsAre("_:x <a:p> \"1\"", "_:genid-2.x <a:p> \"3\""));
  EXPECT_THAT(read.errors, ElementsAre(HasSubstr("2:27: this is not JSON: expected ',' or '}'")));
}

TEST(JsonLdQuads, TheRestOfABrokenFileIsKept) {
  const Reading read = read_text("[{\"@id\": \"a:s\", \"a:p\": \"1\"} oops]\nmore", "jsonld");
  EXPECT_THAT(read.quads, ElementsAre("<a:s> <a:p> \"1\""));
  EXPECT_THAT(read.errors, ElementsAre(HasSubstr("1:29: this is not JSON: expected ',' or ']', not 'o'")));
  EXPECT_EQ(read.rest, " oops]\nmore\n");
}

TEST(JsonLdQuads, AContextIsReadIfItIsAllowed) {
  const std::string text = "{\"@context\": \"http://c/\", \"@id\": \"a:s\", \"p\": \"1\"}";
  const Reading refused = read_text(text, "jsonld");
  EXPECT_THAT(refused.quads, IsEmpty());
  EXPECT_THAT(refused.errors, ElementsAre(HasSubstr("the document names the context <http://c/>")));
  jsonld::testing::MapLoader loader(ContextMap{{"http://c/", R"({"@context": {"p": "a:p"}})"}});
  jsonld::RemoteContexts contexts(&loader);
  EXPECT_THAT(read_text(text, "jsonld", {.base = "", .default_graph = "", .contexts = &contexts}).quads,
              ElementsAre("<a:s> <a:p> \"1\""));
}

TEST(JsonLdQuads, AContextThatIncludesItselfIsRefused) {
  jsonld::testing::MapLoader loader(ContextMap{{"http://c/", R"({"@context": "http://c/"})"}});
  jsonld::RemoteContexts contexts(&loader);
  const Reading read =
      read_text("{\"@context\": \"http://c/\", \"@id\": \"a:s\", \"p\": \"1\"}\n{\"@id\": \"a:s\", \"a:p\": \"2\"}",
                "jsonl", {.base = "", .default_graph = "", .contexts = &contexts});
  EXPECT_THAT(read.errors, ElementsAre("1:1: context overflow: the context <http://c/> includes itself"));
  EXPECT_THAT(read.quads, ElementsAre("<a:s> <a:p> \"2\""));
}

TEST(JsonLdQuads, NestedGraphsKeepTheirNamesAndRelativeIrisHaveTheBase) {
  const Reading read = read_text(R"({"@id": "g", "@graph": [{"@id": "s", "a:p": {"@value": "x", "@language": "ar",
                                  "@direction": "rtl"}}]})",
                                 "jsonld", {.base = "http://b/d", .default_graph = "a:ignored"});
  EXPECT_THAT(read.quads, ElementsAre("<http://b/s> <a:p> \"x\"@ar--rtl <http://b/g>"));
}

}  // namespace quadrille
