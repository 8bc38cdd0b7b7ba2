// Documents with random faults: reading ends, with errors or without, and all quads are well-formed: a quad written as
// N-Quads is read back unchanged.

#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/line_scanner.hpp"
#include "loader/rdf/rdfxml_reader.hpp"
#include "loader/rdf/read_file.hpp"
#include "loader/rdf/testing/documents.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/shared_data.hpp"
#include "loader/rdf/testing/text_source.hpp"
#include "loader/rdf/turtle_reader.hpp"

namespace quadrille {

namespace {

using testing::Document;

class RoundTrip : public QuadSink {
 public:
  void quad(const QuadView& quad) override {
    const testing::TextQuad text = testing::to_text(quad);
    std::string line = text[0] + " " + text[1] + " " + text[2] + " " + text[3] + " .\n";
    const std::size_t size = line.size();
    line.append(detail::kScanPadding, '\0');
    LineScanner scanner(Syntax::nquads, std::nullopt);
    QuadView again;
    const char* at = line.data();
    ASSERT_EQ(scanner.scan(at, line.data() + size, again), ScannedLine::quad) << line;
    ASSERT_EQ(testing::to_text(again), text);
    ++quads;
  }
  std::size_t quads = 0;
};

std::string mutate(std::string text, const std::string& other, std::mt19937& random) {
  static constexpr char kBytes[] = "|~<>\"'\\.:;,@^_ \t\n#()[]{}a01xe%&/=\xC3\xA4\xFF\0";
  for (std::size_t i = 1 + random() % 3; i > 0 && !text.empty(); --i) {
    const std::size_t at = random() % text.size();
    switch (random() % 6) {
      case 0:
        text.erase(at, 1 + random() % 4);
        break;
      case 1:
        text.insert(at, 1, kBytes[random() % (sizeof kBytes - 1)]);
        break;
      case 2:
        text[at] = kBytes[random() % (sizeof kBytes - 1)];
        break;
      case 3:
        text.insert(at, text.substr(random() % text.size(), random() % 30));
        break;
      case 4:
        text.resize(at);
        break;
      default:
        text.insert(at, other.substr(0, random() % 60));
        break;
    }
  }
  return text;
}

void read_mutated(const Document& document, const std::string& text, RoundTrip& sink) {
  ReadOptions options;
  options.base = "http://base/d/f";
  ErrorPolicy errors = ErrorPolicy::skip();
  auto bytes = std::make_unique<testing::TextSource>(text, 777);
  if (document.file.format.syntax == Syntax::rdfxml) {
    read_rdfxml(document.file, std::move(bytes), options, errors, sink);
  } else {
    read_turtle(document.file, std::move(bytes), options, errors, sink);
  }
}

class Robustness : public ::testing::TestWithParam<const char*> {};

}  // namespace

TEST_P(Robustness, WhateverIsReadFromABrokenDocumentIsWellFormed) {
  const auto folder = testing::shared_path("w3c/rdf") / GetParam();
  QUADRILLE_NEEDS_SHARED(folder);
  const std::uint32_t seed = std::random_device()();
  std::printf("seed %u\n", seed);
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  const std::vector<Document> all = testing::documents_in(folder);
  RoundTrip sink;
  for (int round = 0; round < 8; ++round) {
    for (const Document& document : all) {
      if (document.text.size() > 20'000) continue;
      const std::string text = mutate(document.text, all[random() % all.size()].text, random);
      read_mutated(document, text, sink);
      if (HasFatalFailure()) FAIL() << document.file.path << " became:\n" << text;
    }
  }
  EXPECT_GT(sink.quads, 100u);
}

INSTANTIATE_TEST_SUITE_P(W3c, Robustness,
                         ::testing::Values("rdf11/rdf-turtle", "rdf11/rdf-trig", "rdf11/rdf-xml", "rdf12/rdf-turtle",
                                           "rdf12/rdf-trig", "rdf12/rdf-xml"),
                         [](const auto& suite) {
                           std::string name = suite.param;
                           std::erase(name, '-');
                           std::erase(name, '/');
                           return name;
                         });

}  // namespace quadrille
