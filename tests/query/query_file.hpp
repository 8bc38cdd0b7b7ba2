#pragma once

// A QueryFile is one file of query tests:
//
//   # The claim, with its place in the recommendation.
//   data
//   <a> <knows> <b> .   <b> <name> "Bo" .          TriG, relative to the base IRI of the tests
//   query unordered                                 or: ordered
//   SELECT ?x ?n { ?x <knows> ?y  OPTIONAL { ?y <name> ?n } }
//   ----
//   <a>  "Bo"                                       a row a line, columns two spaces or more apart, TSV terms, UNDEF
//
// After the dashes also: "true" or "false" (ASK), N-Triples (CONSTRUCT, DESCRIBE; labels of blank nodes do not matter),
// N-Quads (CONSTRUCT with GRAPH), "error TEXT" (the query fails with a message that contains TEXT). A file may have
// several queries on the same data, and several data blocks.

#include <filesystem>
#include <string>
#include <vector>

namespace quadrille::testing {

inline constexpr const char* kTestBase = "http://test.example/";

struct QueryCase {
  std::string claim;  // the comment above
  std::string data;
  std::string query;
  bool ordered = false;
  std::vector<std::string> expected;  // lines
  int line = 0;                       // of the query
};

std::vector<QueryCase> read_query_file(const std::filesystem::path& path);

// The lines that an answer in TSV, N-Triples or N-Quads comes to, in the form of `expected`.
std::vector<std::string> answer_lines(const std::string& answer, bool is_graph);
std::vector<std::string> normal_form(std::vector<std::string> lines, bool ordered);

}  // namespace quadrille::testing
