#pragma once

// run_query() runs one query, from its parsed text to the bytes of its answer, on all images of a team together.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/graph_rights.hpp"
#include "base/run_progress.hpp"
#include "dictionary/dictionary.hpp"
#include "loader/jsonld/context/remote_contexts.hpp"
#include "parser/query.hpp"
#include "pgas/team.hpp"
#include "quadstore/snapshot.hpp"
#include "query/answer/explanation.hpp"
#include "query/operators/rights_memory.hpp"
#include "query/plan/logical/operator_choices.hpp"
#include "query/plan/order/join_order_cache.hpp"
#include "query/procedures/callees.hpp"
#include "query/results/layout.hpp"
#include "query/results/result_format.hpp"
#include "query/results/result_writer.hpp"
#include "query/terms/constant_cache.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

// Parts of other plans of this query, or of queries of its kind in the same state of the data, that planning reuses.
// For the first member, where images have all shards open; constants and findings serve every member.
struct PlanMemory {
  JoinOrderCache* orders = nullptr;
  JoinOrderCache* orders_apart = nullptr;  // for PlannedQuery::findings()
  ConstantCache* constants = nullptr;
  RightsMemory* rights = nullptr;             // of the database
  const OrderMemory::Orders* made = nullptr;  // in place of `orders`, for measurements
  bool keeps = false;                         // for PlannedQuery::run(team)
  // Where each image has its own shards open: PlannedQuery::findings() of the same query and state. Empty: none.
  std::string findings = {};
};

// The one who waits for a query, on this image.
struct RunWatch {
  std::function<bool()> cancelled;  // called once a chunk; may be empty
  RunProgress* progress = nullptr;  // of this image's part; may be null
  bool shows_steps = false;         // the progress gets the steps of the plan: for a run that takes long
};

// The rights of a user to read.
struct ReadRights {
  GraphRights graphs = GraphRights::all();
  bool closure = true;  // false: nothing follows by rules from the data, as he sees them
};

// How an answer is written.
struct AnswerOptions {
  results::Layout layout = {};  // of quads
  // Prefixes declared by the loaded files, for the formats of graphs; they follow those of the query. May be null.
  const std::vector<results::Prefix>* prefixes = nullptr;
  jsonld::RemoteContexts* contexts = nullptr;  // for the layout; on the first member
  // Called on the first member before the first bytes; true: a term so far needs RDF 1.2. May be empty.
  std::function<void(bool)> begins = {};
};

// Options of a query that are the same on all images.
struct RunOptions {
  results::ResultFormat format = results::ResultFormat::json;
  AnswerOptions answer = {};
  bool union_default_graph = false;
  View view = View::closure;  // of the data, unless FROM selects one (view_of_dataset.hpp)
  ReadRights rights = {};     // of the user
  Deadline deadline;
  RunWatch watch = {};
  Callees callees = {};
  std::size_t memory_bytes = pgas::QueryArena::kNoBudget;  // on each image
  QuerySettings settings;
  Explain explain = Explain::none;  // if set, no answer is written; take_explanation is called on the first member
  std::function<void(const Explanation&)> take_explanation;
  PlanMemory memory = {};
  std::size_t chunk_rows = 0;  // 0: the default of Context; few rows reveal faults at the edges of chunks
  OperatorChoices choices = {};
};

results::AnswerKind answer_kind(const parser::Query& query);

// Receives the answer's bytes, piece by piece, on the team's first member. Returns false if the rest is not wanted.
using PieceSink = std::function<bool(std::string_view)>;

// Collective over `team`, whose members together have all shards open; no messages in one group. All images write
// rows, in pieces as they come, and the first member passes them to the sink. Throws the same Error on all images; the
// sink may have received a part of the answer by then.
void run_query(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, const parser::Query& query,
               const RunOptions& options, const PieceSink& sink);

// A PlannedQuery is a query that one image has planned alone. It runs the plan, alone or with its group, or explains
// it; so a long query, too, is planned once. Local to `solo`, which has all shards open; used by one thread at a time.
// Everything that it is given must outlive it.
class PlannedQuery {
 public:
  // Throws what planning throws.
  PlannedQuery(pgas::Team& solo, const Snapshot& snapshot, const Dictionary& dictionary, const parser::Query& query,
               const RunOptions& options);
  ~PlannedQuery();
  PlannedQuery(const PlannedQuery&) = delete;
  PlannedQuery& operator=(const PlannedQuery&) = delete;

  // The number of rows that all operators together are expected to handle.
  double expected_rows() const;
  // Called once, at most: one of the two. With a team it is collective; the other images, of the same group, call
  // run_query(), and use this plan's join orders.
  void run(const PieceSink& sink);
  void run(pgas::Team& team, const PieceSink& sink);
  // The plan for a team of `team_size` in one group.
  Explanation explain(int team_size);
  // Plans again, for a team of `team_size` in several groups. Returns what its images need to make the same plan
  // (plan_findings.hpp), for PlanMemory::findings. The other functions are not called afterwards.
  std::string findings(int team_size);

 private:
  struct Run;
  pgas::Team& solo_;
  std::unique_ptr<Run> run_;
};

}  // namespace quadrille::query
