#pragma once

// An Explanation describes how a query is run, operator by operator, and in a profile what each operator has done.
// docs/explain.md describes both forms for users; names in the JSON do not change.

#include <cstdint>
#include <string>
#include <vector>

#include "query/operators/plan_words.hpp"
#include "query/plan/logical/plan_trace.hpp"
#include "query/results/explain.hpp"
#include "query/results/result_format.hpp"

namespace quadrille::query {

// The work of an operator itself, on all images together. `most` is the value of the image with the largest one.
struct OperatorCost {
  std::uint64_t rows = 0, most_rows = 0;              // returned
  double own_seconds = 0;                             // on the slowest image
  double seconds = 0;                                 // likewise, with the operators below
  std::uint64_t exchanged_bytes = 0;                  // sent to, read from or exchanged with other images
  std::uint64_t messages = 0, message_bytes = 0;      // between groups
  std::uint64_t held_bytes = 0, most_held_bytes = 0;  // of the query's memory, at its highest
};

struct OperatorReport {
  std::string name;  // "IndexJoin"
  Details details;
  std::string distribution;  // distribution of its rows over the images
  double estimated_rows = 0;
  OperatorCost cost;  // of a profile
  std::vector<OperatorReport> inputs;
};

struct Explanation {
  Explain kind = Explain::plan;
  int images = 1, images_used = 1, groups_used = 1;
  std::uint64_t generation = 0, version = 0;  // of the state of the data
  double parse_seconds = 0, plan_seconds = 0;
  bool is_prepared = false;            // the text had been parsed before, possibly with other constants
  std::size_t cached_orders = 0;       // groups whose join order was in the cache
  std::vector<std::string> remarks;    // parts of the query that were ignored, in words
  std::vector<PlanTrace::Step> steps;  // of planning, for Explain::rules
  OperatorReport root;
  // Of a profile:
  double run_seconds = 0;
  results::ResultFormat answer_format = results::ResultFormat::json;
  std::uint64_t answer_rows = 0, answer_bytes = 0;
  std::uint64_t memory_bytes = 0, most_memory_bytes = 0;               // maximum
  std::uint64_t exchanged_bytes = 0, messages = 0, message_bytes = 0;  // including planning and writing the answer
};

// A table of numbers with the tree of operators to its right; each line ends with '\n'.
std::string to_text(const Explanation& explanation);

// One JSON object and '\n'.
std::string to_json(const Explanation& explanation);

}  // namespace quadrille::query
