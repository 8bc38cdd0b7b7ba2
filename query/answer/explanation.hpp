#pragma once

// EXPLAIN: how a query is run, operator by operator, and what each has really done. docs/explain.md shows both forms
// and says what every name means to users; names in the JSON stay.

#include <cstdint>
#include <string>
#include <vector>

#include "query/operators/plan_words.hpp"
#include "query/results/explain.hpp"
#include "query/results/result_format.hpp"

namespace quadrille::query {

// What an operator has done itself, on all images together. Where two numbers are given, `most` is that of the image
// that has the most.
struct OperatorCost {
  std::uint64_t rows = 0, most_rows = 0;              // handed on
  double own_seconds = 0;                             // on the slowest image
  double seconds = 0;                                 // likewise, what is below it included
  std::uint64_t exchanged_bytes = 0;                  // put, got or exchanged with other images
  std::uint64_t messages = 0, message_bytes = 0;      // between groups
  std::uint64_t held_bytes = 0, most_held_bytes = 0;  // of the query's memory, the most at any time
};

struct OperatorReport {
  std::string name;  // "IndexJoin"
  Details details;
  std::string distribution;  // how its rows lie on the images
  double estimated_rows = 0;
  OperatorCost cost;  // of a profile
  std::vector<OperatorReport> inputs;
};

struct Explanation {
  Explain kind = Explain::plan;
  int images = 1, images_used = 1, groups_used = 1;
  std::uint64_t generation = 0, version = 0;  // of the state of the data
  double parse_seconds = 0, plan_seconds = 0;
  bool is_prepared = false;          // the text had been parsed before, perhaps with other constants
  std::size_t kept_orders = 0;       // groups that were joined in an order of before
  std::vector<std::string> remarks;  // what of the query was left out, in words
  OperatorReport root;
  // Of a profile:
  double run_seconds = 0;
  results::ResultFormat answer_format = results::ResultFormat::json;
  std::uint64_t answer_rows = 0, answer_bytes = 0;
  std::uint64_t memory_bytes = 0, most_memory_bytes = 0;               // high water
  std::uint64_t exchanged_bytes = 0, messages = 0, message_bytes = 0;  // planning and writing the answer included
};

// A table of numbers with the tree of operators at its right; each line ends with '\n'.
std::string to_text(const Explanation& explanation);

// One JSON object and '\n'.
std::string to_json(const Explanation& explanation);

}  // namespace quadrille::query
