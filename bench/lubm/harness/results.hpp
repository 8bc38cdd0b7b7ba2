#pragma once

// The measurements of the harness: plain values, for the table, the JSON and the plot.
//
//   Results -> SizeResult (universities) -> DatabaseResult (images) -> QueryResult (q1 .. q14)

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::lubm {

struct QueryResult {
  std::string name;
  std::size_t rows = 0;
  std::optional<std::uint64_t> expected_rows;  // nullopt: not known for this data
  std::vector<double> ms;                      // one a repetition, ascending

  bool is_wrong() const { return expected_rows && *expected_rows != rows; }
};

struct DatabaseResult {
  int images = 1;
  nlohmann::json build;               // the output of `quadrille build --stats`, of the median build
  std::vector<double> build_seconds;  // of the program, from its start to its end; ascending
  double start_seconds = 0;           // of `quadrille serve`, until it answers
  std::vector<QueryResult> queries;
};

// Another system that has loaded the same file.
struct PeerResult {
  std::string name;                   // its own name, with its version
  std::vector<double> build_seconds;  // ascending
  std::uint64_t disk_bytes = 0;
};

struct SizeResult {
  std::uint32_t universities = 1;
  std::uint64_t quads = 0;       // read by a build, with repeats
  std::uint64_t file_bytes = 0;  // 0: built without a file
  std::optional<double> generate_seconds;
  std::vector<DatabaseResult> databases;
  std::optional<PeerResult> peer;
};

struct Results {
  std::string program;  // its own name
  std::string machine;
  bool inferred = false;
  int builds = 1, warm_up = 1, repetitions = 1;
  std::vector<SizeResult> sizes;

  // Queries with a wrong number of rows.
  std::size_t wrong_answers() const;
};

// A build's quads in a second, of the median build, the program's start and end included.
double quads_a_second(std::uint64_t quads, const std::vector<double>& build_seconds);

// Markdown for readers: tables of builds and of queries.
std::string to_markdown(const Results& results);
// JSON for programs; README.md describes the fields.
nlohmann::ordered_json to_json(const Results& results);
// An SVG document: seconds of steps, quads/s, milliseconds of queries.
std::string to_svg(const Results& results);

}  // namespace quadrille::lubm
