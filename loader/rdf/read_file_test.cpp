#include "loader/rdf/read_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.hpp"
#include "loader/rdf/testing/compressed.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {

namespace {

using testing::Graph;
using testing::GraphSink;

Graph graph_of(const InputFile& file, const ReadOptions& options = {}) {
  GraphSink sink;
  ErrorPolicy errors = ErrorPolicy::stop();
  read_file(file, options, errors, sink);
  return sink.graph;
}

const Graph kExpected = {{"<a:s>", "<a:p>", "<a:o>", ""}};
constexpr const char* kTriple = "<a:s> <a:p> <a:o> .\n";
constexpr const char* kJsonLd = R"({"@id": "a:s", "a:p": {"@id": "a:o"}})";
constexpr const char* kRdfXml =
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='a:'>"
    "<rdf:Description rdf:about='a:s'><a:p rdf:resource='a:o'/></rdf:Description></rdf:RDF>";

// A descriptor that returns the written bytes.
class StandardInput {
 public:
  explicit StandardInput(std::string_view bytes) : saved_(::dup(STDIN_FILENO)) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    EXPECT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

}  // namespace

TEST(ReadFile, EverySyntaxAndCompressionComesThroughOneDoor) {
  const testing::TemporaryFolder folder;
  for (const char* extension : {"nt", "nq", "ttl", "trig", "rdf", "xml", "owl", "jsonld", "jsonl"}) {
    const bool is_xml = extension[0] == 'r' || extension[0] == 'x' || extension[0] == 'o';
    const std::string text = extension[0] == 'j' ? kJsonLd : is_xml ? kRdfXml : kTriple;
    for (const Compression compression :
         {Compression::none, Compression::gzip, Compression::zstd, Compression::bzip2, Compression::xz}) {
      folder.write("d." + std::string(extension) + testing::extension_of(compression),
                   testing::compress(text, compression));
    }
  }
  const std::vector<InputFile> files = list_input_files(std::vector{folder.path().string()});
  EXPECT_EQ(files.size(), 45u);
  for (const InputFile& file : files) EXPECT_EQ(graph_of(file), kExpected) << file.path;
}

TEST(ReadFile, StandardInputIsReadInTheFormatThatIsGiven) {
  for (const char* format : {"nt", "turtle", "trig.gz", "nq.zst"}) {
    const Format parsed = parse_format(format);
    const StandardInput input(testing::compress(kTriple, parsed.compression));
    EXPECT_EQ(graph_of(list_input_files(std::vector<std::string>{"-"}, parsed).front()), kExpected) << format;
  }
}

TEST(ReadFile, ErrorsOfStandardInputNameIt) {
  const StandardInput input("nonsense\n");
  try {
    graph_of(list_input_files(std::vector<std::string>{"-"}, Format{}).front());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("-:1:1: ", 0), 0u) << error.what();
  }
}

TEST(ReadFile, TheGivenGraphTakesTheTriplesOfEveryTripleSyntax) {
  const testing::TemporaryFolder folder;
  ReadOptions options;
  options.default_graph = "g:g";
  const Graph in_graph = {{"<a:s>", "<a:p>", "<a:o>", "<g:g>"}};
  const auto graph = [&](const char* name, const char* text) {
    return graph_of(list_input_files(std::vector{folder.write(name, text)}).front(), options);
  };
  EXPECT_EQ(graph("a.nt", kTriple), in_graph);
  EXPECT_EQ(graph("a.ttl", kTriple), in_graph);
  EXPECT_EQ(graph("a.rdf", kRdfXml), in_graph);
  EXPECT_EQ(graph("a.nq", kTriple), kExpected);
  EXPECT_EQ(graph("a.trig", kTriple), kExpected);
}

TEST(ReadFile, BaseAndGraphMustBeAbsoluteIris) {
  const testing::TemporaryFolder folder;
  const InputFile file = list_input_files(std::vector{folder.write("a.nt", kTriple)}).front();
  for (const char* iri : {"relative", "http://a b/"}) {
    ReadOptions with_base, with_graph;
    with_base.base = iri;
    with_graph.default_graph = iri;
    EXPECT_THROW(graph_of(file, with_base), Error);
    EXPECT_THROW(graph_of(file, with_graph), Error);
  }
}

TEST(ReadFile, WhatTheSinkThrowsComesOut) {
  const testing::TemporaryFolder folder;
  struct Full : QuadSink {
    void quad(const QuadView&) override { fail(ErrorKind::memory, "full"); }
  } sink;
  for (const char* name : {"a.nt", "a.ttl", "a.rdf"}) {
    const char* const text = std::string_view(name).ends_with("rdf") ? kRdfXml : kTriple;
    ErrorPolicy errors = ErrorPolicy::skip();
    const InputFile file = list_input_files(std::vector{folder.write(name, text)}).front();
    EXPECT_THROW(read_file(file, {}, errors, sink), Error) << name;
  }
}

}  // namespace quadrille
