#include "loader/jsonld/json_ld_reader.hpp"

#include <gtest/gtest.h>

#include "loader/jsonld/testing/map_loader.hpp"
#include "loader/jsonld/testing/read_json_ld.hpp"
#include "loader/rdf/testing/graph.hpp"

namespace quadrille::jsonld {

namespace {

using Documents = testing::MapLoader::Documents;

// Receives quads as lines.
class LineSink : public QuadSink {
 public:
  void quad(const QuadView& quad) override {
    const auto text = quadrille::testing::to_text(quad);
    lines += text[0] + " " + text[1] + " " + text[2] + (text[3].empty() ? "" : " " + text[3]) + "\n";
  }
  std::string lines;
};

// The quads and errors, in order.
std::string read_lines(std::string_view text, CutLimits limits = {}, RdfDirection direction = RdfDirection::native) {
  RemoteContexts remote(nullptr);
  ReaderOptions options;
  options.jsonld.base = "http://b/doc";
  options.jsonld.rdf_direction = direction;
  options.limits = limits;
  JsonLdReader reader(testing::bytes_of(text, 5), remote, options);
  LineSink sink;
  while (true) {
    try {
      if (!reader.read_piece(sink)) return sink.lines;
    } catch (const JsonLdReadError& error) {
      sink.lines += "error " + std::string(error.what()) + (error.ends_stream() ? " (end)\n" : "\n");
    }
  }
}

constexpr CutLimits kCutAll{.whole_bytes = 0, .most_bytes = 1000};

}  // namespace

TEST(JsonLdReader, BlankNodesBelongToADocument) {
  EXPECT_EQ(read_lines(R"([{"@id": "_:x", "http://p": 1}, {"http://q": {"@id": "_:x"}}])"),
            "_:x <http://p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>\n_:genid1 <http://q> _:x\n");
  EXPECT_EQ(
      read_lines("{\"@id\": \"_:x\", \"http://p\": \"a\"}\n{\"@id\": \"_:x\", \"http://p\": \"b\"}\n"
                 "{\"@id\": \"_:genid1\", \"http://p\": {\"@id\": \"_:a b\"}}"),
      "_:x <http://p> \"a\"\n_:genid-1.x <http://p> \"b\"\n_:genid-2.genid_1 <http://p> _:genid-2.genid-612062\n");
}

TEST(JsonLdReader, GoesOnBehindAMalformedPiece) {
  EXPECT_EQ(
      read_lines("[{\"http://p\": \"a\", \"@id\": \"http://s\"},\n {\"@id\": 5},\n {\"@id\": \"http://s\" \"x\"},\n"
                 " {\"http://p\": \"b\", \"@id\": \"http://s\"}]"),
      "<http://s> <http://p> \"a\"\n"
      "error line 2, column 2: invalid @id value: @id must be a string, not a number\n"
      "error line 3, column 21: this is not JSON: expected ',' or '}', not '\"'\n"
      "<http://s> <http://p> \"b\"\n");
}

TEST(JsonLdReader, SaysWhereJsonIsBad) {
  EXPECT_TRUE(read_lines("[\n  {\"http://p\":\n    \"\\uD800\"}]")
                  .starts_with("error line 3, column 6: this is not JSON: an "
                               "escape is half of a surrogate pair"));
  EXPECT_TRUE(read_lines(std::string(100'000, '[')).find("is not JSON") != std::string::npos);
  const std::string nested =
      "[{\"http://p\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}, {\"http://p\": 1}]";
  const std::string lines = read_lines(nested);
  EXPECT_NE(lines.find("nested deeper than 500, the limit\n_:genid1 <http://p>"), std::string::npos) << lines;
}

TEST(JsonLdReader, ReadsTheItemsOfAGraphOneByOne) {
  EXPECT_EQ(
      read_lines(R"({"@context": {"@vocab": "http://v/"}, "@graph": [{"@id": "a", "p": "x"}, {"@id": "b", "p": "y"}]})",
                 kCutAll),
      "<http://b/a> <http://v/p> \"x\"\n<http://b/b> <http://v/p> \"y\"\n");
  EXPECT_EQ(
      read_lines(R"({"@context": {"@vocab": "http://v/", "g": "@graph"}, "@id": "G", "g": [{"@id": "a", "p": "x"}],
                          "made": "today", "@unknown": 5})",
                 kCutAll),
      "<http://b/a> <http://v/p> \"x\" <http://b/G>\n<http://b/G> <http://v/made> \"today\"\n");
}

TEST(JsonLdReader, OfALargeDocumentTheContextComesFirst) {
  const std::string late = R"({"@graph": [{"@id": "a", "http://p": "x"}], "@context": {"@vocab": "http://v/"}})";
  EXPECT_EQ(read_lines(late), "<http://b/a> <http://p> \"x\"\n");
  EXPECT_NE(read_lines(late, kCutAll).find("invalid streaming key order: the entry '@context' comes after @graph"),
            std::string::npos);
  EXPECT_NE(read_lines(R"({"http://made": "today", "@graph": [{"@id": "a", "http://p": "x"}]})", kCutAll)
                .find("give it an @id there"),
            std::string::npos);
}

TEST(JsonLdReader, DirectionsBecomeDirectionalStrings) {
  const std::string text =
      R"({"@id": "http://s", "http://p": {"@value": "a", "@language": "AR", "@direction": "rtl"}})";
  EXPECT_EQ(read_lines(text), "<http://s> <http://p> \"a\"@ar--rtl\n");
  EXPECT_EQ(read_lines(text, {}, RdfDirection::dropped), "<http://s> <http://p> \"a\"@ar\n");
  EXPECT_EQ(read_lines(text, {}, RdfDirection::i18n_datatype),
            "<http://s> <http://p> \"a\"^^<https://www.w3.org/ns/i18n#ar_rtl>\n");
  EXPECT_EQ(read_lines(R"({"@context": {"@direction": "ltr"}, "@id": "http://s", "http://p": "a"})"),
            "<http://s> <http://p> \"a\"\n");
}

TEST(JsonLdReader, ReadsRemoteContextsThroughTheLoader) {
  testing::MapLoader loader(Documents{{"http://c", R"({"@context": {"name": "http://n"}})"}});
  RemoteContexts remote(&loader);
  const std::string text =
      "{\"@context\": \"http://c\", \"@id\": \"http://s\", \"name\": \"a\"}\n"
      "{\"@context\": \"http://c\", \"@id\": \"http://s\", \"name\": \"b\"}\n";
  for (int i = 0; i < 2; ++i) {
    LineSink sink;
    testing::read_json_ld(text, remote, {}, sink);
    EXPECT_EQ(sink.lines, "<http://s> <http://n> \"a\"\n<http://s> <http://n> \"b\"\n");
  }
  EXPECT_EQ(loader.fetched, 1u);
}

}  // namespace quadrille::jsonld
