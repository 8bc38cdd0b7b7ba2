#pragma once

// Queries in files, and how many rows each has.
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

// Of the files, and of all *.rq in the folders, given. Error (user) if there are none, (io) for what cannot be read.
std::vector<NamedQuery> read_query_files(const std::vector<std::string>& paths);

using ExpectedRows = std::map<std::string, std::uint64_t>;  // by query
// `path`: expected.tsv or expected.json, or a folder with one of them. Empty where a folder has none. `set`: which one
// of a JSON that has several; empty: the file has one alone. Error (user) for a file that is something else.
ExpectedRows read_expected_rows(const std::string& path, const std::string& set);

}  // namespace quadrille::bench
