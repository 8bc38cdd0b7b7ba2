#pragma once

// One query from its parsed text to the bytes of its answer, by all images of a team together.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "dictionary/dictionary.hpp"
#include "parser/query.hpp"
#include "pgas/team.hpp"
#include "quadstore/snapshot.hpp"
#include "query/answer/explanation.hpp"
#include "query/plan/join_order_cache.hpp"
#include "query/plan/operator_choices.hpp"
#include "query/results/result_format.hpp"
#include "query/results/result_writer.hpp"
#include "query/service/service_client.hpp"
#include "query/terms/constant_cache.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

// What is the same on all images for one query.
struct RunOptions {
  results::ResultFormat format = results::ResultFormat::json;
  bool union_default_graph = false;
  Deadline deadline;
  std::function<bool()> cancelled;                         // asked on this image once a chunk; may be empty
  const ServiceClient* services = nullptr;                 // on the first member; none: SERVICE is refused
  std::size_t memory_bytes = pgas::QueryArena::kNoBudget;  // on each image
  // That the loaded files declare, for Turtle, TriG and RDF/XML, behind those of the query; may be null.
  const std::vector<results::Prefix>* prefixes = nullptr;
  QuerySettings settings;
  Explain explain = Explain::none;  // else no answer is written, but take_explanation called on the first member
  std::function<void(const Explanation&)> take_explanation;
  // Of this query's kind and state of the data; used where images have all shards open, by a team's first one.
  JoinOrderCache* orders = nullptr;
  ConstantCache* constants = nullptr;  // likewise, by every one
  std::size_t chunk_rows = 0;          // 0: as many as Context says; few rows show faults at the edges of chunks
  OperatorChoices choices = {};
  bool term_by_term = false;  // the answer is written the plain way, slowly: the same bytes, to compare with
};

results::AnswerKind answer_kind(const parser::Query& query);

// Receives the answer's bytes, piece by piece, on the team's first member. False: nobody wants the rest.
using PieceSink = std::function<bool(std::string_view)>;

// Collective over `team`, whose members together have all shards open; no messages in one group. Rows are written by
// all images, in pieces as they come, and handed to the sink by the first member. Throws the same Error on all images;
// what the sink has got until then stands.
void run_query(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, const parser::Query& query,
               const RunOptions& options, const PieceSink& sink);

// Local to `solo`, which has all shards open. The same by one image, if all operators together are expected to handle
// fewer than `most_rows` rows; else nothing is run, and so many rows are returned.
std::optional<double> run_if_small(pgas::Team& solo, const Snapshot& snapshot, const Dictionary& dictionary,
                                   const parser::Query& query, const RunOptions& options, double most_rows,
                                   const PieceSink& sink);

// Local, both. They plan without running, and fail with ErrorKind::unsupported where this image's group has a part of
// the database alone: it cannot count by itself.
// The plan for a team of `team_size` in one group.
Explanation explain_plan(pgas::Team& solo, const Snapshot& snapshot, const Dictionary& dictionary,
                         const parser::Query& query, const RunOptions& options, int team_size);
// The rows that all operators together are expected to handle when one image runs the query alone.
double expected_work(pgas::Team& solo, const Snapshot& snapshot, const Dictionary& dictionary,
                     const parser::Query& query, const RunOptions& options);

}  // namespace quadrille::query
