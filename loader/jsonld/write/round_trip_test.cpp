// What JsonLdWriter and DocumentWriter write is read back as the same quads: by the reader, as a whole and in pieces,
// and by the literal algorithms of the specification.

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/rdf/rdf_direction.hpp"
#include "loader/jsonld/testing/random_quads.hpp"
#include "loader/jsonld/testing/read_json_ld.hpp"
#include "loader/jsonld/testing/read_nquads.hpp"
#include "loader/jsonld/testing/suite.hpp"
#include "loader/jsonld/testing/write_json_ld.hpp"
#include "loader/jsonld/write/document_writer.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/shared_data.hpp"

namespace quadrille::jsonld {

namespace {

using quadrille::testing::Graph;
using quadrille::testing::GraphSink;
using testing::OwnQuad;
using testing::RandomQuads;

// The quads that only one of them has, but for blank nodes.
std::string difference(const Graph& have, const Graph& want) {
  std::string text;
  const auto list = [&](const Graph& quads, const Graph& others, const char* word) {
    for (const auto& quad : quads) {
      if (!others.contains(quad)) text += word + quad[0] + " " + quad[1] + " " + quad[2] + " " + quad[3] + "\n";
    }
  };
  list(have, want, "have ");
  list(want, have, "want ");
  return text;
}

void expect_read_back(const std::string& text, const Graph& wanted, const std::string& about) {
  RemoteContexts remote(nullptr);
  const auto check = [&](const GraphSink& sink, const char* reader) {
    ASSERT_TRUE(quadrille::testing::are_isomorphic(sink.graph, wanted)) << about << ", " << reader << "\n"
                                                                        << text << "\n"
                                                                        << difference(sink.graph, wanted);
  };
  for (const bool use_direct : {true, false}) {
    for (const std::size_t whole_bytes : {std::size_t{1} << 20, std::size_t{0}}) {
      ReaderOptions options;
      options.jsonld.base = "http://a/base";
      options.use_direct = use_direct;
      options.limits.whole_bytes = whole_bytes;
      GraphSink sink;
      testing::read_json_ld(text, remote, options, sink);
      check(sink, use_direct ? "by the direct path" : "by the reader");
    }
  }
  GraphSink sink;
  Arena arena;
  Processor(remote).to_rdf({parse_json(text, arena), {}, {}}, sink, arena);
  check(sink, "by the literal algorithms");
}

}  // namespace

TEST(RoundTrip, RandomQuadsOfTheStreamingWriter) {
  const auto seed = std::random_device{}();
  RandomQuads source(seed);
  std::size_t written = 0, refused = 0;
  for (int round = 0; round < 2000; ++round) {
    testing::JsonLdSink writer(source.prefixes());
    GraphSink wanted;
    for (const OwnQuad& quad : source.quads()) {
      try {
        writer.quad(quad.view());
      } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::user) << error.what();
        ++refused;
        continue;
      }
      wanted.quad(quad.view());
      ++written;
    }
    expect_read_back(writer.finish(), wanted.graph, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
  std::printf("%zu quads written, %zu refused\n", written, refused);
  EXPECT_GT(written, 4 * refused);
}

// Pieces of several writers, cut at random places.
TEST(RoundTrip, RandomQuadsInPieces) {
  const auto seed = std::random_device{}();
  RandomQuads source(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 300; ++round) {
    const auto prefixes = source.prefixes();
    JsonLdWriter writers[] = {JsonLdWriter(prefixes), JsonLdWriter(prefixes), JsonLdWriter(prefixes)};
    std::string text, pieces;
    JsonLdWriter(prefixes).begin(text);
    GraphSink wanted;
    JsonLdWriter* writer = writers;
    for (const OwnQuad& quad : source.quads()) {
      if (random() % 4 == 0) {
        writer->finish(pieces);
        writer = &writers[random() % 3];
      }
      try {
        writer->add(pieces, quad.view());
        wanted.quad(quad.view());
      } catch (const Error&) {
      }
    }
    writer->finish(pieces);
    text += pieces.substr(std::min(pieces.size(), JsonLdWriter::kSeparatorBytes));
    writer->end(text);
    expect_read_back(text, wanted.graph, "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

TEST(RoundTrip, RandomQuadsInOtherForms) {
  const auto seed = std::random_device{}();
  RandomQuads source(seed);
  std::mt19937_64 random(seed);
  RemoteContexts remote(nullptr);
  Arena arena;
  const Value contexts[] = {
      parse_json(R"({"a":"http://a/","p":{"@id":"http://a/x","@type":"@id"}})", arena),
      parse_json(R"({"@vocab":"http://a/","q":{"@id":"http://a/y","@container":"@list"},"type":"@type"})", arena),
  };
  std::size_t compared = 0;
  for (int round = 0; round < 600; ++round) {
    const DocumentForm form = static_cast<DocumentForm>(round % 3);
    DocumentOptions options{form, {}, std::size_t{1} << 26};
    if (form != DocumentForm::expanded && random() % 4 != 0) options.context = contexts[random() % 2];
    DocumentWriter writer(remote, options);
    GraphSink wanted;
    for (const OwnQuad& quad : source.quads()) {
      // The literals of rdf:JSON are written as values, which are equal and have another text.
      if (quad.object.datatype == kRdfJson) continue;
      try {
        writer.quad(quad.view());
        wanted.quad(quad.view());
      } catch (const Error&) {
      }
    }
    std::string text;
    try {
      text = writer.finish();
    } catch (const JsonLdError& error) {
      ASSERT_EQ(error.code(), ErrorCode::iri_confused_with_prefix) << error.what() << ", seed " << seed;
      continue;
    }
    ++compared;
    expect_read_back(text, wanted.graph, "seed " + std::to_string(seed) + ", form " + std::to_string(round % 3));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, 400u);
}

TEST(RoundTrip, TheInputsOfTheSuite) {
  const auto folder = quadrille::testing::shared_path("json-ld/api");
  QUADRILLE_NEEDS_SHARED(folder);
  std::size_t written = 0;
  for (const testing::SuiteTest& test : testing::read_suite(folder, "fromRdf").tests) {
    const std::string quads = testing::read_text(folder / test.input);
    testing::JsonLdSink writer({{"ex", "http://example.com/"}, {"xsd", std::string(iri::kXsd)}});
    GraphSink wanted;
    testing::read_nquads(quads, wanted);
    try {
      testing::read_nquads(quads, writer);
    } catch (const Error& error) {
      ADD_FAILURE() << test.input << ": " << error.what();
      continue;
    }
    expect_read_back(writer.finish(), wanted.graph, test.input);
    ++written;
  }
  EXPECT_GT(written, 50u);
}

}  // namespace quadrille::jsonld
