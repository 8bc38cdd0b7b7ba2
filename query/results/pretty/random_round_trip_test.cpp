// Random datasets, written in every format and read back, are isomorphic to what they were.

#include <gtest/gtest.h>

#include <random>

#include "query/results/pretty/testing/pretty_text.hpp"
#include "query/results/testing/streamed_text.hpp"

namespace quadrille::results {

namespace {

using testing::graph_of;
using testing::graph_of_text;
using testing::OwnQuad;
using testing::RandomDataset;

constexpr std::pair<ResultFormat, const char*> kTriples[] = {
    {ResultFormat::ntriples, "nt"}, {ResultFormat::turtle, "ttl"}, {ResultFormat::rdfxml, "rdf"}};
constexpr std::pair<ResultFormat, const char*> kQuads[] = {{ResultFormat::nquads, "nq"}, {ResultFormat::trig, "trig"}};

}  // namespace

TEST(RandomDatasets, AreTheSameWhenPrettyTextIsRead) {
  const std::uint32_t seed = std::random_device()();
  RandomDataset datasets(seed);
  for (int round = 0; round < 3000; ++round) {
    const bool with_graphs = round % 2 == 1;
    const std::vector<OwnQuad> quads = datasets.next(with_graphs);
    const std::string text = testing::pretty_text(quads);
    const testing::Graph read = graph_of_text(text, with_graphs ? "trig" : "ttl");
    ASSERT_TRUE(testing::are_isomorphic(graph_of(quads), read))
        << "seed " << seed << ", round " << round << "\n"
        << testing::streamed(ResultFormat::nquads, quads, 1000, {}) << "\n"
        << text;
  }
}

TEST(RandomDatasets, AreTheSameWhenStreamedTextIsRead) {
  const std::uint32_t seed = std::random_device()();
  RandomDataset datasets(seed);
  int refused = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    const bool with_graphs = round % 2 == 1;
    const std::vector<OwnQuad> quads = datasets.next(with_graphs);
    const auto check = [&](ResultFormat format, const char* extension) {
      const std::string text = testing::streamed(format, quads, round % 3 == 0 ? 1 : 1000, testing::test_prefixes());
      ASSERT_TRUE(testing::are_isomorphic(graph_of(quads), graph_of_text(text, extension)))
          << "seed " << seed << ", round " << round << "\n"
          << text;
    };
    for (const auto& [format, extension] : with_graphs ? std::span(kQuads) : std::span(kTriples).first(2)) {
      check(format, extension);
    }
    if (with_graphs) continue;
    try {
      check(ResultFormat::rdfxml, "rdf");
    } catch (const Error& error) {
      EXPECT_TRUE(std::string_view(error.what()).starts_with("RDF/XML cannot express the triple")) << error.what();
      ++refused;
    }
  }
  EXPECT_LT(refused, kRounds / 3);
}

}  // namespace quadrille::results
