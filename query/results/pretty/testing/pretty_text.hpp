#pragma once

// For tests: the pretty text of quads, and the quads of a text. Local.

#include <string>
#include <vector>

#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/read_text.hpp"
#include "query/results/pretty/pretty_writer.hpp"
#include "query/results/testing/random_dataset.hpp"

namespace quadrille::results::testing {

using quadrille::testing::are_isomorphic;
using quadrille::testing::Graph;
using quadrille::testing::graph_of_text;
using quadrille::testing::GraphSink;

inline constexpr std::size_t kEnoughBytes = std::size_t{100} << 20;

inline std::vector<Prefix> test_prefixes() {
  return {{"", "http://ex/"}, {"xsd", std::string(iri::kXsd)}, {"unused", "http://unused/"}};
}

template <class Quads>
std::string pretty_text(const Quads& quads, std::vector<Prefix> prefixes = test_prefixes()) {
  PrettyWriter writer(std::move(prefixes), kEnoughBytes);
  for (const auto& [subject, predicate, object, graph] : quads) {
    writer.add(subject.view(), predicate.view(), object.view(), graph ? std::optional(graph->view()) : std::nullopt);
  }
  std::string text;
  writer.write([&](std::string_view bytes) { text += bytes; });
  return text;
}

inline Graph graph_of(const std::vector<OwnQuad>& quads) {
  GraphSink sink;
  for (const auto& [subject, predicate, object, graph] : quads) {
    QuadView quad;
    quad.subject = subject.view();
    quad.predicate = predicate.view();
    quad.object = object.view();
    if (graph) quad.graph = graph->view();
    sink.quad(quad);
  }
  return sink.graph;
}

// The quads of a document without errors.
class OwnQuads : public QuadSink {
 public:
  explicit OwnQuads(const std::filesystem::path& file, const std::string& base = "") {
    quadrille::testing::read_quads(file, base, *this);
  }
  void quad(const QuadView& quad) override {
    quads.push_back({Term(quad.subject), Term(quad.predicate), Term(quad.object),
                     quad.graph ? std::optional(Term(*quad.graph)) : std::nullopt});
  }
  std::vector<OwnQuad> quads;
};

}  // namespace quadrille::results::testing
