#pragma once

// Reads queries and their expected numbers of rows from files.
//
//   DIR/*.rq            the queries: q1.rq is "q1"; a number in a name counts as one: q2 comes before q10
//   DIR/expected.tsv    a head with "query" and "rows", then a line a query
//   DIR/expected.json   {"q1": 4, ...}, or sets of these: {"100": {"q1": 4, ...}}, of which one is named

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::bench {

struct NamedQuery {
  std::string name;
  std::string text;
};

// The queries of the given files, and of all *.rq in the given folders. Error (user) if there are none, (io) if one
// cannot be read.
std::vector<NamedQuery> read_query_files(const std::vector<std::string>& paths);

using ExpectedRows = std::map<std::string, std::uint64_t>;  // by query
// `path`: expected.tsv or expected.json, or a folder with one of them. Empty if a folder has none. `set`: the one to
// use of a JSON with several; empty: the file has only one. Error (user) for a malformed file.
ExpectedRows read_expected_rows(const std::string& path, const std::string& set);

}  // namespace quadrille::bench
