#pragma once

// A LaneCommand is the record that image 0 posts to the other images of a lane: a query with every setting that must be
// the same on all images, or the end.

#include <string>

#include "base/view.hpp"
#include "parser/query.hpp"
#include "query/answer/run_query.hpp"
#include "server/engine/database_id.hpp"
#include "server/engine/state_table.hpp"

namespace quadrille::server {

// The memory limit of one query in an image's heap, so that other queries get memory too.
constexpr std::size_t query_budget(std::size_t heap_bytes) {
  return heap_bytes / 2;
}

// The values of NOW() and RAND() in a query.
struct FunctionInputs {
  std::int64_t now_seconds = 0;  // since 1970, UTC
  std::uint64_t seed = 0;
};

struct LaneCommand {
  bool stop = false;
  DatabaseId database = kDefaultDatabase;
  StateId state;  // that the query sees
  std::string text;
  std::string base;
  parser::Dataset dataset;  // replaces the query's own, if not empty
  results::ResultFormat format = results::ResultFormat::json;
  results::Layout layout = {};
  double timeout_seconds = 0;  // 0: none
  bool union_default_graph = false;
  View view = View::closure;
  GraphRights rights = GraphRights::none();  // of the user, to read
  parser::DefaultPrefixes prefixes;          // prefixes that need no declaration
  query::Explain explain = query::Explain::none;
  FunctionInputs functions;
  std::string findings;  // of the image that has planned it (query/answer/plan_findings.hpp); empty: none

  std::string serialise() const;
  static LaneCommand parse(const std::string& bytes);

  // Local; the same on every image except the limits.
  parser::Query parse_query() const;
  query::RunOptions run_options(std::size_t heap_bytes) const;
};

}  // namespace quadrille::server
