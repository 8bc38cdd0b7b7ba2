#include "query/answer/run_query.hpp"

#include <algorithm>
#include <optional>

#include "query/answer/piece_stream.hpp"
#include "query/answer/profiler.hpp"
#include "query/operators/construct.hpp"
#include "query/operators/describe.hpp"
#include "query/operators/project.hpp"
#include "query/operators/slice.hpp"
#include "query/plan/logical/foreign_use.hpp"
#include "query/plan/order/dictated_orders.hpp"
#include "query/plan/planner.hpp"
#include "query/results/result_writer.hpp"
#include "query/table/context.hpp"
#include "query/terms/constants.hpp"

namespace quadrille::query {

namespace {

VariableSet template_variables(const std::vector<parser::TriplePattern>& patterns) {
  VariableSet set;
  for (const auto& pattern : patterns) {
    for (const auto* node : {&pattern.subject, &pattern.predicate, &pattern.object}) {
      if (const auto* variable = std::get_if<VariableId>(node)) set.add(*variable);
    }
  }
  return set;
}

// Returns exactly these columns, in this order.
OperatorPtr shown(OperatorPtr plan, const std::vector<VariableId>& columns) {
  const auto same = [](const ColumnInfo& column, VariableId variable) { return column.variable == variable; };
  const auto& has = plan->schema().columns;
  if (std::equal(has.begin(), has.end(), columns.begin(), columns.end(), same)) return plan;
  return std::make_unique<Project>(std::move(plan), columns);
}

// Plans a whole query: its WHERE, and the operators that its form adds.
OperatorPtr plan_form(Planning& planning, const parser::Query& query) {
  switch (query.form) {
    case parser::QueryForm::select:
      return shown(plan(planning, *query.where, set_of(query.projection)), query.projection);
    case parser::QueryForm::ask:
      return std::make_unique<Slice>(plan(planning, *query.where, {}), 0, 1);
    case parser::QueryForm::construct:
      return distinct(planning, std::make_unique<ConstructTriples>(
                                    plan(planning, *query.where, template_variables(query.construct_template)),
                                    query.construct_template));
    case parser::QueryForm::describe: {
      OperatorPtr resources;
      if (query.where) {
        resources = gathered(planning, plan(planning, *query.where, set_of(query.projection)));
        resources = std::make_unique<Project>(std::move(resources), query.projection);
      }
      return std::make_unique<DescribeTriples>(std::move(resources), query.described, planning.default_scope,
                                               planning.is_apart());
    }
  }
  fail(ErrorKind::internal, "a query of an unknown form");
}

// Adds the operators that fetch terms where they are written.
OperatorPtr plan_query(Planning& planning, const parser::Query& query) {
  OperatorPtr root = plan_form(planning, query);
  if (answer_kind(query) == results::AnswerKind::boolean) return root;
  return readable(planning, std::move(root));
}

struct Plan {
  OperatorPtr root;
  std::vector<std::string> variables;
  std::vector<std::string> remarks;
  PlanTrace trace;  // for Explain::rules
};

// Collective where not all shards are open here: all images count rows for each other until the plan uses only exact
// counts.
Plan plan_by_counts(pgas::Team& team, const Snapshot& snapshot, QueryDictionary& terms, const parser::Query& query,
                    PlannerOptions options, Explain explain) {
  RowCounts counts(team, snapshot);
  refuse_foreign_names(query.dataset, query.where.get(), {snapshot, counts, terms});
  Plan made;
  made.trace.prefixes = query.prefixes;
  if (explain == Explain::rules) options.trace = &made.trace;
  do {
    made.trace.steps.clear();
    Planning planning(snapshot, counts, terms, query.variables, query.dataset, options);
    made.root = plan_query(planning, query);
    made.variables = std::move(planning.variables);
    made.remarks = std::move(planning.remarks);
  } while (counts.learn());
  return made;
}

// Fails unless the shards of the team are open: a single image cannot answer if each group has a part of the data.
void expect_own_shards(const pgas::Team& team, const Snapshot& snapshot) {
  if (snapshot.is_whole()) return;
  const ShardSpan mine = own_shards(team, snapshot.shards());
  for (std::uint32_t shard = mine.begin; shard < mine.end; ++shard) {
    if (!snapshot.is_open(ShardId{shard})) {
      fail(ErrorKind::unsupported,
           "shard {} belongs to another group of images; the images of all groups must run the query", shard);
    }
  }
}

PlanWatch watch_of(Context& context) {
  return PlanWatch([&context] { context.check(); }, [&context](std::size_t bytes) { context.arena.charge(bytes); });
}

void write_answer(Context& context, Operator& plan, const parser::Query& query, const RunOptions& options,
                  const PieceSink& sink) {
  switch (answer_kind(query)) {
    case results::AnswerKind::boolean: {
      bool found = false;
      for_each_chunk(context, plan, [&](const Table& chunk) { found = found || !chunk.empty(); });
      found = context.team.any(found);
      std::string text;
      results::append_boolean(options.format, found, text);
      if (context.team.is_first()) sink(text);
      return;
    }
    case results::AnswerKind::solutions:
    case results::AnswerKind::dataset:  // quads are solutions of four variables
      return stream_solutions(context, plan, query, options, sink);
    case results::AnswerKind::explanation:
      fail(ErrorKind::internal, "an explanation is no answer of a query");
    case results::AnswerKind::graph:
      return stream_graph(context, plan, query, options, sink);
  }
}

// Planning a query and running it, on one image of a team. The arena outlives the run: other images may read it until
// all have ended.
class QueryRun {
 public:
  QueryRun(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, const parser::Query& query,
           const RunOptions& options)
      : team_(team),
        snapshot_(snapshot),
        dictionary_(dictionary),
        query_(query),
        options_(options),
        arena_(team.heap(), options.memory_bytes),
        profiler_(team, arena_) {}

  // Collective, within team.run(). Plans for a team of `team_size`.
  void plan(int team_size) {
    expect_own_shards(team_, snapshot_);
    terms_.emplace(team_, arena_, dictionary_, options_.settings);
    context_.emplace(team_, arena_, snapshot_, *terms_);
    context_->deadline = options_.deadline;
    context_->cancelled = options_.cancelled;
    context_->counts_work = options_.explain == Explain::profile;
    if (options_.chunk_rows > 0) context_->chunk_rows = options_.chunk_rows;
    context_->check();
    if (terms_->is_spread()) terms_->find_all(constants_of(query_));
    if (!terms_->is_spread()) constants_.emplace(options_.memory.constants);
    plan_for_all({.team_size = team_size,
                  .union_default_graph = options_.union_default_graph,
                  .services = options_.services,
                  .watch = watch_of(*context_),
                  .orders = nullptr,
                  .constants = constants_ ? &*constants_ : nullptr,
                  .choices = options_.choices});
    profiler_.planned();
  }

  // Local, of a plan.
  double expected_rows() const { return estimated_work(*plan_.root); }
  const OrderMemory::Orders& orders() const { return orders_; }

  // Collective, within team.run().
  void answer(const PieceSink& sink) {
    if (runs(options_.explain)) {
      plan_.root->open(*context_);
      const bool is_answer = options_.explain == Explain::none;
      write_answer(*context_, *plan_.root, query_, options_, is_answer ? sink : profiler_.sink());
      profiler_.ended();
    }
    if (options_.explain != Explain::none) {
      const Explanation made = explanation();
      if (team_.is_first()) options_.take_explanation(made);
    }
    team_.barrier();  // no image reads another's tables any more
  }

  // Collective for Explain::profile.
  Explanation explanation() {
    Explanation made =
        profiler_.explain(options_.explain, *plan_.root, PlanWords(plan_.variables, query_.prefixes, *terms_));
    made.answer_format = options_.format;
    made.cached_orders = cached_orders_;
    made.remarks = plan_.remarks;
    made.steps = plan_.trace.steps;
    return made;
  }

 private:
  void take_plan(const PlannerOptions& planning) {
    plan_ = plan_by_counts(team_, snapshot_, *terms_, query_, planning, options_.explain);
  }

  // Collective. Where each image sees all shards, the first one orders the joins, and the others use its orders.
  void plan_for_all(PlannerOptions planning) {
    if (!snapshot_.is_whole()) return take_plan(planning);
    if (!team_.is_first()) {
      OrderMemory orders(orders_of(team_.broadcast({})));
      planning.orders = &orders;
      return take_plan(planning);
    }
    const PlanMemory& memory = options_.memory;
    OrderMemory orders = memory.made ? OrderMemory(*memory.made) : OrderMemory(memory.orders);
    if (team_.size() > 1 || memory.keeps) orders.remember();
    planning.orders = &orders;
    take_plan(planning);
    orders_ = orders.taken();
    cached_orders_ = orders.found();
    if (team_.size() > 1) team_.broadcast(to_bytes(orders_));
  }

  pgas::Team& team_;
  const Snapshot& snapshot_;
  const Dictionary& dictionary_;
  const parser::Query& query_;
  const RunOptions& options_;
  pgas::QueryArena arena_;
  Profiler profiler_;
  std::optional<QueryDictionary> terms_;
  std::optional<Context> context_;
  std::optional<ConstantMemory> constants_;
  Plan plan_;
  OrderMemory::Orders orders_;
  std::size_t cached_orders_ = 0;
};

}  // namespace

results::AnswerKind answer_kind(const parser::Query& query) {
  switch (query.form) {
    case parser::QueryForm::select:
      return results::AnswerKind::solutions;
    case parser::QueryForm::ask:
      return results::AnswerKind::boolean;
    default:
      return results::AnswerKind::graph;
  }
}

void run_query(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, const parser::Query& query,
               const RunOptions& options, const PieceSink& sink) {
  QueryRun run(team, snapshot, dictionary, query, options);
  team.run([&] {
    run.plan(team.size());
    run.answer(sink);
  });
}

struct PlannedQuery::Run : QueryRun {
  using QueryRun::QueryRun;
};

PlannedQuery::PlannedQuery(pgas::Team& solo, const Snapshot& snapshot, const Dictionary& dictionary,
                           const parser::Query& query, const RunOptions& options)
    : solo_(solo), run_(std::make_unique<Run>(solo, snapshot, dictionary, query, options)) {
  solo_.run([this] { run_->plan(1); });
}

PlannedQuery::~PlannedQuery() = default;

double PlannedQuery::expected_rows() const {
  return run_->expected_rows();
}

void PlannedQuery::run(const PieceSink& sink) {
  solo_.run([&] { run_->answer(sink); });
}

OrderMemory::Orders PlannedQuery::orders() const {
  return run_->orders();
}

Explanation explain_plan(pgas::Team& solo, const Snapshot& snapshot, const Dictionary& dictionary,
                         const parser::Query& query, const RunOptions& options, int team_size) {
  QueryRun run(solo, snapshot, dictionary, query, options);
  run.plan(team_size);
  Explanation made = run.explanation();
  made.images_used = team_size;
  return made;
}

}  // namespace quadrille::query
