#include "loader/jsonld/write/json_ld_writer.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/jsonld/testing/read_json_ld.hpp"
#include "loader/jsonld/testing/read_nquads.hpp"
#include "loader/jsonld/testing/write_json_ld.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/triple.hpp"

namespace quadrille::jsonld {

namespace {

using quadrille::testing::GraphSink;
using quadrille::testing::triple;

const std::vector<DeclaredPrefix> kPrefixes = {{"a", "http://a/"}, {"tel", "http://tel/"}};

// The lines between the first, with the context, and the last.
std::string items(const std::string& nquads) {
  testing::JsonLdSink sink(kPrefixes);
  testing::read_nquads(nquads, sink);
  const std::string text = sink.finish();
  const std::string first = R"({"@context":{"a":"http://a/","tel":"http://tel/"},"@graph":[)", last = "\n]}\n";
  EXPECT_TRUE(text.starts_with(first) && text.ends_with(last)) << text;
  return text.substr(first.size(), text.size() - first.size() - last.size());
}

GraphSink read_back(const std::string& text) {
  RemoteContexts remote(nullptr);
  GraphSink sink;
  testing::read_json_ld(text, remote, {}, sink);
  return sink;
}

}  // namespace

TEST(JsonLdWriter, NeighboursShareNodesAndArrays) {
  EXPECT_EQ(items(R"(<http://a/s> <http://a/p> "1" .
<http://a/s> <http://a/p> "2" .
<http://a/s> <http://a/p> "3" .
<http://a/s> <http://a/q> <http://a/o> .
_:b <http://p> _:b .
)"),
            R"(
{"@id":"a:s","a:p":["1","2","3"],"a:q":{"@id":"a:o"}},
{"@id":"_:b","http://p":{"@id":"_:b"}})");
  EXPECT_EQ(items(""), "");
}

TEST(JsonLdWriter, TypesAreIdentifiers) {
  EXPECT_EQ(items(R"(<http://a/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a/T> .
<http://a/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> _:t .
<http://a/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "T" .
<http://a/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <tel:T> .
<http://a/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://a/U> .
)"),
            R"(
{"@id":"a:s","@type":["a:T","_:t"],"http://www.w3.org/1999/02/22-rdf-syntax-ns#type":["T",)"
            R"({"@context":null,"@id":"tel:T"}]},
{"@id":"a:s","@type":"a:U"})");
}

TEST(JsonLdWriter, NamedGraphsAreObjectsWithNodes) {
  EXPECT_EQ(items(R"(<http://a/s> <http://a/p> "1" .
<http://a/s> <http://a/p> "1" <http://a/g> .
<http://a/t> <http://a/p> "1" <http://a/g> .
<http://a/t> <http://a/p> "1" _:g .
<http://a/t> <http://a/p> "1" .
)"),
            R"(
{"@id":"a:s","a:p":"1"},
{"@id":"a:g","@graph":[
{"@id":"a:s","a:p":"1"},
{"@id":"a:t","a:p":"1"}
]},
{"@id":"_:g","@graph":[
{"@id":"a:t","a:p":"1"}
]},
{"@id":"a:t","a:p":"1"})");
}

// An object of JSON with a key twice has only its last value.
TEST(JsonLdWriter, APredicateThatComesAgainBeginsANode) {
  EXPECT_EQ(items(R"(<http://a/s> <http://a/p> "1" .
<http://a/s> <http://a/q> "2" .
<http://a/s> <http://a/p> "3" .
<http://a/s> <http://a/q> "4" .
)"),
            R"(
{"@id":"a:s","a:p":"1","a:q":"2"},
{"@id":"a:s","a:p":"3","a:q":"4"})");
}

TEST(JsonLdWriter, IrisThatTheContextDoesNotAllowAreWrittenWithoutIt) {
  EXPECT_EQ(items(R"(<http://a/s> <http://a/p> <tel:1> .
<http://a/s> <tel:p> "1" .
<http://a/s> <http://a/q> "1"^^<tel:d> .
<tel:s> <http://a/p> "1" .
<http://a/s> <http://a/p> "1" <tel:g> .
<http://a/s> <tel:p> <tel:o> <tel:g> .
)"),
            R"(
{"@id":"a:s","a:p":{"@context":null,"@id":"tel:1"}},
{"@context":null,"@id":"http://a/s","tel:p":"1","http://a/q":{"@value":"1","@type":"tel:d"}},
{"@context":null,"@id":"tel:s","http://a/p":"1"},
{"@context":null,"@id":"tel:g","@graph":[
{"@id":"http://a/s","http://a/p":"1","tel:p":{"@id":"tel:o"}}
]})");
}

TEST(JsonLdWriter, RefusesWhatJsonLdCannotExpressAndGoesOn) {
  JsonLdWriter writer(kPrefixes);
  std::string text;
  writer.begin(text);
  const auto s = TermView::iri("http://a/s");
  writer.add(text, triple(s, "http://a/p", TermView::string("1")));
  const std::string before = text;
  const auto refuse = [&](QuadView quad, const std::string& message) {
    try {
      writer.add(text, quad);
      FAIL() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::user);
      EXPECT_EQ(error.what(),
                "JSON-LD 1.1 cannot express " + message + "; choose another format, such as TriG or N-Quads");
    }
    EXPECT_EQ(text, before);
  };
  refuse(triple(s, "http://a/p", TermView::triple("<<( <http://a> <http://b> <http://c> )>>")),
         "triple terms, as in <http://a/s> <http://a/p> <<( <http://a> <http://b> <http://c> )>> .");
  QuadView blank = triple(s, "", TermView::string("1"));
  blank.predicate = TermView::blank("p");
  refuse(blank, "blank nodes as predicates, as in <http://a/s> _:p \"1\" .");
  refuse(triple(TermView::iri("s"), "http://a/p", s),
         "relative or malformed IRIs, as in <s> <http://a/p> <http://a/s> .");
  refuse(triple(s, "p", s), "relative or malformed IRIs, as in <http://a/s> <p> <http://a/s> .");
  refuse(triple(s, "http://a/p", TermView::iri("http://a#b#c")),
         "relative or malformed IRIs, as in <http://a/s> <http://a/p> <http://a#b#c> .");
  refuse(triple(s, "http://a/p", TermView::literal("1", "d")),
         "relative or malformed IRIs, as in <http://a/s> <http://a/p> \"1\"^^<d> .");
  refuse(triple(s, "http://a/p", TermView::language_string("1", "en-abcdefghi")),
         "language tags with parts of over 8 characters, as in <http://a/s> <http://a/p> \"1\"@en-abcdefghi .");
  QuadView graph = triple(s, "http://a/p", s);
  graph.graph = TermView::iri("g");
  refuse(graph, "relative or malformed IRIs, as in <http://a/s> <http://a/p> <http://a/s> <g> .");
  writer.add(text, triple(s, "http://a/p", TermView::string("2")));
  writer.finish(text);
  writer.end(text);
  EXPECT_EQ(read_back(text).quads, 2u);
  EXPECT_NE(text.find("[\"1\",\"2\"]"), std::string::npos) << text;
}

TEST(JsonLdWriter, TextsOfSeveralWritersAreJoined) {
  JsonLdWriter first(kPrefixes), second(kPrefixes), third(kPrefixes);
  std::string begin, end, a, b, c;
  first.begin(begin);
  const auto quad = triple(TermView::iri("http://a/s"), "http://a/p", TermView::string("1"));
  QuadView named = quad;
  named.graph = TermView::blank("g");
  second.add(a, quad);
  second.add(a, named);
  second.finish(a);
  third.add(b, named);
  third.finish(b);
  second.add(c, named);
  second.finish(c);
  first.end(end);
  const std::string text = begin + a.substr(JsonLdWriter::kSeparatorBytes) + b + c + end;
  const GraphSink sink = read_back(text);
  EXPECT_EQ(sink.graph.size(), 2u) << text;
  EXPECT_EQ(sink.quads, 4u);
  EXPECT_EQ(read_back(begin + end).quads, 0u);
}

// What a writer writes after finish() is the same document, too.
TEST(JsonLdWriter, TheTextIsCompleteAfterFinish) {
  JsonLdWriter writer(kPrefixes);
  std::string text;
  writer.begin(text);
  auto quad = triple(TermView::iri("http://a/s"), "http://a/p", TermView::string("1"));
  quad.graph = TermView::iri("http://a/g");
  for (int i = 0; i < 3; ++i) {
    writer.add(text, quad);
    writer.finish(text);
    writer.finish(text);
    std::string document = text;
    writer.end(document);
    EXPECT_EQ(read_back(document).quads, static_cast<std::size_t>(i + 1)) << document;
  }
}

TEST(JsonLdWriter, ManyPredicatesAreForgotten) {
  JsonLdWriter writer(kPrefixes);
  std::string text;
  writer.begin(text);
  const auto s = TermView::iri("http://a/s"), t = TermView::iri("http://a/t");
  for (int i = 0; i < 5000; ++i) {
    const std::string predicate = "http://a/p" + std::to_string(i);
    writer.add(text, triple(s, predicate, TermView::string("1")));
  }
  // A quad that is refused at that moment.
  EXPECT_THROW(writer.add(text, triple(t, "http://a/p0", TermView::iri("x"))), Error);
  for (int i = 0; i < 5000; ++i) {
    const std::string predicate = "http://a/p" + std::to_string(i);
    writer.add(text, triple(s, predicate, TermView::string("2")));
  }
  writer.finish(text);
  writer.end(text);
  EXPECT_EQ(read_back(text).graph.size(), 10000u);
}

// 1,000,000 quads of one subject in two graphs, read while they are written: no piece of the text is large, so neither
// the writer nor the reader grows.
TEST(JsonLdWriter, MemoryIsThatOfAnItem) {
  JsonLdWriter writer(kPrefixes);
  std::string text;
  std::size_t quads = 0, largest_text = 0;
  const auto write_next = [&] {
    const std::string object = "http://a/o" + std::to_string(quads);
    auto quad =
        triple(TermView::iri("http://a/s"), quads % 3 == 0 ? "http://a/p" : "http://a/q", TermView::iri(object));
    if (quads >= 900'000) quad.graph = TermView::iri("http://a/g");
    const std::size_t before = text.size();
    writer.add(text, quad);
    if (++quads == 1'000'000) {
      writer.finish(text);
      writer.end(text);
    }
    largest_text = std::max(largest_text, text.size() - before);
  };
  writer.begin(text);
  RemoteContexts remote(nullptr);
  ReaderOptions options;
  options.limits = {0, JsonLdWriter::kItemBytes + 1000};
  JsonLdReader reader(
      [&](std::span<char> to) {
        while (text.size() < to.size() && quads < 1'000'000) write_next();
        const std::size_t bytes = std::min(text.size(), to.size());
        std::copy_n(text.begin(), bytes, to.begin());
        text.erase(0, bytes);
        return bytes;
      },
      remote, options);
  struct CountingSink : QuadSink {
    void quad(const QuadView& quad) override { ++(quad.graph ? named : others); }
    std::size_t named = 0, others = 0;
  } sink;
  while (reader.read_piece(sink)) {
  }
  EXPECT_EQ(sink.named, 100'000u);
  EXPECT_EQ(sink.others, 900'000u);
  EXPECT_LT(largest_text, 1000u);
}

}  // namespace quadrille::jsonld
