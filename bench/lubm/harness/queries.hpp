#pragma once

// The benchmark's 14 queries and their numbers of rows, from a folder (the shared folder's bench/lubm):
//
//   q1.rq ... q14.rq    the queries
//   expected.json       {"10": {"q1": 4, ...}}                     by universities: rows on the data with inferences
//   checksums.json      query_answers.universities.N.plain         rows on the data without inferences, q1 first
//                       query_answers.universities.N.inferred      with inferences, for more N
//
// The two files may be missing, and cover only some sizes of seed 0; otherwise rows are not checked.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::lubm {

inline constexpr int kQueries = 14;

struct Query {
  std::string name;  // "q1"
  std::string text;
};

// All 14, in order. Error (user) if one is missing.
std::vector<Query> read_queries(const std::filesystem::path& folder);

class ExpectedRows {
 public:
  // Error (user) if a file exists and is malformed.
  explicit ExpectedRows(const std::filesystem::path& folder);

  // nullopt: not known.
  std::optional<std::uint64_t> of(std::uint32_t universities, bool inferred, const std::string& query) const;

 private:
  using Rows = std::map<std::string, std::uint64_t>;  // by query
  std::map<std::uint32_t, Rows> plain_, inferred_;    // by universities
};

}  // namespace quadrille::lubm
