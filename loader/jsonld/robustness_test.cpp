// Documents with random faults: all algorithms end, with errors or without, and all quads are well-formed: written as
// N-Quads, they are read back.

#include <gtest/gtest.h>

#include <random>

#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/rdf/serialize.hpp"
#include "loader/jsonld/testing/random_document.hpp"
#include "loader/jsonld/testing/read_json_ld.hpp"
#include "loader/jsonld/testing/suite.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/read_text.hpp"
#include "loader/rdf/testing/shared_data.hpp"

namespace quadrille::jsonld {

namespace {

class ReadBackSink : public QuadSink {
 public:
  void quad(const QuadView& quad) override {
    const auto text = quadrille::testing::to_text(quad);
    lines_ += text[0] + " " + text[1] + " " + text[2] + (text[3].empty() ? "" : " " + text[3]) + " .\n";
    ++quads;
  }
  // Reads all quads as N-Quads.
  void check() const {
    const quadrille::testing::Reading reading = quadrille::testing::read_text(lines_, "nq");
    ASSERT_TRUE(reading.errors.empty()) << reading.errors.front() << "\n" << reading.rejects.front();
    ASSERT_EQ(reading.quads.size(), quads);
  }
  std::size_t quads = 0;

 private:
  std::string lines_;
};

// One to three changes of bytes, or of pieces of the text.
std::string mutated(std::string text, std::mt19937_64& random) {
  const std::string bytes = "{}[]\",:\\@_u0d8 1-\n\xC3";
  for (auto changes = 1 + random() % 3; changes > 0 && !text.empty(); --changes) {
    const auto at = random() % text.size(), from = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = bytes[random() % bytes.size()];
        break;
      case 1:
        text.erase(at, 1 + random() % 3);
        break;
      case 2:
        text.insert(at, 1, bytes[random() % bytes.size()]);
        break;
      default:
        text.insert(at, text.substr(from, random() % 40));
    }
  }
  return text;
}

void read_in_all_ways(const std::string& text, ReadBackSink& sink) {
  RemoteContexts remote(nullptr);
  for (const bool use_direct : {true, false}) {
    for (const std::size_t whole_bytes : {std::size_t{0}, std::size_t{1} << 20}) {
      ReaderOptions options;
      options.jsonld.base = "http://b/";
      options.jsonld.rdf_direction = RdfDirection::dropped;
      options.use_direct = use_direct;
      options.limits.whole_bytes = whole_bytes;
      JsonLdReader reader(testing::bytes_of(text, 1000), remote, options);
      while (true) {
        try {
          if (!reader.read_piece(sink)) break;
        } catch (const JsonLdReadError&) {
        }
      }
    }
  }
}

// Compacts with the document's own context, flattens, and goes to RDF and back.
void process(const std::string& text) {
  RemoteContexts remote(nullptr);
  Processor processor(remote, {});
  Arena arena;
  try {
    const Input input{parse_json(text, arena), "http://b/", {}};
    processor.flatten(input, {}, arena);
    Serializer serializer({}, arena);
    processor.to_rdf(input, serializer, arena);
    processor.compact({serializer.finish(), {}, {}}, input.document.at("@context"), arena);
    processor.compact(input, input.document.at("@context"), arena);
  } catch (const Error&) {
  }
}

}  // namespace

TEST(Robustness, MutatedRandomDocuments) {
  const auto seed = std::random_device{}();
  std::mt19937_64 random(seed);
  testing::RandomDocument documents(seed);
  ReadBackSink sink;
  for (int i = 0; i < 300; ++i) {
    const std::string text = mutated(documents.next(), random);
    read_in_all_ways(text, sink);
    process(text);
  }
  SCOPED_TRACE(seed);
  sink.check();
  EXPECT_GT(sink.quads, 100u);
}

TEST(Robustness, MutatedDocumentsOfTheSuites) {
  const auto folder = quadrille::testing::shared_path("json-ld/api");
  QUADRILLE_NEEDS_SHARED(folder);
  const auto seed = std::random_device{}();
  std::mt19937_64 random(seed);
  ReadBackSink sink;
  for (const char* const name : {"toRdf", "compact"}) {
    for (const testing::SuiteTest& test : testing::read_suite(folder, name).tests) {
      const std::string text = mutated(testing::read_text(folder / test.input), random);
      read_in_all_ways(text, sink);
      process(text);
    }
  }
  SCOPED_TRACE(seed);
  sink.check();
  EXPECT_GT(sink.quads, 100u);
}

}  // namespace quadrille::jsonld
