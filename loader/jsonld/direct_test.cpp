// The direct path and reading by pieces, compared with the literal algorithms on random documents.

#include <gtest/gtest.h>

#include <random>

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/testing/random_document.hpp"
#include "loader/jsonld/testing/read_json_ld.hpp"
#include "loader/rdf/testing/graph.hpp"

namespace quadrille::jsonld {

namespace {

using quadrille::testing::GraphSink;

struct DirectResult {
  quadrille::testing::Graph graph;
  std::string code;  // of the first error
};

DirectResult read_directly(const std::string& text, bool use_direct, std::size_t whole_bytes) {
  RemoteContexts remote(nullptr);
  ReaderOptions options;
  options.jsonld.base = "http://base/doc";
  options.use_direct = use_direct;
  options.limits.whole_bytes = whole_bytes;
  GraphSink sink;
  DirectResult result;
  try {
    testing::read_json_ld(text, remote, options, sink);
  } catch (const JsonLdReadError& error) {
    result.code = error.code();
    return result;
  }
  result.graph = std::move(sink.graph);
  return result;
}

std::string shown(const quadrille::testing::Graph& graph) {
  std::string text;
  for (const auto& quad : graph) text += quad[0] + " " + quad[1] + " " + quad[2] + " " + quad[3] + "\n";
  return text;
}

}  // namespace

TEST(DirectConverter, HasTheQuadsOfTheLiteralAlgorithms) {
  const auto seed = std::random_device{}();
  testing::RandomDocument documents(seed);
  std::size_t with_quads = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = documents.next();
    const DirectResult literal = read_directly(text, false, 1 << 20);
    for (const std::size_t whole_bytes : {std::size_t{1} << 20, std::size_t{0}}) {
      const DirectResult direct = read_directly(text, true, whole_bytes);
      // In pieces, the object with @graph may need an @id and an order, and of several errors another may come first.
      const bool in_pieces = whole_bytes == 0;
      if (in_pieces && direct.code == name_of(ErrorCode::invalid_streaming_key_order)) continue;
      if (in_pieces && literal.code == name_of(ErrorCode::conflicting_indexes)) continue;
      ASSERT_EQ(literal.code.empty(), direct.code.empty()) << "seed " << seed << "\n" << text;
      ASSERT_TRUE(in_pieces || literal.code == direct.code) << direct.code << ", seed " << seed << "\n" << text;
      ASSERT_TRUE(quadrille::testing::are_isomorphic(literal.graph, direct.graph))
          << "seed " << seed << ", " << whole_bytes << "\n"
          << text << "\nliteral:\n"
          << shown(literal.graph) << "direct:\n"
          << shown(direct.graph);
    }
    with_quads += literal.graph.empty() ? 0 : 1;
  }
  EXPECT_GT(with_quads, 500u);
}

}  // namespace quadrille::jsonld
