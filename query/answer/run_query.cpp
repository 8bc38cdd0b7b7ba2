#include "query/answer/run_query.hpp"

#include <algorithm>
#include <optional>

#include "query/answer/piece_stream.hpp"
#include "query/answer/plan_findings.hpp"
#include "query/answer/profiler.hpp"
#include "query/answer/view_of_dataset.hpp"
#include "query/operators/construct.hpp"
#include "query/operators/describe.hpp"
#include "query/operators/project.hpp"
#include "query/operators/resolve_rights.hpp"
#include "query/operators/slice.hpp"
#include "query/plan/logical/foreign_use.hpp"
#include "query/plan/order/dictated_orders.hpp"
#include "query/plan/physical/placed.hpp"
#include "query/plan/planner.hpp"
#include "query/results/result_writer.hpp"
#include "query/table/context.hpp"
#include "query/terms/constants.hpp"

namespace quadrille::query {

namespace {

VariableSet template_variables(const std::vector<parser::QuadPattern>& patterns) {
  VariableSet set;
  const auto add = [&set](const parser::Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) set.add(*variable);
  };
  for (const auto& [triple, graph] : patterns) {
    add(triple.subject), add(triple.predicate), add(triple.object);
    if (graph) add(*graph);
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

// The variables of WHERE whose columns the query's form needs.
VariableSet wanted_of(const parser::Query& query) {
  if (query.form == parser::QueryForm::construct) return template_variables(query.construct_template);
  return query.form == parser::QueryForm::ask ? VariableSet() : set_of(query.projection);
}

// The operators that the query's form adds to those of its WHERE, which DESCRIBE may lack.
OperatorPtr with_form(Planning& planning, const parser::Query& query, OperatorPtr where) {
  switch (query.form) {
    case parser::QueryForm::select:
      return shown(std::move(where), query.projection);
    case parser::QueryForm::ask:
      return std::make_unique<Slice>(std::move(where), 0, 1);
    case parser::QueryForm::construct:
      return distinct(planning, std::make_unique<ConstructTriples>(std::move(where), query));
    case parser::QueryForm::describe:
      if (where) where = std::make_unique<Project>(gathered(planning, std::move(where)), query.projection);
      return std::make_unique<DescribeTriples>(std::move(where), query.described, planning.default_scope,
                                               planning.is_apart());
  }
  fail(ErrorKind::internal, "a query of an unknown form");
}

// A query, and its dataset without the names of views.
struct QueryText {
  const parser::Query& query;
  const parser::Dataset& dataset;
};

// A plan on one image: what to do, and the operators that do it in one team.
struct Plan {
  std::optional<RowCounts> counts;
  std::optional<Planning> planning;
  logical::NodePtr where;  // nullptr: the query has none
  OperatorPtr root;
  PlanTrace trace;  // for Explain::rules

  // Local. Makes the operators for a team of `team_size`.
  void place(const parser::Query& query, int team_size) {
    planning->options.team_size = team_size;
    root = with_form(*planning, query, where ? placed(*planning, *where) : nullptr);
    const bool has_terms = answer_kind(query) != results::AnswerKind::boolean;
    if (has_terms) root = readable(*planning, std::move(root));  // where they are written
  }

  // Collective where not all shards are open here: all images count rows for each other until the plan uses only exact
  // counts. `known`: counts that another image has made.
  void make(pgas::Team& team, const GraphView& data, QueryDictionary& terms, const QueryText& text,
            const PlannerOptions& options, Explain explain, std::string_view known) {
    const parser::Query& query = text.query;
    counts.emplace(team, data, known);
    refuse_foreign_names(text.dataset, query.where.get(), {data, *counts, terms});
    trace.prefixes = query.prefixes;
    do {
      order(data, terms, text, options, explain);
      const bool is_sure = !planning->verifies() || known.empty() || !counts->is_guessing();
      QUADRILLE_ASSERT(is_sure, "the findings have all counts that the plan needs");
      place(query, options.team_size);
    } while (counts->learn());
  }

  // Local. Makes all of the plan but its operators.
  void order(const GraphView& data, QueryDictionary& terms, const QueryText& text, PlannerOptions options,
             Explain explain) {
    const parser::Query& query = text.query;
    trace.steps.clear();
    if (explain == Explain::rules) options.trace = &trace;
    if (options.orders) options.orders->restart();
    planning.emplace(data, *counts, terms, query.variables, text.dataset, options);
    if (query.where) where = logical_plan(*planning, *query.where, wanted_of(query));
    const bool is_in_order = query.form == parser::QueryForm::select && options.choices.spreads_order;
    if (where && is_in_order) share_order(*where);
  }
};

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
      if (context.progress) context.progress->add_rows(1);
      std::string text;
      results::append_boolean(options.format, found, text);
      if (context.team.is_first()) sink(text);
      return;
    }
    case results::AnswerKind::solutions:
      if (!can_hold(options.format, results::AnswerKind::dataset))
        return stream_solutions(context, plan, query, options, sink);
      return stream_quads(context, plan, query, options, sink);  // they are solutions of four variables
    case results::AnswerKind::explanation:
    case results::AnswerKind::proof:
      fail(ErrorKind::internal, "an explanation is no answer of a query");
    case results::AnswerKind::graph:
    case results::AnswerKind::quads:
    case results::AnswerKind::dataset:
      return stream_quads(context, plan, query, options, sink);
  }
}

// Shows the steps of a plan while it lives.
class ShownSteps {
 public:
  ShownSteps(const RunWatch& watch, const Operator& root) : progress_(watch.shows_steps ? watch.progress : nullptr) {
    if (!progress_) return;
    add(root, 0);
    progress_->show_steps([this] {
      for (std::size_t i = 0; i < steps_.size(); ++i) steps_[i].rows = operators_[i]->rows_so_far();
      return steps_;
    });
  }
  ~ShownSteps() {
    if (progress_) progress_->show_steps({});
  }
  ShownSteps(const ShownSteps&) = delete;
  ShownSteps& operator=(const ShownSteps&) = delete;

 private:
  void add(const Operator& one, int depth) {
    operators_.push_back(&one);
    steps_.push_back({one.describe(), depth, one.estimated_rows, 0});
    for (const Operator* const child : one.children()) add(*child, depth + 1);
  }

  RunProgress* const progress_;
  std::vector<const Operator*> operators_;
  std::vector<StepProgress> steps_;
};

// Planning a query and running it, on one image of a team. The arena outlives the run: other images may read it until
// all have ended.
class QueryRun {
 public:
  QueryRun(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, const parser::Query& query,
           const RunOptions& options)
      : team_(&team),
        dataset_(take_view(query.dataset, options.view)),
        snapshot_(snapshot.to_read(options.rights.closure ? dataset_.view : View::stated)),
        view_(GraphView::none(snapshot_)),
        dictionary_(dictionary),
        query_(query),
        options_(options),
        arena_(team.heap(), options.memory_bytes),
        profiler_(team, arena_) {}

  // Collective, within team.run(). Plans for a team of `team_size`.
  void plan(int team_size) {
    begin();
    if (terms_->is_spread()) terms_->find_all(constants());
    const bool sees_nothing = !options_.rights.closure && dataset_.view == View::inferred;
    view_ = resolve_rights(*context_, snapshot_, sees_nothing ? GraphRights::none() : options_.rights.graphs,
                           options_.memory.rights);
    context_->data = view_;
    if (terms_->is_all_here()) constants_.emplace(options_.memory.constants);
    plan_for_all(planner_options(team_size));
    profiler_.planned();
  }

  // Local, after plan(), where all shards are open here. The plan can no longer be run.
  std::string findings(int team_size) {
    PlannerOptions planning = planner_options(team_size);
    planning.apart = true;
    OrderMemory orders(options_.memory.orders_apart);
    orders.remember();
    planning.orders = &orders;
    plan_.order(view_, *terms_, {query_, dataset_.dataset}, planning, Explain::none);
    return to_bytes(PlanFindings{plan_.counts->known(), orders.taken()});
  }

  // Collective, within team.run(): the others plan by the join orders of this plan, which an image of their group has
  // made alone.
  void move_to(pgas::Team& team) {
    plan_.root.reset();
    team_ = &team;
    profiler_.move_to(team);
    begin();
    team.broadcast(to_bytes(orders_));
    plan_.place(query_, team.size());
    profiler_.planned();
  }

  // Local, of a plan.
  double expected_rows() const { return estimated_work(*plan_.root); }

  // Collective, within team.run().
  void answer(const PieceSink& sink) {
    if (runs(options_.explain)) {
      const ShownSteps shown(options_.watch, *plan_.root);
      plan_.root->open(*context_);
      const bool is_answer = options_.explain == Explain::none;
      write_answer(*context_, *plan_.root, query_, options_, is_answer ? sink : profiler_.sink());
      profiler_.ended();
    }
    if (options_.explain != Explain::none) {
      const Explanation made = explanation();
      if (team_->is_first()) options_.take_explanation(made);
    }
    team_->barrier();  // no image reads another's tables any more
  }

  // Local. The plan for a team of `team_size`, without running it.
  Explanation explanation_for(int team_size) {
    if (team_size != team_->size()) plan_.place(query_, team_size);
    Explanation made = explanation();
    made.images_used = team_size;
    return made;
  }

 private:
  PlannerOptions planner_options(int team_size) {
    return {.team_size = team_size,
            .union_default_graph = options_.union_default_graph,
            .callees = options_.callees,
            .watch = watch_of(*context_),
            .orders = nullptr,
            .constants = constants_ ? &*constants_ : nullptr,
            .choices = options_.choices};
  }

  // The terms that are looked up.
  std::vector<TermView> constants() const {
    std::vector<TermView> terms = constants_of(query_);
    for (const std::string& iri : options_.rights.graphs.iris()) terms.push_back(TermView::iri(iri));
    return terms;
  }

  // Collective for Explain::profile.
  Explanation explanation() {
    const Planning& planning = *plan_.planning;
    Explanation made =
        profiler_.explain(options_.explain, *plan_.root, PlanWords(planning.variables, query_.prefixes, *terms_));
    made.answer_format = options_.format;
    made.cached_orders = cached_orders_;
    made.remarks = planning.remarks;
    made.steps = plan_.trace.steps;
    return made;
  }

  // Collective.
  void begin() {
    expect_own_shards(*team_, snapshot_);
    terms_.emplace(*team_, arena_, dictionary_, options_.settings);
    context_.emplace(*team_, arena_, view_, *terms_);
    context_->deadline = options_.deadline;
    context_->cancelled = options_.watch.cancelled;
    context_->progress = options_.watch.progress;
    if (context_->progress) context_->progress->begin(team_->counters().sent_bytes);
    context_->counts_work = options_.explain == Explain::profile;
    if (options_.chunk_rows > 0) context_->chunk_rows = options_.chunk_rows;
    context_->check();
  }

  void make_plan(const PlannerOptions& options, std::string_view known = {}) {
    plan_.make(*team_, view_, *terms_, {query_, dataset_.dataset}, options, options_.explain, known);
    plan_.planning->options.orders = nullptr;  // it ends with the plan
  }

  // Collective. Where each image sees all shards, the first one orders the joins, and the others use its orders.
  void plan_for_all(PlannerOptions planning) {
    if (!snapshot_.is_whole()) return plan_apart(planning);
    if (!team_->is_first()) {
      OrderMemory orders(orders_of(team_->broadcast({})));
      planning.orders = &orders;
      return make_plan(planning);
    }
    const PlanMemory& memory = options_.memory;
    OrderMemory orders = memory.made ? OrderMemory(*memory.made) : OrderMemory(memory.orders);
    if (team_->size() > 1 || memory.keeps) orders.remember();
    planning.orders = &orders;
    make_plan(planning);
    orders_ = orders.taken();
    cached_orders_ = orders.found();
    if (team_->size() > 1) team_->broadcast(to_bytes(orders_));
  }

  // Collective; no messages with findings, as long as they have all counts that the plan needs.
  void plan_apart(PlannerOptions planning) {
    if (options_.memory.findings.empty()) return make_plan(planning);
    PlanFindings findings = findings_of(options_.memory.findings);
    OrderMemory orders(std::move(findings.orders));
    planning.orders = &orders;
    make_plan(planning, findings.counts);
  }

  pgas::Team* team_;
  const ViewedDataset dataset_;
  const Snapshot snapshot_;
  GraphView view_;  // no graph, until the rights are resolved
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
    case parser::QueryForm::construct:
      return constructs_quads(query) ? results::AnswerKind::quads : results::AnswerKind::graph;
    case parser::QueryForm::describe:
      break;
  }
  return results::AnswerKind::graph;
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

void PlannedQuery::run(pgas::Team& team, const PieceSink& sink) {
  team.run([&] {
    run_->move_to(team);
    run_->answer(sink);
  });
}

Explanation PlannedQuery::explain(int team_size) {
  return run_->explanation_for(team_size);
}

std::string PlannedQuery::findings(int team_size) {
  std::string found;
  solo_.run([&] { found = run_->findings(team_size); });
  return found;
}

}  // namespace quadrille::query
