#include "loader/build/file_graphs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille {

namespace {

std::vector<InputFile> files(const std::vector<std::string>& paths) {
  std::vector<InputFile> all;
  for (const std::string& path : paths) {
    all.push_back({.path = path, .format = format_of_name(path).value_or(Format{Syntax::turtle})});
  }
  return all;
}

using Graphs = std::vector<std::string>;

std::string refusal(const std::vector<std::string>& paths, const InputOptions& options) {
  try {
    graphs_of_files(files(paths), options);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST(FileGraphs, AreThoseOfAllFilesUnlessOneIsNamed) {
  InputOptions options;
  options.graph = "urn:all";
  options.graphs_of = {{"b.ttl", "urn:b"}, {"./data/", "urn:data"}};
  EXPECT_EQ(graphs_of_files(files({"a.ttl", "./b.ttl", "data/c.nt", "data/d/e.nt.gz", "database.nt"}), options),
            (Graphs{"urn:all", "urn:b", "urn:data", "urn:data", "urn:all"}));
}

TEST(FileGraphs, AreNamedByTheFiles) {
  InputOptions options;
  options.inputs = {"one/people.ttl", "/data/", "list.txt", "x.nq"};
  options.graph_by_file = "http://ex.org/";
  options.graphs_of = {{"/data/2024/b.nt", "urn:b"}};
  EXPECT_EQ(graphs_of_files(files({"one/people.ttl", "/data/2024/a b.nt.gz", "/data/2024/b.nt", "/data/v1.2.rdf",
                                   "list.txt", "x.nq"}),
                            options),
            (Graphs{"http://ex.org/people", "http://ex.org/2024/a%20b", "urn:b", "http://ex.org/v1.2",
                    "http://ex.org/list.txt", ""}));
}

TEST(FileGraphs, AreRefusedForWhatIsNotThere) {
  InputOptions options;
  options.graphs_of = {{"other.ttl", "urn:o"}};
  EXPECT_THAT(refusal({"a.ttl"}, options), ::testing::HasSubstr("other.ttl must be one of the inputs"));
  options.graphs_of = {{"a.nq", "urn:o"}};
  EXPECT_THAT(refusal({"a.nq"}, options), ::testing::HasSubstr("N-Quads, which names its graphs itself"));
  options.graphs_of = {{"-", "urn:o"}};
  EXPECT_EQ(graphs_of_files(files({"-"}), options), Graphs{"urn:o"});
  options.graphs_of.clear();
  options.graph_by_file = "urn:x:";
  EXPECT_THAT(refusal({"-"}, options), ::testing::HasSubstr("--graph-of -=IRI"));
}

TEST(FileGraphs, AreWrittenAsFileAndIri) {
  EXPECT_EQ(parse_file_graph("a.ttl=http://x/?a=b"), (FileGraph{"a.ttl", "http://x/?a=b"}));
  EXPECT_EQ(parse_file_graph("a=b.ttl=urn:x"), (FileGraph{"a=b.ttl", "urn:x"}));
  for (const char* wrong : {"", "a.ttl", "a.ttl=", "a.ttl=relative", "=urn:x"}) {
    EXPECT_THROW(parse_file_graph(wrong), Error) << wrong;
  }
}

}  // namespace quadrille
